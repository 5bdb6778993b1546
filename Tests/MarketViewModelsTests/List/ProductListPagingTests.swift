import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductListPagingTests {
    private let fixture = ProductListFixture()

    @Test func nextPageIsAskedForWhenTenAreLeft() async throws {
        try await fixture.loadFirstOfThree()
        for index in 0...8 { fixture.model.rowAppeared(at: index) }
        await settle()
        #expect(fixture.calls.pages.requests.count == 1)
        fixture.model.rowAppeared(at: 9)
        #expect(fixture.pagination == .loading(after: "41"))
        let call = try await fixture.calls.pages.next()
        #expect(call.request.cursor == "41")
    }

    @Test func rowIsKnownByItsProductToo() async throws {
        try await fixture.loadFirstOfThree()
        fixture.model.rowAppeared(Samples.id(52))
        #expect(fixture.pagination == .more(after: "41"))
        fixture.model.rowAppeared(Samples.id(51))
        #expect(fixture.pagination == .loading(after: "41"))
        fixture.model.rowAppeared(Samples.id(4711))
        _ = try await fixture.calls.pages.next()
    }

    @Test func atMostOnePageIsUnderWay() async throws {
        try await fixture.loadFirstOfThree()
        for index in 9...19 { fixture.model.rowAppeared(at: index) }
        await fixture.model.loadNextPage()
        try await until("the next page is asked for") { fixture.calls.pages.requests.count > 1 }
        await settle()
        #expect(fixture.calls.pages.requests.count == 2)
    }

    @Test func pagesGoOnToTheEnd() async throws {
        try await fixture.loadFirstOfThree()
        fixture.model.rowAppeared(at: 15)
        try await fixture.calls.pages.next().response(Samples.page(21...40, of: 60, next: "21"))
        try await until("the second page is there") { fixture.ids.count == 40 }
        #expect(fixture.pagination == .more(after: "21"))
        fixture.model.rowAppeared(at: 35)
        try await fixture.calls.pages.next().response(Samples.page(1...20, of: 60))
        try await until("the last page is there") { fixture.ids.count == 60 }
        #expect(fixture.ids == (1...60).reversed())
        #expect(fixture.pagination == .end)
        fixture.model.rowAppeared(at: 59)
        await fixture.model.loadNextPage()
        await settle()
        #expect(fixture.calls.pages.requests.count == 3)
    }

    @Test func whoHasScrolledAheadGetsTheNextPageWithoutFurtherScrolling() async throws {
        try await fixture.loadFirstOfThree()
        fixture.model.rowAppeared(at: 19)
        try await fixture.calls.pages.next().response(Samples.page(36...40, of: 60, next: "36"))
        let call = try await fixture.calls.pages.next()
        #expect(call.request.cursor == "36")
    }

    @Test func failedPageIsSaidAtTheFootAndRetriedInPlace() async throws {
        try await fixture.loadFirstOfThree()
        fixture.model.rowAppeared(at: 19)
        try await fixture.calls.pages.next().fail(Samples.offline)
        try await until("the foot says so") { fixture.pagination == .failed(Samples.offline, after: "41") }
        #expect(fixture.ids.count == 20)
        fixture.model.rowAppeared(at: 18)
        await settle()
        #expect(fixture.calls.pages.requests.count == 2, "a failed page is not asked for again and again")
        let retry = Task { await fixture.model.loadNextPage() }
        let call = try await fixture.calls.pages.next()
        #expect(fixture.pagination == .loading(after: "41"))
        #expect(call.request.cursor == "41")
        call.response(Samples.page(1...40, of: 60))
        await retry.value
        #expect(fixture.ids == (1...60).reversed())
    }

    @Test func cancelledPageCanBeAskedForAgain() async throws {
        try await fixture.loadFirstOfThree()
        let loading = Task { await fixture.model.loadNextPage() }
        _ = try await fixture.calls.pages.next()
        loading.cancel()
        await loading.value
        #expect(fixture.pagination == .more(after: "41"))
    }

    @Test func leavingTheScreenStopsThePageAndComingBackAsksAgain() async throws {
        try await fixture.loadFirstOfThree()
        fixture.model.rowAppeared(at: 12)
        let old = try await fixture.calls.pages.next()
        fixture.model.stop()
        #expect(fixture.pagination == .more(after: "41"))
        await settle()
        #expect(!old.isPending)
        await fixture.model.load()
        let new = try await fixture.calls.pages.next()
        new.response(Samples.page(1...40, of: 60))
        try await until("the page is there") { fixture.ids.count == 60 }
    }

    @Test func pageThatWasGivenUpBeforeItBeganIsNotAskedTwice() async throws {
        try await fixture.loadFirstOfThree()
        fixture.model.rowAppeared(at: 12)
        fixture.model.stop()
        fixture.model.rowAppeared(at: 12)
        try await until("the page is asked for") { fixture.calls.pages.requests.count > 1 }
        await settle()
        #expect(fixture.calls.pages.requests.count == 2)
        #expect(fixture.pagination == .loading(after: "41"))
    }

    @Test func productThatComesAgainIsShownOnceAndNewer() async throws {
        try await fixture.loadFirstOfThree()
        fixture.model.rowAppeared(at: 12)
        let again = Samples.product(45, name: "새 이름", version: 2).listed
        try await fixture.calls.pages.next()
            .response(ProductListResponse(products: [again] + Samples.listed(39...40), totalCount: 60))
        try await until("the page is there") { fixture.ids.count == 22 }
        #expect(fixture.ids == (39...60).reversed())
        #expect(fixture.model.products.first { $0.id == Samples.id(45) }?.name == "새 이름")
    }

    @Test func emptyPageThatLeadsBackToItselfIsTheEnd() async throws {
        try await fixture.loadFirstOfThree()
        fixture.model.rowAppeared(at: 19)
        try await fixture.calls.pages.next()
            .response(ProductListResponse(products: [], totalCount: 20, nextCursor: "41"))
        try await until("it ends") { fixture.pagination == .end }
    }
}
