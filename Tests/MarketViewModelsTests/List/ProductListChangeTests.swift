import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductListChangeTests {
    private let fixture = ProductListFixture()

    @Test func editedProductIsUpdatedInItsPlace() async throws {
        try await fixture.load(Samples.page(1...3))
        fixture.model.apply(.edited(Samples.product(2, name: "새 의자", version: 2)))
        #expect(fixture.ids == [3, 2, 1])
        #expect(fixture.model.products[1].name == "새 의자")
    }

    @Test func olderStateOfAProductNeverReplacesANewerOne() async throws {
        try await fixture.load(Samples.page(1...3))
        fixture.model.apply(.edited(Samples.product(2, name: "셋째", version: 3)))
        fixture.model.apply(.edited(Samples.product(2, name: "둘째", version: 2)))
        #expect(fixture.model.products[1].name == "셋째")
        let refreshing = Task { await fixture.model.refresh() }
        try await fixture.calls.pages.next().response(Samples.page(1...3))
        await refreshing.value
        #expect(fixture.model.products[1].name == "셋째", "an answer made before the edit does not undo it")
    }

    @Test func deletedProductIsTakenOutAndCounted() async throws {
        try await fixture.load(Samples.page(1...3))
        fixture.model.apply(.deleted(Samples.id(2)))
        #expect(fixture.ids == [3, 1])
        #expect(fixture.model.total == "상품 2개")
    }

    /// Whoever opens a product that its seller has hidden is told that it is gone; then the seller shows it again here.
    @Test func productThatWasGoneAndIsEditedIsShownWhenTheListIsRefreshed() async throws {
        try await fixture.load(Samples.page(1...3))
        fixture.model.apply(.deleted(Samples.id(2)))
        fixture.model.apply(.edited(Samples.product(2, version: 3)))
        let refreshing = Task { await fixture.model.refresh() }
        try await fixture.calls.pages.next().response(Samples.page(1...3))
        await refreshing.value
        #expect(fixture.ids == [3, 2, 1])
    }

    @Test func deletedProductThatArrivesInALaterPageIsNotShown() async throws {
        try await fixture.loadFirstOfThree()
        fixture.model.rowAppeared(at: 19)
        let call = try await fixture.calls.pages.next()
        fixture.model.apply(.deleted(Samples.id(30)))
        call.response(Samples.page(21...40, of: 60, next: "21"))
        try await until("the page is there") { fixture.ids.count == 39 }
        #expect(!fixture.ids.contains(30))
    }

    @Test func deletedProductThatArrivesWithTheFirstPageIsNotShown() async throws {
        let loading = Task { await fixture.model.load() }
        let call = try await fixture.calls.pages.next()
        fixture.model.apply(.deleted(Samples.id(2)))
        call.response(Samples.page(1...3))
        await loading.value
        #expect(fixture.ids == [3, 1])
    }

    @Test func deletingTheLastProductEmptiesTheList() async throws {
        try await fixture.load(Samples.page(1...1))
        fixture.model.apply(.deleted(Samples.id(1)))
        #expect(fixture.model.state == .empty(.market, .none))
    }

    @Test func deletingAllThatIsLoadedAsksForTheRest() async throws {
        try await fixture.load(Samples.page(2...3, of: 3, next: "2"))
        fixture.model.apply(.deleted(Samples.id(2)))
        fixture.model.apply(.deleted(Samples.id(3)))
        let call = try await fixture.calls.pages.next()
        #expect(call.request.cursor == "2")
        call.response(Samples.page(1...1))
        try await until("the rest is there") { fixture.ids == [1] }
    }

    @Test func newListingIsShownOnTop() async throws {
        try await fixture.load(Samples.page(1...3))
        fixture.model.apply(.listed(Samples.product(4)))
        #expect(fixture.ids == [4, 3, 2, 1])
        #expect(fixture.model.total == "상품 4개")
        let refreshing = Task { await fixture.model.refresh() }
        try await fixture.calls.pages.next().response(Samples.page(1...4))
        await refreshing.value
        #expect(fixture.ids == [4, 3, 2, 1])
    }

    @Test func firstListingOfAMarketIsShown() async throws {
        try await fixture.load(Samples.nothing)
        fixture.model.apply(.listed(Samples.product(1)))
        #expect(fixture.ids == [1])
        #expect(fixture.pagination == .end)
    }

    @Test func newListingIsInAnAnswerThatWasAskedForBefore() async throws {
        let loading = Task { await fixture.model.load() }
        let call = try await fixture.calls.pages.next()
        fixture.model.apply(.listed(Samples.product(4)))
        call.response(Samples.page(1...3))
        await loading.value
        #expect(fixture.ids == [4, 3, 2, 1])
    }

    @Test func listingThatIsGoneAgainIsNotShownByThatAnswer() async throws {
        let loading = Task { await fixture.model.load() }
        let call = try await fixture.calls.pages.next()
        fixture.model.apply(.listed(Samples.product(4)))
        fixture.model.apply(.deleted(Samples.id(4)))
        call.response(Samples.page(1...3))
        await loading.value
        #expect(fixture.ids == [3, 2, 1])
    }

    @Test func newListingBelowWhatIsLoadedComesByItself() async throws {
        let loading = Task { await fixture.model.load() }
        let call = try await fixture.calls.pages.next()
        fixture.model.apply(.listed(Samples.product(4)))
        call.response(Samples.page(11...30, of: 30, next: "11"))
        await loading.value
        #expect(fixture.ids == (11...30).reversed())
    }

    @Test(arguments: [
        ProductFilter(order: .cheapest), ProductFilter(search: "의자"), ProductFilter(vendor: Vendor.ID(rawValue: 99)),
    ])
    func newListingWhosePlaceIsNotKnownWaitsForTheMarket(_ filter: ProductFilter) async throws {
        let fixture = ProductListFixture(filter)
        try await fixture.load(Samples.page(1...3))
        fixture.model.apply(.listed(Samples.product(4)))
        #expect(fixture.ids == [3, 2, 1])
    }

    @Test func productThatIsSoldOutLeavesTheListOfWhatIsInStock() async throws {
        let fixture = ProductListFixture(ProductFilter(isInStock: true))
        try await fixture.load(Samples.page(1...3))
        fixture.model.apply(.edited(Samples.product(2, stock: 0, version: 2)))
        #expect(fixture.ids == [3, 1])
        let refreshing = Task { await fixture.model.refresh() }
        try await fixture.calls.pages.next().response(Samples.page(1...3))
        await refreshing.value
        #expect(fixture.ids == [3, 1])
    }
}
