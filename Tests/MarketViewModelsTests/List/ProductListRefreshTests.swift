import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductListRefreshTests {
    private let world = ProductListWorld()

    private func refresh() -> Task<Void, Never> { Task { await world.model.refresh() } }

    @Test func whatIsShownStaysUntilTheNewestAreThere() async throws {
        try await world.loadFirstOfThree()
        let refreshing = refresh()
        let call = try await world.calls.pages.next()
        #expect(world.refresh == .underWay)
        #expect(world.ids == (41...60).reversed())
        #expect(call.request.cursor == nil)
        call.answer(Samples.page(43...62, of: 62, next: "43"))
        await refreshing.value
        #expect(world.refresh == ListRefresh.none)
        #expect(world.ids == (43...62).reversed())
        #expect(world.foot == .more(after: "43"))
    }

    @Test func failedRefreshKeepsTheListAndTells() async throws {
        try await world.loadFirstOfThree()
        let refreshing = refresh()
        try await world.calls.pages.next().fail(Samples.offline)
        await refreshing.value
        #expect(world.ids.count == 20)
        #expect(world.refresh == .failed(Samples.offline))
        world.model.dismissRefreshFailure()
        #expect(world.refresh == ListRefresh.none)
    }

    @Test func cancelledRefreshLeavesTheListAsItWas() async throws {
        try await world.loadFirstOfThree()
        let refreshing = refresh()
        _ = try await world.calls.pages.next()
        refreshing.cancel()
        await refreshing.value
        #expect(world.refresh == ListRefresh.none)
        #expect(world.ids.count == 20)
    }

    @Test func ofTwoRefreshesTheNewerCounts() async throws {
        try await world.loadFirstOfThree()
        world.calls.pages.hearsCancellation = false
        let (first, firstCall) = (refresh(), try await world.calls.pages.next())
        let (second, secondCall) = (refresh(), try await world.calls.pages.next())
        secondCall.answer(Samples.page(1...3))
        await second.value
        firstCall.answer(Samples.page(1...2))
        await first.value
        #expect(world.ids == [3, 2, 1])
        #expect(world.refresh == ListRefresh.none)
    }

    @Test func olderRefreshThatFailsSaysNothingWhileTheNewerIsUnderWay() async throws {
        try await world.loadFirstOfThree()
        world.calls.pages.hearsCancellation = false
        let (first, firstCall) = (refresh(), try await world.calls.pages.next())
        let (second, secondCall) = (refresh(), try await world.calls.pages.next())
        firstCall.fail(Samples.offline)
        await first.value
        #expect(world.refresh == .underWay)
        secondCall.answer(Samples.page(1...3))
        await second.value
        #expect(world.refresh == ListRefresh.none)
    }

    @Test func pageOfTheOldListThatComesAfterTheRefreshIsDropped() async throws {
        try await world.loadFirstOfThree()
        world.calls.pages.hearsCancellation = false
        world.model.rowAppeared(at: 5)
        let page = Task { await world.model.loadNextPage() }
        let pageCall = try await world.calls.pages.next()
        let refreshing = refresh()
        try await world.calls.pages.next().answer(Samples.page(60...79, of: 79, next: "60"))
        await refreshing.value
        pageCall.answer(Samples.page(21...40, of: 60, next: "21"))
        await page.value
        #expect(world.ids == (60...79).reversed())
        #expect(world.foot == .more(after: "60"))
    }

    @Test func pageThatComesBeforeTheRefreshIsShownMeanwhile() async throws {
        try await world.loadFirstOfThree()
        world.model.rowAppeared(at: 9)
        let pageCall = try await world.calls.pages.next()
        let refreshing = refresh()
        let refreshCall = try await world.calls.pages.next()
        pageCall.answer(Samples.page(21...40, of: 60, next: "21"))
        try await until("the page is there") { world.ids.count == 40 }
        #expect(world.refresh == .underWay)
        refreshCall.fail(Samples.offline)
        await refreshing.value
        #expect(world.ids.count == 40)
    }

    @Test func emptyListIsRefreshedToo() async throws {
        try await world.load(Samples.nothing)
        let refreshing = refresh()
        let call = try await world.calls.pages.next()
        #expect(world.model.state == .empty(.market, .underWay))
        call.answer(Samples.page(1...2))
        await refreshing.value
        #expect(world.ids == [2, 1])
    }

    @Test func refreshAfterAFailedLoadLoads() async throws {
        let loading = Task { await world.model.load() }
        try await world.calls.pages.next().fail(Samples.offline)
        await loading.value
        let refreshing = refresh()
        let call = try await world.calls.pages.next()
        #expect(world.model.state == .loading)
        call.answer(Samples.page(1...2))
        await refreshing.value
        #expect(world.ids == [2, 1])
    }

    @Test func shortWindowThatShowsAllRowsGoesOnAfterARefresh() async throws {
        try await world.loadFirstOfThree()
        for index in 0...8 { world.model.rowAppeared(at: index) }
        let refreshing = refresh()
        try await world.calls.pages.next()
            .answer(ProductListAnswer(products: Samples.listed(53...60), totalCount: 60, nextCursor: "53"))
        await refreshing.value
        let call = try await world.calls.pages.next()
        #expect(call.request.cursor == "53")
    }
}
