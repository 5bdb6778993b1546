import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductListLoadingTests {
    private let world = ProductListWorld()

    @Test func nothingIsAskedBeforeTheScreenAppears() async {
        await settle()
        #expect(world.model.state == .idle)
        #expect(world.calls.pages.requests.isEmpty)
    }

    @Test func firstLoadShowsPlaceholdersUntilTheAnswerIsThere() async throws {
        let loading = Task { await world.model.load() }
        let call = try await world.calls.pages.next()
        #expect(world.model.state == .loading)
        #expect(call.request == ProductListRequest(size: 20))
        call.answer(Samples.page(1...3))
        await loading.value
        #expect(world.ids == [3, 2, 1])
        #expect(world.foot == .end)
        #expect(world.model.total == "상품 3개")
    }

    @Test func loadingTwiceAsksOnce() async throws {
        let first = Task { await world.model.load() }
        let call = try await world.calls.pages.next()
        await world.model.load()
        call.answer(Samples.page(1...3))
        await first.value
        #expect(world.calls.pages.requests.count == 1)
    }

    @Test func comingBackFindsTheListAsItWas() async throws {
        try await world.loadFirstOfThree()
        await world.model.load()
        #expect(world.ids.count == 20)
        #expect(world.calls.pages.requests.count == 1)
    }

    @Test func emptyMarketIsSaid() async throws {
        try await world.load(Samples.nothing)
        #expect(world.model.state == .empty(.market, .none))
    }

    @Test func emptySearchSaysWhatWasSearched() async throws {
        let world = ProductListWorld(ProductFilter(search: "의자", isInStock: true))
        try await world.load(Samples.nothing)
        #expect(world.model.state == .empty(.search("의자"), .none))
    }

    @Test(arguments: [
        (ProductFilter(isInStock: true), EmptyList.filter),
        (ProductFilter(vendor: Vendor.ID(rawValue: 3)), .seller),
    ])
    func emptyChoiceSaysWhatWasChosen(_ filter: ProductFilter, _ reason: EmptyList) async throws {
        let world = ProductListWorld(filter)
        try await world.load(Samples.nothing)
        #expect(world.model.state == .empty(reason, .none))
    }

    @Test func failureIsShownAndTryingAgainLosesNothing() async throws {
        let world = ProductListWorld(ProductFilter(order: .cheapest, search: "책"))
        let loading = Task { await world.model.load() }
        try await world.calls.pages.next().fail(Samples.offline)
        await loading.value
        #expect(world.model.state == .failed(Samples.offline))
        let again = Task { await world.model.load() }
        let call = try await world.calls.pages.next()
        #expect(world.model.state == .loading)
        #expect(call.request == ProductListRequest(order: .cheapest, search: "책"))
        call.answer(Samples.page(1...2))
        await again.value
        #expect(world.ids == [2, 1])
    }

    @Test func cancelledFirstLoadCanBeginAnew() async throws {
        let loading = Task { await world.model.load() }
        _ = try await world.calls.pages.next()
        loading.cancel()
        await loading.value
        #expect(world.model.state == .idle)
        try await world.load(Samples.page(1...2))
        #expect(world.ids == [2, 1])
    }

    @Test func leavingTheScreenStopsLoading() async throws {
        let loading = Task { await world.model.load() }
        let call = try await world.calls.pages.next()
        world.model.stop()
        #expect(world.model.state == .idle)
        await loading.value
        #expect(!call.isPending)
        #expect(world.model.state == .idle)
    }

    @Test func answerThatIsDeliveredButNotSeenWhenTheScreenIsLeftHasNoSay() async throws {
        let loading = Task { await world.model.load() }
        let call = try await world.calls.pages.next()
        call.answer(Samples.page(1...3))
        world.model.stop()
        await loading.value
        #expect(world.model.state == .idle)
    }

    @Test func callThatIgnoresCancellationHasNoSayEither() async throws {
        world.calls.pages.hearsCancellation = false
        let loading = Task { await world.model.load() }
        let old = try await world.calls.pages.next()
        world.model.stop()
        let again = Task { await world.model.load() }
        let new = try await world.calls.pages.next()
        new.answer(Samples.page(5...6))
        await again.value
        old.answer(Samples.page(1...3))
        await loading.value
        #expect(world.ids == [6, 5])
    }

    @Test func cappedTotalSaysThatThereAreMore() async throws {
        try await world.load(
            ProductListAnswer(products: Samples.listed(1...2), totalCount: 10_000, isTotalCapped: true, nextCursor: "1")
        )
        #expect(world.model.total == "상품 10,000개 이상")
    }

    @Test func layoutIsChangedAndRemembered() {
        #expect(world.model.layout == .list)
        world.model.toggleLayout()
        #expect(world.model.layout == .grid)
        let next = ProductListModel(calls: world.calls, preferences: world.preferences, surroundings: .test)
        #expect(next.layout == .grid)
        next.toggleLayout()
        #expect(world.preferences.layout == .list)
    }

    @Test func rowSaysWhatIsPaidAndWhatIsStruck() {
        let product = Samples.product(9, pricing: Samples.pricing(1_200_000, off: 200_000), stock: 1000)
        let row = world.model.row(of: product.listed)
        #expect(row.id == Samples.id(9))
        #expect(row.price == "1,000,000원")
        #expect(row.struckPrice == "1,200,000원")
        #expect(row.stock == "재고: 999+")
        #expect(!row.isSoldOut)
        #expect(row.age == "3시간 전")
        #expect(row.accessibilityLabel == "의자 9, 1,000,000원, 할인 전 가격 1,200,000원, 재고: 999+, 3시간 전")
    }

    @Test func soldOutRowSaysSo() {
        let row = world.model.row(of: Samples.product(9, stock: 0).listed)
        #expect(row.isSoldOut)
        #expect(row.stock == "품절")
        #expect(row.struckPrice == nil)
    }
}
