import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductListRefreshTests {
    private let fixture = ProductListFixture()

    private func refresh() -> Task<Void, Never> { Task { await fixture.model.refresh() } }

    @Test func whatIsShownStaysUntilTheNewestAreThere() async throws {
        try await fixture.loadFirstOfThree()
        let refreshing = refresh()
        let call = try await fixture.calls.pages.next()
        #expect(fixture.refresh == .inFlight)
        #expect(fixture.ids == (41...60).reversed())
        #expect(call.request.cursor == nil)
        call.response(Samples.page(43...62, of: 62, next: "43"))
        await refreshing.value
        #expect(fixture.refresh == ListRefresh.none)
        #expect(fixture.ids == (43...62).reversed())
        #expect(fixture.pagination == .more(after: "43"))
    }

    @Test func failedRefreshKeepsTheListAndTells() async throws {
        try await fixture.loadFirstOfThree()
        let refreshing = refresh()
        try await fixture.calls.pages.next().fail(Samples.offline)
        await refreshing.value
        #expect(fixture.ids.count == 20)
        #expect(fixture.refresh == .failed(Samples.offline))
        // The button beside the message.
        let again = refresh()
        try await fixture.calls.pages.next().response(Samples.page(43...62, of: 62, next: "43"))
        await again.value
        #expect(fixture.refresh == ListRefresh.none)
    }

    @Test func cancelledRefreshLeavesTheListAsItWas() async throws {
        try await fixture.loadFirstOfThree()
        let refreshing = refresh()
        _ = try await fixture.calls.pages.next()
        refreshing.cancel()
        await refreshing.value
        #expect(fixture.refresh == ListRefresh.none)
        #expect(fixture.ids.count == 20)
    }

    @Test func ofTwoRefreshesTheNewerCounts() async throws {
        try await fixture.loadFirstOfThree()
        fixture.calls.pages.hearsCancellation = false
        let (first, firstCall) = (refresh(), try await fixture.calls.pages.next())
        let (second, secondCall) = (refresh(), try await fixture.calls.pages.next())
        secondCall.response(Samples.page(1...3))
        await second.value
        firstCall.response(Samples.page(1...2))
        await first.value
        #expect(fixture.ids == [3, 2, 1])
        #expect(fixture.refresh == ListRefresh.none)
    }

    @Test func olderRefreshThatFailsSaysNothingWhileTheNewerIsUnderWay() async throws {
        try await fixture.loadFirstOfThree()
        fixture.calls.pages.hearsCancellation = false
        let (first, firstCall) = (refresh(), try await fixture.calls.pages.next())
        let (second, secondCall) = (refresh(), try await fixture.calls.pages.next())
        firstCall.fail(Samples.offline)
        await first.value
        #expect(fixture.refresh == .inFlight)
        secondCall.response(Samples.page(1...3))
        await second.value
        #expect(fixture.refresh == ListRefresh.none)
    }

    @Test func pageOfTheOldListThatComesAfterTheRefreshIsDropped() async throws {
        try await fixture.loadFirstOfThree()
        fixture.calls.pages.hearsCancellation = false
        fixture.model.rowAppeared(at: 5)
        let page = Task { await fixture.model.loadNextPage() }
        let pageCall = try await fixture.calls.pages.next()
        let refreshing = refresh()
        try await fixture.calls.pages.next().response(Samples.page(60...79, of: 79, next: "60"))
        await refreshing.value
        pageCall.response(Samples.page(21...40, of: 60, next: "21"))
        await page.value
        #expect(fixture.ids == (60...79).reversed())
        #expect(fixture.pagination == .more(after: "60"))
    }

    @Test func pageThatComesBeforeTheRefreshIsShownMeanwhile() async throws {
        try await fixture.loadFirstOfThree()
        fixture.model.rowAppeared(at: 9)
        let pageCall = try await fixture.calls.pages.next()
        let refreshing = refresh()
        let refreshCall = try await fixture.calls.pages.next()
        pageCall.response(Samples.page(21...40, of: 60, next: "21"))
        try await until("the page is there") { fixture.ids.count == 40 }
        #expect(fixture.refresh == .inFlight)
        refreshCall.fail(Samples.offline)
        await refreshing.value
        #expect(fixture.ids.count == 40)
    }

    @Test func emptyListIsRefreshedToo() async throws {
        try await fixture.load(Samples.nothing)
        let refreshing = refresh()
        let call = try await fixture.calls.pages.next()
        #expect(fixture.model.state == .empty(.market, .inFlight))
        call.response(Samples.page(1...2))
        await refreshing.value
        #expect(fixture.ids == [2, 1])
    }

    @Test func refreshAfterAFailedLoadLoads() async throws {
        let loading = Task { await fixture.model.load() }
        try await fixture.calls.pages.next().fail(Samples.offline)
        await loading.value
        let refreshing = refresh()
        let call = try await fixture.calls.pages.next()
        #expect(fixture.model.state == .loading)
        call.response(Samples.page(1...2))
        await refreshing.value
        #expect(fixture.ids == [2, 1])
    }

    @Test func shortWindowThatShowsAllRowsGoesOnAfterARefresh() async throws {
        try await fixture.loadFirstOfThree()
        for index in 0...8 { fixture.model.rowAppeared(at: index) }
        let refreshing = refresh()
        try await fixture.calls.pages.next()
            .response(ProductListResponse(products: Samples.listed(53...60), totalCount: 60, nextCursor: "53"))
        await refreshing.value
        let call = try await fixture.calls.pages.next()
        #expect(call.request.cursor == "53")
    }
}
