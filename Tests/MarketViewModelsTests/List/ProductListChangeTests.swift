import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductListChangeTests {
    private let world = ProductListWorld()

    @Test func editedProductIsUpdatedInItsPlace() async throws {
        try await world.load(Samples.page(1...3))
        world.model.apply(.edited(Samples.product(2, name: "새 의자", version: 2)))
        #expect(world.ids == [3, 2, 1])
        #expect(world.model.products[1].name == "새 의자")
    }

    @Test func olderStateOfAProductNeverReplacesANewerOne() async throws {
        try await world.load(Samples.page(1...3))
        world.model.apply(.edited(Samples.product(2, name: "셋째", version: 3)))
        world.model.apply(.edited(Samples.product(2, name: "둘째", version: 2)))
        #expect(world.model.products[1].name == "셋째")
        let refreshing = Task { await world.model.refresh() }
        try await world.calls.pages.next().answer(Samples.page(1...3))
        await refreshing.value
        #expect(world.model.products[1].name == "셋째", "an answer made before the edit does not undo it")
    }

    @Test func deletedProductIsTakenOutAndCounted() async throws {
        try await world.load(Samples.page(1...3))
        world.model.apply(.deleted(Samples.id(2)))
        #expect(world.ids == [3, 1])
        #expect(world.model.total == "상품 2개")
    }

    @Test func deletedProductThatArrivesInALaterPageIsNotShown() async throws {
        try await world.loadFirstOfThree()
        world.model.rowAppeared(at: 19)
        let call = try await world.calls.pages.next()
        world.model.apply(.deleted(Samples.id(30)))
        call.answer(Samples.page(21...40, of: 60, next: "21"))
        try await until("the page is there") { world.ids.count == 39 }
        #expect(!world.ids.contains(30))
    }

    @Test func deletedProductThatArrivesWithTheFirstPageIsNotShown() async throws {
        let loading = Task { await world.model.load() }
        let call = try await world.calls.pages.next()
        world.model.apply(.deleted(Samples.id(2)))
        call.answer(Samples.page(1...3))
        await loading.value
        #expect(world.ids == [3, 1])
    }

    @Test func deletingTheLastProductEmptiesTheList() async throws {
        try await world.load(Samples.page(1...1))
        world.model.apply(.deleted(Samples.id(1)))
        #expect(world.model.state == .empty(.market, .none))
    }

    @Test func deletingAllThatIsLoadedAsksForTheRest() async throws {
        try await world.load(Samples.page(2...3, of: 3, next: "2"))
        world.model.apply(.deleted(Samples.id(2)))
        world.model.apply(.deleted(Samples.id(3)))
        let call = try await world.calls.pages.next()
        #expect(call.request.cursor == "2")
        call.answer(Samples.page(1...1))
        try await until("the rest is there") { world.ids == [1] }
    }

    @Test func newListingIsShownOnTop() async throws {
        try await world.load(Samples.page(1...3))
        world.model.apply(.listed(Samples.product(4)))
        #expect(world.ids == [4, 3, 2, 1])
        #expect(world.model.total == "상품 4개")
        let refreshing = Task { await world.model.refresh() }
        try await world.calls.pages.next().answer(Samples.page(1...4))
        await refreshing.value
        #expect(world.ids == [4, 3, 2, 1])
    }

    @Test func firstListingOfAMarketIsShown() async throws {
        try await world.load(Samples.nothing)
        world.model.apply(.listed(Samples.product(1)))
        #expect(world.ids == [1])
        #expect(world.foot == .end)
    }

    @Test func newListingIsInAnAnswerThatWasAskedForBefore() async throws {
        let loading = Task { await world.model.load() }
        let call = try await world.calls.pages.next()
        world.model.apply(.listed(Samples.product(4)))
        call.answer(Samples.page(1...3))
        await loading.value
        #expect(world.ids == [4, 3, 2, 1])
    }

    @Test func listingThatIsGoneAgainIsNotShownByThatAnswer() async throws {
        let loading = Task { await world.model.load() }
        let call = try await world.calls.pages.next()
        world.model.apply(.listed(Samples.product(4)))
        world.model.apply(.deleted(Samples.id(4)))
        call.answer(Samples.page(1...3))
        await loading.value
        #expect(world.ids == [3, 2, 1])
    }

    @Test func newListingBelowWhatIsLoadedComesByItself() async throws {
        let loading = Task { await world.model.load() }
        let call = try await world.calls.pages.next()
        world.model.apply(.listed(Samples.product(4)))
        call.answer(Samples.page(11...30, of: 30, next: "11"))
        await loading.value
        #expect(world.ids == (11...30).reversed())
    }

    @Test(arguments: [
        ProductFilter(order: .cheapest), ProductFilter(search: "의자"), ProductFilter(vendor: Vendor.ID(rawValue: 99)),
    ])
    func newListingWhosePlaceIsNotKnownWaitsForTheMarket(_ filter: ProductFilter) async throws {
        let world = ProductListWorld(filter)
        try await world.load(Samples.page(1...3))
        world.model.apply(.listed(Samples.product(4)))
        #expect(world.ids == [3, 2, 1])
    }

    @Test func productThatIsSoldOutLeavesTheListOfWhatIsInStock() async throws {
        let world = ProductListWorld(ProductFilter(isInStock: true))
        try await world.load(Samples.page(1...3))
        world.model.apply(.edited(Samples.product(2, stock: 0, version: 2)))
        #expect(world.ids == [3, 1])
        let refreshing = Task { await world.model.refresh() }
        try await world.calls.pages.next().answer(Samples.page(1...3))
        await refreshing.value
        #expect(world.ids == [3, 1])
    }
}
