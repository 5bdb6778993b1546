import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductListFilterTests {
    private let world = ProductListWorld()

    private func show(_ filter: ProductFilter) -> Task<Void, Never> { Task { await world.model.show(filter) } }
    private func search(_ text: String) -> Task<Void, Never> { Task { await world.model.search(for: text) } }

    @Test func anotherOrderLoadsAnotherList() async throws {
        try await world.loadFirstOfThree()
        let showing = show(ProductFilter(order: .dearest, isInStock: true, vendor: Vendor.ID(rawValue: 3)))
        let call = try await world.calls.pages.next()
        #expect(world.model.state == .loading)
        #expect(
            call.request == ProductListRequest(order: .dearest, isInStock: true, vendor: Vendor.ID(rawValue: 3))
        )
        call.answer(Samples.page(1...2))
        await showing.value
        #expect(world.ids == [2, 1])
    }

    @Test func theSameChoiceAsksNothing() async throws {
        try await world.loadFirstOfThree()
        await world.model.show(world.model.filter)
        #expect(world.calls.pages.requests.count == 1)
        #expect(world.ids.count == 20)
    }

    @Test func answerToTheOldChoiceNeverOverwritesTheNewOne() async throws {
        world.calls.pages.hearsCancellation = false
        let (old, oldCall) = (show(ProductFilter(order: .cheapest)), try await world.calls.pages.next())
        let (new, newCall) = (show(ProductFilter(order: .dearest)), try await world.calls.pages.next())
        newCall.answer(Samples.page(8...9))
        await new.value
        oldCall.answer(Samples.page(1...2))
        await old.value
        #expect(world.ids == [9, 8])
        #expect(world.model.filter.order == .dearest)
    }

    @Test func failureOfTheOldChoiceIsNotShownWithTheNewOne() async throws {
        world.calls.pages.hearsCancellation = false
        let (old, oldCall) = (show(ProductFilter(order: .cheapest)), try await world.calls.pages.next())
        let (new, newCall) = (show(ProductFilter(order: .dearest)), try await world.calls.pages.next())
        oldCall.fail(Samples.offline)
        await old.value
        #expect(world.model.state == .loading)
        newCall.answer(Samples.page(8...9))
        await new.value
        #expect(world.ids == [9, 8])
    }

    @Test func refreshAndPageOfTheOldChoiceAreDropped() async throws {
        try await world.loadFirstOfThree()
        world.calls.pages.hearsCancellation = false
        world.model.rowAppeared(at: 19)
        let pageCall = try await world.calls.pages.next()
        let refreshing = Task { await world.model.refresh() }
        let refreshCall = try await world.calls.pages.next()
        let showing = show(ProductFilter(isInStock: true))
        let newCall = try await world.calls.pages.next()
        pageCall.answer(Samples.page(21...40))
        refreshCall.answer(Samples.page(61...80))
        await refreshing.value
        await settle()
        #expect(world.model.state == .loading)
        newCall.answer(Samples.page(1...2))
        await showing.value
        #expect(world.ids == [2, 1])
    }

    @Test func supersededCallsAreCancelled() async throws {
        let old = show(ProductFilter(order: .cheapest))
        let oldCall = try await world.calls.pages.next()
        let new = show(ProductFilter(order: .dearest))
        let newCall = try await world.calls.pages.next()
        #expect(!oldCall.isPending)
        newCall.answer(Samples.nothing)
        await old.value
        await new.value
    }

    @Test func searchWaitsUntilTypingPauses() async throws {
        try await world.loadFirstOfThree()
        let first = search("의")
        let firstPause = try await world.sleep.pauses.next()
        #expect(firstPause.request == ProductListModel.searchPause)
        let second = search(" 의자 ")
        let secondPause = try await world.sleep.pauses.next()
        firstPause.answer(())
        await first.value
        #expect(world.calls.pages.requests.count == 1)
        #expect(world.model.searchText == " 의자 ")
        secondPause.answer(())
        let call = try await world.calls.pages.next()
        #expect(call.request.search == "의자")
        call.answer(Samples.page(1...2))
        await second.value
        #expect(world.ids == [2, 1])
    }

    @Test func typingThatComesBackToWhatIsShownAsksNothing() async throws {
        try await world.loadFirstOfThree()
        let searching = search("  ")
        try await world.sleep.pauses.next().answer(())
        await searching.value
        #expect(world.calls.pages.requests.count == 1)
        #expect(world.ids.count == 20)
    }

    @Test func returnKeySearchesAtOnceAndThePauseSearchesNoMore() async throws {
        let searching = search("책")
        let pause = try await world.sleep.pauses.next()
        let submitting = Task { await world.model.submitSearch() }
        try await world.calls.pages.next().answer(Samples.page(1...2))
        await submitting.value
        pause.answer(())
        await searching.value
        #expect(world.calls.pages.requests.map(\.search) == ["책"])
    }

    @Test func cancelledTypingSearchesNothing() async throws {
        try await world.loadFirstOfThree()
        let searching = search("책")
        _ = try await world.sleep.pauses.next()
        searching.cancel()
        await searching.value
        #expect(world.calls.pages.requests.count == 1)
        #expect(world.ids.count == 20)
    }

    @Test func choiceMadeWhileTypingIsKeptBySearch() async throws {
        let searching = search("책")
        let pause = try await world.sleep.pauses.next()
        pause.answer(())
        try await world.calls.pages.next().answer(Samples.nothing)
        await searching.value
        var filter = world.model.filter
        filter.isInStock = true
        let showing = show(filter)
        let call = try await world.calls.pages.next()
        #expect(call.request == ProductListRequest(search: "책", isInStock: true))
        call.answer(Samples.nothing)
        await showing.value
        #expect(world.model.searchText == "책")
    }

    @Test func showingEverythingEmptiesTheSearchField() async throws {
        let world = ProductListWorld(ProductFilter(search: "없는 것"))
        try await world.load(Samples.nothing)
        let showing = Task { await world.model.show(ProductFilter()) }
        try await world.calls.pages.next().answer(Samples.page(1...2))
        await showing.value
        #expect(world.model.searchText.isEmpty)
        #expect(world.ids == [2, 1])
    }
}
