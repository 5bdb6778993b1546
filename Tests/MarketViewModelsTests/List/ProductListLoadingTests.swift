import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductListLoadingTests {
    private let fixture = ProductListFixture()

    @Test func nothingIsAskedBeforeTheScreenAppears() async {
        await settle()
        #expect(fixture.model.state == .idle)
        #expect(fixture.calls.pages.requests.isEmpty)
    }

    @Test func firstLoadShowsPlaceholdersUntilTheAnswerIsThere() async throws {
        let loading = Task { await fixture.model.load() }
        let call = try await fixture.calls.pages.next()
        #expect(fixture.model.state == .loading)
        #expect(call.request == ProductListRequest(size: 20))
        call.response(Samples.page(1...3))
        await loading.value
        #expect(fixture.ids == [3, 2, 1])
        #expect(fixture.pagination == .end)
        #expect(fixture.model.total == "상품 3개")
    }

    @Test func loadingTwiceAsksOnce() async throws {
        let first = Task { await fixture.model.load() }
        let call = try await fixture.calls.pages.next()
        await fixture.model.load()
        call.response(Samples.page(1...3))
        await first.value
        #expect(fixture.calls.pages.requests.count == 1)
    }

    @Test func comingBackFindsTheListAsItWas() async throws {
        try await fixture.loadFirstOfThree()
        await fixture.model.load()
        #expect(fixture.ids.count == 20)
        #expect(fixture.calls.pages.requests.count == 1)
    }

    @Test func emptyMarketIsSaid() async throws {
        try await fixture.load(Samples.nothing)
        #expect(fixture.model.state == .empty(.market, .none))
    }

    @Test func emptySearchSaysWhatWasSearched() async throws {
        let fixture = ProductListFixture(ProductFilter(search: "의자", isInStock: true))
        try await fixture.load(Samples.nothing)
        #expect(fixture.model.state == .empty(.search("의자"), .none))
    }

    @Test(arguments: [
        (ProductFilter(isInStock: true), EmptyList.filter),
        (ProductFilter(vendor: Vendor.ID(rawValue: 3)), .seller),
    ])
    func emptyChoiceSaysWhatWasChosen(_ filter: ProductFilter, _ reason: EmptyList) async throws {
        let fixture = ProductListFixture(filter)
        try await fixture.load(Samples.nothing)
        #expect(fixture.model.state == .empty(reason, .none))
    }

    @Test func failureIsShownAndTryingAgainLosesNothing() async throws {
        let fixture = ProductListFixture(ProductFilter(order: .cheapest, search: "책"))
        let loading = Task { await fixture.model.load() }
        try await fixture.calls.pages.next().fail(Samples.offline)
        await loading.value
        #expect(fixture.model.state == .failed(Samples.offline))
        let again = Task { await fixture.model.load() }
        let call = try await fixture.calls.pages.next()
        #expect(fixture.model.state == .loading)
        #expect(call.request == ProductListRequest(order: .cheapest, search: "책"))
        call.response(Samples.page(1...2))
        await again.value
        #expect(fixture.ids == [2, 1])
    }

    @Test func cancelledFirstLoadCanBeginAnew() async throws {
        let loading = Task { await fixture.model.load() }
        _ = try await fixture.calls.pages.next()
        loading.cancel()
        await loading.value
        #expect(fixture.model.state == .idle)
        try await fixture.load(Samples.page(1...2))
        #expect(fixture.ids == [2, 1])
    }

    @Test func leavingTheScreenStopsLoading() async throws {
        let loading = Task { await fixture.model.load() }
        let call = try await fixture.calls.pages.next()
        fixture.model.stop()
        #expect(fixture.model.state == .idle)
        await loading.value
        #expect(!call.isPending)
        #expect(fixture.model.state == .idle)
    }

    @Test func responseAfterTheScreenIsLeftIsIgnored() async throws {
        let loading = Task { await fixture.model.load() }
        let call = try await fixture.calls.pages.next()
        call.response(Samples.page(1...3))
        fixture.model.stop()
        await loading.value
        #expect(fixture.model.state == .idle)
    }

    @Test func callThatIgnoresCancellationHasNoSayEither() async throws {
        fixture.calls.pages.hearsCancellation = false
        let loading = Task { await fixture.model.load() }
        let old = try await fixture.calls.pages.next()
        fixture.model.stop()
        let again = Task { await fixture.model.load() }
        let new = try await fixture.calls.pages.next()
        new.response(Samples.page(5...6))
        await again.value
        old.response(Samples.page(1...3))
        await loading.value
        #expect(fixture.ids == [6, 5])
    }

    @Test func cappedTotalSaysThatThereAreMore() async throws {
        try await fixture.load(
            ProductListResponse(
                products: Samples.listed(1...2),
                totalCount: 10_000,
                isTotalCapped: true,
                nextCursor: "1"
            )
        )
        #expect(fixture.model.total == "상품 10,000개 이상")
    }

    @Test func layoutIsChangedAndRemembered() {
        #expect(fixture.model.layout == .list)
        fixture.model.toggleLayout()
        #expect(fixture.model.layout == .grid)
        let next = ProductListModel(service: fixture.calls, preferences: fixture.preferences, dependencies: .test)
        #expect(next.layout == .grid)
        next.toggleLayout()
        #expect(fixture.preferences.layout == .list)
    }

    @Test func rowSaysWhatIsPaidAndWhatIsStruck() {
        let product = Samples.product(9, pricing: Samples.pricing(1_200_000, off: 200_000), stock: 1000)
        let row = fixture.model.row(of: product.listed)
        #expect(row.id == Samples.id(9))
        #expect(row.price == "1,000,000원")
        #expect(row.struckPrice == "1,200,000원")
        #expect(row.stock == "재고: 999+")
        #expect(!row.isSoldOut)
        #expect(row.age == "3시간 전")
        #expect(row.accessibilityLabel == "의자 9, 1,000,000원, 할인 전 가격 1,200,000원, 재고: 999+, 3시간 전")
    }

    @Test func rowSaysConditionAndPlaceIfTheyAreGiven() {
        let attributes = ListingAttributes(condition: .likeNew, handover: .both, place: "연남동", category: "books")
        let row = fixture.model.row(of: Samples.product(9, attributes: attributes).listed)
        #expect(row.details == "거의 새것 · 연남동")
        #expect(row.accessibilityLabel == "의자 9, 10,000원, 재고: 1, 3시간 전, 거의 새것 · 연남동")
        #expect(fixture.model.row(of: Samples.product(9).listed).details == nil)
    }

    @Test func soldOutRowSaysSo() {
        let row = fixture.model.row(of: Samples.product(9, stock: 0).listed)
        #expect(row.isSoldOut)
        #expect(row.stock == "품절")
        #expect(row.struckPrice == nil)
    }
}
