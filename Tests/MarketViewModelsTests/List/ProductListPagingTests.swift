import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductListPagingTests {
    private let world = ProductListWorld()

    @Test func nextPageIsAskedForWhenTenAreLeft() async throws {
        try await world.loadFirstOfThree()
        for index in 0...8 { world.model.rowAppeared(at: index) }
        await settle()
        #expect(world.calls.pages.requests.count == 1)
        world.model.rowAppeared(at: 9)
        #expect(world.foot == .loading(after: "41"))
        let call = try await world.calls.pages.next()
        #expect(call.request.cursor == "41")
    }

    @Test func rowIsKnownByItsProductToo() async throws {
        try await world.loadFirstOfThree()
        world.model.rowAppeared(Samples.id(52))
        #expect(world.foot == .more(after: "41"))
        world.model.rowAppeared(Samples.id(51))
        #expect(world.foot == .loading(after: "41"))
        world.model.rowAppeared(Samples.id(4711))
        _ = try await world.calls.pages.next()
    }

    @Test func atMostOnePageIsUnderWay() async throws {
        try await world.loadFirstOfThree()
        for index in 9...19 { world.model.rowAppeared(at: index) }
        await world.model.loadNextPage()
        await settle()
        #expect(world.calls.pages.requests.count == 2)
    }

    @Test func pagesGoOnToTheEnd() async throws {
        try await world.loadFirstOfThree()
        world.model.rowAppeared(at: 15)
        try await world.calls.pages.next().answer(Samples.page(21...40, of: 60, next: "21"))
        try await until("the second page is there") { world.ids.count == 40 }
        #expect(world.foot == .more(after: "21"))
        world.model.rowAppeared(at: 35)
        try await world.calls.pages.next().answer(Samples.page(1...20, of: 60))
        try await until("the last page is there") { world.ids.count == 60 }
        #expect(world.ids == (1...60).reversed())
        #expect(world.foot == .end)
        world.model.rowAppeared(at: 59)
        await world.model.loadNextPage()
        await settle()
        #expect(world.calls.pages.requests.count == 3)
    }

    @Test func whoHasScrolledAheadGetsTheNextPageWithoutFurtherScrolling() async throws {
        try await world.loadFirstOfThree()
        world.model.rowAppeared(at: 19)
        try await world.calls.pages.next().answer(Samples.page(36...40, of: 60, next: "36"))
        let call = try await world.calls.pages.next()
        #expect(call.request.cursor == "36")
    }

    @Test func failedPageIsSaidAtTheFootAndRetriedInPlace() async throws {
        try await world.loadFirstOfThree()
        world.model.rowAppeared(at: 19)
        try await world.calls.pages.next().fail(Samples.offline)
        try await until("the foot says so") { world.foot == .failed(Samples.offline, after: "41") }
        #expect(world.ids.count == 20)
        world.model.rowAppeared(at: 18)
        await settle()
        #expect(world.calls.pages.requests.count == 2, "a failed page is not asked for again and again")
        let retry = Task { await world.model.loadNextPage() }
        let call = try await world.calls.pages.next()
        #expect(world.foot == .loading(after: "41"))
        #expect(call.request.cursor == "41")
        call.answer(Samples.page(1...40, of: 60))
        await retry.value
        #expect(world.ids == (1...60).reversed())
    }

    @Test func cancelledPageCanBeAskedForAgain() async throws {
        try await world.loadFirstOfThree()
        let loading = Task { await world.model.loadNextPage() }
        _ = try await world.calls.pages.next()
        loading.cancel()
        await loading.value
        #expect(world.foot == .more(after: "41"))
    }

    @Test func leavingTheScreenStopsThePageAndComingBackAsksAgain() async throws {
        try await world.loadFirstOfThree()
        world.model.rowAppeared(at: 12)
        let old = try await world.calls.pages.next()
        world.model.stop()
        #expect(world.foot == .more(after: "41"))
        await settle()
        #expect(!old.isPending)
        await world.model.load()
        let new = try await world.calls.pages.next()
        new.answer(Samples.page(1...40, of: 60))
        try await until("the page is there") { world.ids.count == 60 }
    }

    @Test func pageThatWasGivenUpBeforeItBeganIsNotAskedTwice() async throws {
        try await world.loadFirstOfThree()
        world.model.rowAppeared(at: 12)
        world.model.stop()
        world.model.rowAppeared(at: 12)
        await settle()
        #expect(world.calls.pages.requests.count == 2)
        #expect(world.foot == .loading(after: "41"))
    }

    @Test func productThatComesAgainIsShownOnceAndNewer() async throws {
        try await world.loadFirstOfThree()
        world.model.rowAppeared(at: 12)
        let again = Samples.product(45, name: "새 이름", version: 2).listed
        try await world.calls.pages.next()
            .answer(ProductListAnswer(products: [again] + Samples.listed(39...40), totalCount: 60))
        try await until("the page is there") { world.ids.count == 22 }
        #expect(world.ids == (39...60).reversed())
        #expect(world.model.products.first { $0.id == Samples.id(45) }?.name == "새 이름")
    }

    @Test func emptyPageThatLeadsBackToItselfIsTheEnd() async throws {
        try await world.loadFirstOfThree()
        world.model.rowAppeared(at: 19)
        try await world.calls.pages.next()
            .answer(ProductListAnswer(products: [], totalCount: 20, nextCursor: "41"))
        try await until("it ends") { world.foot == .end }
    }
}
