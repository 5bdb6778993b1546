import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductListFilterTests {
    private let fixture = ProductListFixture()

    private func show(_ filter: ProductFilter) -> Task<Void, Never> { Task { await fixture.model.show(filter) } }
    private func search(_ text: String) -> Task<Void, Never> { Task { await fixture.model.search(for: text) } }

    @Test func anotherOrderLoadsAnotherList() async throws {
        try await fixture.loadFirstOfThree()
        let showing = show(ProductFilter(order: .mostExpensive, isInStock: true, vendor: Vendor.ID(rawValue: 3)))
        let call = try await fixture.calls.pages.next()
        #expect(fixture.model.state == .loading)
        #expect(
            call.request == ProductListRequest(order: .mostExpensive, isInStock: true, vendor: Vendor.ID(rawValue: 3))
        )
        call.response(Samples.page(1...2))
        await showing.value
        #expect(fixture.ids == [2, 1])
    }

    @Test func theSameChoiceAsksNothing() async throws {
        try await fixture.loadFirstOfThree()
        await fixture.model.show(fixture.model.filter)
        #expect(fixture.calls.pages.requests.count == 1)
        #expect(fixture.ids.count == 20)
    }

    @Test func answerToTheOldChoiceNeverOverwritesTheNewOne() async throws {
        fixture.calls.pages.hearsCancellation = false
        let (old, oldCall) = (show(ProductFilter(order: .cheapest)), try await fixture.calls.pages.next())
        let (new, newCall) = (show(ProductFilter(order: .mostExpensive)), try await fixture.calls.pages.next())
        newCall.response(Samples.page(8...9))
        await new.value
        oldCall.response(Samples.page(1...2))
        await old.value
        #expect(fixture.ids == [9, 8])
        #expect(fixture.model.filter.order == .mostExpensive)
    }

    @Test func failureOfTheOldChoiceIsNotShownWithTheNewOne() async throws {
        fixture.calls.pages.hearsCancellation = false
        let (old, oldCall) = (show(ProductFilter(order: .cheapest)), try await fixture.calls.pages.next())
        let (new, newCall) = (show(ProductFilter(order: .mostExpensive)), try await fixture.calls.pages.next())
        oldCall.fail(Samples.offline)
        await old.value
        #expect(fixture.model.state == .loading)
        newCall.response(Samples.page(8...9))
        await new.value
        #expect(fixture.ids == [9, 8])
    }

    @Test func refreshAndPageOfTheOldChoiceAreDropped() async throws {
        try await fixture.loadFirstOfThree()
        fixture.calls.pages.hearsCancellation = false
        fixture.model.rowAppeared(at: 19)
        let pageCall = try await fixture.calls.pages.next()
        let refreshing = Task { await fixture.model.refresh() }
        let refreshCall = try await fixture.calls.pages.next()
        let showing = show(ProductFilter(isInStock: true))
        let newCall = try await fixture.calls.pages.next()
        pageCall.response(Samples.page(21...40))
        refreshCall.response(Samples.page(61...80))
        await refreshing.value
        await settle()
        #expect(fixture.model.state == .loading)
        newCall.response(Samples.page(1...2))
        await showing.value
        #expect(fixture.ids == [2, 1])
    }

    @Test func supersededCallsAreCancelled() async throws {
        let old = show(ProductFilter(order: .cheapest))
        let oldCall = try await fixture.calls.pages.next()
        let new = show(ProductFilter(order: .mostExpensive))
        let newCall = try await fixture.calls.pages.next()
        #expect(!oldCall.isPending)
        newCall.response(Samples.nothing)
        await old.value
        await new.value
    }

    @Test func searchWaitsUntilTypingPauses() async throws {
        try await fixture.loadFirstOfThree()
        let first = search("의")
        let firstPause = try await fixture.sleep.pauses.next()
        #expect(firstPause.request == ProductListModel.searchPause)
        let second = search(" 의자 ")
        let secondPause = try await fixture.sleep.pauses.next()
        firstPause.response(())
        await first.value
        #expect(fixture.calls.pages.requests.count == 1)
        #expect(fixture.model.searchText == " 의자 ")
        secondPause.response(())
        let call = try await fixture.calls.pages.next()
        #expect(call.request.search == "의자")
        call.response(Samples.page(1...2))
        await second.value
        #expect(fixture.ids == [2, 1])
    }

    @Test func typingThatComesBackToWhatIsShownAsksNothing() async throws {
        try await fixture.loadFirstOfThree()
        let searching = search("  ")
        try await fixture.sleep.pauses.next().response(())
        await searching.value
        #expect(fixture.calls.pages.requests.count == 1)
        #expect(fixture.ids.count == 20)
    }

    @Test func returnKeySearchesAtOnceAndThePauseSearchesNoMore() async throws {
        let searching = search("책")
        let pause = try await fixture.sleep.pauses.next()
        let submitting = Task { await fixture.model.submitSearch() }
        try await fixture.calls.pages.next().response(Samples.page(1...2))
        await submitting.value
        pause.response(())
        await searching.value
        #expect(fixture.calls.pages.requests.map(\.search) == ["책"])
    }

    @Test func cancelledTypingSearchesNothing() async throws {
        try await fixture.loadFirstOfThree()
        let searching = search("책")
        _ = try await fixture.sleep.pauses.next()
        searching.cancel()
        await searching.value
        #expect(fixture.calls.pages.requests.count == 1)
        #expect(fixture.ids.count == 20)
    }

    @Test func choiceMadeWhileTypingIsKeptBySearch() async throws {
        let searching = search("책")
        let pause = try await fixture.sleep.pauses.next()
        pause.response(())
        try await fixture.calls.pages.next().response(Samples.nothing)
        await searching.value
        var filter = fixture.model.filter
        filter.isInStock = true
        let showing = show(filter)
        let call = try await fixture.calls.pages.next()
        #expect(call.request == ProductListRequest(search: "책", isInStock: true))
        call.response(Samples.nothing)
        await showing.value
        #expect(fixture.model.searchText == "책")
    }

    @Test func showingEverythingEmptiesTheSearchField() async throws {
        let fixture = ProductListFixture(ProductFilter(search: "없는 것"))
        try await fixture.load(Samples.nothing)
        let showing = Task { await fixture.model.show(ProductFilter()) }
        try await fixture.calls.pages.next().response(Samples.page(1...2))
        await showing.value
        #expect(fixture.model.searchText.isEmpty)
        #expect(fixture.ids == [2, 1])
    }
}
