import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

/// Searching while typing: the results take the place of what is shown, and the newest have the say.
@MainActor
struct ProductListSearchTests {
    private let world = ProductListWorld()

    /// Types, and lets the pause end.
    private func type(_ text: String) async throws -> Task<Void, Never> {
        let typing = Task { await world.model.search(for: text) }
        try await world.sleep.pauses.next().answer(())
        return typing
    }

    @Test func resultsTakeThePlaceOfWhatIsShown() async throws {
        try await world.loadFirstOfThree()
        let typing = try await type("의자")
        let call = try await world.calls.pages.next()
        #expect(world.ids.count == 20, "what was shown stays until the results are there")
        #expect(world.refresh == .underWay)
        #expect(world.model.filter.search == "의자")
        #expect(world.model.shownFilter.search.isEmpty)
        call.answer(Samples.page(1...2))
        await typing.value
        #expect(world.ids == [2, 1])
        #expect(world.refresh == ListRefresh.none)
        #expect(world.model.shownFilter == world.model.filter)
    }

    @Test func theNewestSearchHasTheSayHoweverAnswersComeIn() async throws {
        try await world.loadFirstOfThree()
        world.calls.pages.hearsCancellation = false
        let first = try await type("의")
        let firstCall = try await world.calls.pages.next()
        let second = try await type("의자")
        let secondCall = try await world.calls.pages.next()
        secondCall.answer(Samples.page(1...2))
        await second.value
        firstCall.answer(Samples.page(8...9))
        await first.value
        #expect(world.ids == [2, 1])
        #expect(world.model.shownFilter.search == "의자")
    }

    @Test func emptyFieldBringsBackTheList() async throws {
        let world = ProductListWorld(ProductFilter(search: "의자"))
        try await world.load(Samples.page(1...2))
        let typing = Task { await world.model.search(for: "") }
        try await world.sleep.pauses.next().answer(())
        let call = try await world.calls.pages.next()
        #expect(call.request.search.isEmpty)
        call.answer(Samples.page(41...60, of: 60, next: "41"))
        await typing.value
        #expect(world.ids.count == 20)
    }

    @Test func typingBackToWhatIsShownGivesTheSearchUp() async throws {
        try await world.loadFirstOfThree()
        let typing = try await type("책")
        let call = try await world.calls.pages.next()
        let back = try await type("")
        await back.value
        await typing.value
        #expect(!call.isPending)
        #expect(world.refresh == ListRefresh.none)
        #expect(world.model.filter == world.model.shownFilter)
        #expect(world.calls.pages.requests.count == 2)
        #expect(world.ids.count == 20)
    }

    @Test func searchThatFailsLeavesTheListAndIsTriedAgain() async throws {
        try await world.loadFirstOfThree()
        let typing = try await type("책")
        try await world.calls.pages.next().fail(Samples.offline)
        await typing.value
        #expect(world.refresh == .failed(Samples.offline))
        #expect(world.ids.count == 20)
        #expect(world.model.searchText == "책")
        let again = Task { await world.model.load() }
        let call = try await world.calls.pages.next()
        #expect(call.request.search == "책")
        call.answer(Samples.page(1...2))
        await again.value
        #expect(world.ids == [2, 1])
    }

    @Test func searchThatWasLeftIsTakenUpAgain() async throws {
        try await world.loadFirstOfThree()
        let typing = try await type("책")
        _ = try await world.calls.pages.next()
        world.model.stop()
        await typing.value
        #expect(world.refresh == ListRefresh.none)
        let again = Task { await world.model.load() }
        try await world.calls.pages.next().answer(Samples.page(1...2))
        await again.value
        #expect(world.ids == [2, 1])
    }

    @Test func pagesOfWhatIsShownGoOnWhileASearchIsUnderWay() async throws {
        try await world.loadFirstOfThree()
        let typing = try await type("책")
        let search = try await world.calls.pages.next()
        world.model.rowAppeared(at: 19)
        let page = try await world.calls.pages.next()
        #expect(page.request == ProductListRequest(cursor: "41"))
        page.answer(Samples.page(21...40, of: 60, next: "21"))
        try await until("the page") { world.ids.count == 40 }
        search.answer(Samples.page(1...2))
        await typing.value
        #expect(world.ids == [2, 1])
    }

    @Test func whatIsListedMeanwhileGoesByWhatIsShown() async throws {
        try await world.loadFirstOfThree()
        let typing = try await type("책")
        let call = try await world.calls.pages.next()
        world.model.apply(.listed(Samples.product(61)))
        #expect(world.ids.first == 61)
        call.answer(Samples.page(1...2))
        await typing.value
        #expect(world.ids == [2, 1])
    }

    @Test func whatWasSearchedForInsteadIsSaidAsLongAsItIsShown() async throws {
        try await world.loadFirstOfThree()
        let typing = try await type("camrea")
        try await world.calls.pages.next().answer(
            ProductListAnswer(
                products: Samples.listed(1...2),
                totalCount: 3,
                nextCursor: "1",
                correctedQuery: "camera"
            )
        )
        await typing.value
        #expect(world.model.content?.correctedSearch == "camera")
        #expect(world.model.correction == WebTexts(language: .korean).foundInstead(for: "camera"))
        #expect(world.model.searchText == "camrea", "what was typed stays as it was typed")
        world.model.rowAppeared(at: 1)
        try await world.calls.pages.next().answer(Samples.page(0...0, of: 3))
        try await until("the next page") { world.ids.count == 3 }
        #expect(world.model.content?.correctedSearch == "camera")
        let right = try await type("camera")
        #expect(world.model.content?.correctedSearch == "camera", "until the results are there")
        try await world.calls.pages.next().answer(Samples.page(1...2))
        await right.value
        #expect(world.model.content?.correctedSearch == nil)
    }

    // MARK: Recent searches

    private func submit(_ text: String) async throws {
        let submitting = Task { await world.model.submitSearch(for: text) }
        try await world.calls.pages.next().answer(Samples.nothing)
        await submitting.value
    }

    @Test func whatIsSubmittedIsRememberedTheNewestFirst() async throws {
        try await submit("책")
        try await submit("  Oak Chair ")
        try await submit("의자")
        try await submit("oak chair")
        #expect(world.model.recentSearches == ["oak chair", "의자", "책"])
        #expect(world.preferences.recentSearches == world.model.recentSearches)
        #expect(ProductListWorld(preferences: world.preferences).model.recentSearches == ["oak chair", "의자", "책"])
        world.model.forgetSearch("의자")
        #expect(world.preferences.recentSearches == ["oak chair", "책"])
        world.model.clearRecentSearches()
        #expect(world.model.recentSearches.isEmpty && world.preferences.recentSearches.isEmpty)
    }

    @Test func eightAreRemembered() async throws {
        for number in 1...9 { try await submit("\(number)") }
        #expect(world.model.recentSearches == (2...9).reversed().map { "\($0)" })
    }

    @Test func whatIsTypedOnTheWayIsRememberedOnlyWhenItLedToSomething() async throws {
        for text in ["의", "의자"] {
            let typing = try await type(text)
            try await world.calls.pages.next().answer(Samples.page(1...2))
            await typing.value
        }
        #expect(world.model.recentSearches.isEmpty)
        world.model.rememberSearch()
        #expect(world.model.recentSearches == ["의자"])
    }

    @Test func blankSearchIsNotRemembered() async throws {
        await world.model.submitSearch(for: "  ")
        #expect(world.model.recentSearches.isEmpty)
    }
}
