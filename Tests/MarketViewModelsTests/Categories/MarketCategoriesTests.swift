import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

@MainActor
struct MarketCategoriesTests {
    private let calls = SuspendingCalls()
    private let electronics = ListedCategory(
        slug: "electronics",
        names: [.korean: "디지털 기기", .english: "Electronics"],
        count: 7
    )
    private let cameras = ListedCategory(
        slug: "cameras",
        parent: "electronics",
        names: [.korean: "카메라", .english: "Cameras"],
        count: 3
    )

    private func categories(_ language: Language = .korean) -> MarketCategories {
        MarketCategories(service: calls, language: language)
    }

    private func load(_ categories: MarketCategories, _ answer: [ListedCategory], for slug: String? = nil) async throws
    {
        let loading = Task { await categories.load(for: slug) }
        try await calls.categoryLists.next().response(CategoryListResponse(categories: answer))
        await loading.value
    }

    @Test(arguments: [
        (Language.korean, "카메라", "디지털 기기 › 카메라"), (.english, "Cameras", "Electronics › Cameras"),
    ])
    func namesAreInTheLanguageOfTheApp(_ language: Language, _ name: String, _ path: String) async throws {
        let categories = categories(language)
        #expect(categories.name(of: "cameras") == nil)
        try await load(categories, [electronics, cameras])
        #expect(categories.name(of: "cameras") == name)
        #expect(categories.choices.map(\.slug) == ["electronics", "cameras"])
        #expect(categories.choices.last?.path == path)
        #expect(categories.choices.first?.path == categories.choices.first?.name)
        #expect(categories.choices.map(\.count) == [7, 3])
    }

    @Test func theyAreLoadedOnceForAllWhoAsk() async throws {
        let categories = categories()
        let first = Task { await categories.load() }
        let call = try await calls.categoryLists.next()
        #expect(categories.state == .loading)
        let second = Task { await categories.load(for: "electronics") }
        await settle()
        // A second call would wait for an answer that nobody gives.
        try #require(calls.categoryLists.requests.count == 1)
        call.response(CategoryListResponse(categories: [electronics]))
        await first.value
        await second.value
        await categories.load()
        await categories.load(for: "electronics")
        #expect(calls.categoryLists.requests.count == 1)
    }

    @Test func oneWhoLeavesDoesNotCancelTheCallOfTheOthers() async throws {
        let categories = categories()
        let first = Task { await categories.load() }
        let call = try await calls.categoryLists.next()
        first.cancel()
        await settle()
        #expect(call.isPending)
        call.response(CategoryListResponse(categories: [electronics]))
        await first.value
        #expect(categories.choices.count == 1)
    }

    @Test func failureCanBeTriedAgain() async throws {
        let categories = categories()
        let loading = Task { await categories.load() }
        try await calls.categoryLists.next().fail(Samples.offline)
        await loading.value
        #expect(categories.state == .failed(Samples.offline))
        try await load(categories, [electronics])
        #expect(categories.choices.count == 1)
    }

    @Test func categoryThatWasAddedMeanwhileIsAskedForAndFailureKeepsTheOthers() async throws {
        let categories = categories()
        try await load(categories, [electronics])
        let failing = Task { await categories.load(for: "cameras") }
        try await calls.categoryLists.next().fail(Samples.offline)
        await failing.value
        #expect(categories.choices.map(\.slug) == ["electronics"])
        try await load(categories, [electronics, cameras], for: "cameras")
        #expect(categories.name(of: "cameras") == "카메라")
    }

    @Test func productShowsItsCategoryOnceItsNameIsKnown() async throws {
        var dependencies = AppDependencies.test
        dependencies.categories = categories()
        let model = ProductModel(Samples.id(9), service: calls, dependencies: dependencies) { _ in "" }
        let loading = Task { await model.load() }
        let product = Samples.product(9, attributes: ListingAttributes(category: "cameras"))
        try await calls.details.next().response(product)
        let call = try await calls.categoryLists.next()
        #expect(model.viewData?.row.name == product.listing.name)
        #expect(model.viewData?.category == nil)
        call.response(CategoryListResponse(categories: [electronics, cameras]))
        await loading.value
        #expect(model.viewData?.category == "카메라")
        #expect(model.category?.slug == "cameras")
    }

    @Test func productWithoutACategoryAsksForNone() async throws {
        var dependencies = AppDependencies.test
        dependencies.categories = categories()
        let model = ProductModel(Samples.id(9), service: calls, dependencies: dependencies) { _ in "" }
        let loading = Task { await model.load() }
        try await calls.details.next().response(Samples.product(9))
        await loading.value
        #expect(model.category == nil && model.viewData?.category == nil)
        #expect(calls.categoryLists.requests.isEmpty)
    }
}
