import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing

/// Searching while typing: results replace the list that is shown, and the latest search wins.
@MainActor
struct ProductListSearchTests {
    private let fixture = ProductListFixture()

    /// Types a text, and ends the pause.
    private func type(_ text: String) async throws -> Task<Void, Never> {
        let typing = Task { await fixture.model.search(for: text) }
        try await fixture.sleep.pauses.next().response(())
        return typing
    }

    @Test func resultsTakeThePlaceOfWhatIsShown() async throws {
        try await fixture.loadFirstOfThree()
        let typing = try await type("의자")
        let call = try await fixture.calls.pages.next()
        #expect(fixture.ids.count == 20, "what was shown stays until the results are there")
        #expect(fixture.refresh == .inFlight)
        #expect(fixture.model.filter.search == "의자")
        #expect(fixture.model.shownFilter.search.isEmpty)
        call.response(Samples.page(1...2))
        await typing.value
        #expect(fixture.ids == [2, 1])
        #expect(fixture.refresh == ListRefresh.none)
        #expect(fixture.model.shownFilter == fixture.model.filter)
    }

    @Test func theNewestSearchHasTheSayHoweverAnswersComeIn() async throws {
        try await fixture.loadFirstOfThree()
        fixture.calls.pages.hearsCancellation = false
        let first = try await type("의")
        let firstCall = try await fixture.calls.pages.next()
        let second = try await type("의자")
        let secondCall = try await fixture.calls.pages.next()
        secondCall.response(Samples.page(1...2))
        await second.value
        firstCall.response(Samples.page(8...9))
        await first.value
        #expect(fixture.ids == [2, 1])
        #expect(fixture.model.shownFilter.search == "의자")
    }

    /// A search field that shows the model's text loses no keystroke that comes before an earlier one was searched.
    @Test func textIsTheModelsAsSoonAsItWasTyped() async throws {
        try await fixture.loadFirstOfThree()
        for text in ["ㅇ", "으", "의"] {
            fixture.model.type(text)
            #expect(fixture.model.searchText == text)
        }
        for _ in 1...3 {
            try await fixture.sleep.pauses.next().response(())
            #expect(fixture.model.searchText == "의")
        }
        let call = try await fixture.calls.pages.next()
        #expect(call.request.search == "의")
        call.response(Samples.page(1...2))
        try await until("the results are shown") { fixture.ids == [2, 1] }
        #expect(fixture.calls.pages.requests.count == 2, "one for the list, and one for the last keystroke")
    }

    @Test func emptyFieldBringsBackTheList() async throws {
        let fixture = ProductListFixture(ProductFilter(search: "의자"))
        try await fixture.load(Samples.page(1...2))
        let typing = Task { await fixture.model.search(for: "") }
        try await fixture.sleep.pauses.next().response(())
        let call = try await fixture.calls.pages.next()
        #expect(call.request.search.isEmpty)
        call.response(Samples.page(41...60, of: 60, next: "41"))
        await typing.value
        #expect(fixture.ids.count == 20)
    }

    @Test func typingBackToWhatIsShownGivesTheSearchUp() async throws {
        try await fixture.loadFirstOfThree()
        let typing = try await type("책")
        let call = try await fixture.calls.pages.next()
        let back = try await type("")
        await back.value
        await typing.value
        #expect(!call.isPending)
        #expect(fixture.refresh == ListRefresh.none)
        #expect(fixture.model.filter == fixture.model.shownFilter)
        #expect(fixture.calls.pages.requests.count == 2)
        #expect(fixture.ids.count == 20)
    }

    @Test func searchThatFailsLeavesTheListAndIsTriedAgain() async throws {
        try await fixture.loadFirstOfThree()
        let typing = try await type("책")
        try await fixture.calls.pages.next().fail(Samples.offline)
        await typing.value
        #expect(fixture.refresh == .failed(Samples.offline))
        #expect(fixture.ids.count == 20)
        #expect(fixture.model.searchText == "책")
        let again = Task { await fixture.model.load() }
        let call = try await fixture.calls.pages.next()
        #expect(call.request.search == "책")
        call.response(Samples.page(1...2))
        await again.value
        #expect(fixture.ids == [2, 1])
    }

    @Test func searchThatWasLeftIsTakenUpAgain() async throws {
        try await fixture.loadFirstOfThree()
        let typing = try await type("책")
        _ = try await fixture.calls.pages.next()
        fixture.model.stop()
        await typing.value
        #expect(fixture.refresh == ListRefresh.none)
        let again = Task { await fixture.model.load() }
        try await fixture.calls.pages.next().response(Samples.page(1...2))
        await again.value
        #expect(fixture.ids == [2, 1])
    }

    @Test func pagesOfWhatIsShownGoOnWhileASearchIsUnderWay() async throws {
        try await fixture.loadFirstOfThree()
        let typing = try await type("책")
        let search = try await fixture.calls.pages.next()
        fixture.model.rowAppeared(at: 19)
        let page = try await fixture.calls.pages.next()
        #expect(page.request == ProductListRequest(cursor: "41"))
        page.response(Samples.page(21...40, of: 60, next: "21"))
        try await until("the page") { fixture.ids.count == 40 }
        search.response(Samples.page(1...2))
        await typing.value
        #expect(fixture.ids == [2, 1])
    }

    @Test func whatIsListedMeanwhileGoesByWhatIsShown() async throws {
        try await fixture.loadFirstOfThree()
        let typing = try await type("책")
        let call = try await fixture.calls.pages.next()
        fixture.model.apply(.listed(Samples.product(61)))
        #expect(fixture.ids.first == 61)
        call.response(Samples.page(1...2))
        await typing.value
        #expect(fixture.ids == [2, 1])
    }

    @Test func whatWasSearchedForInsteadIsSaidAsLongAsItIsShown() async throws {
        try await fixture.loadFirstOfThree()
        let typing = try await type("camrea")
        try await fixture.calls.pages.next().response(
            ProductListResponse(
                products: Samples.listed(1...2),
                totalCount: 3,
                nextCursor: "1",
                correctedQuery: "camera"
            )
        )
        await typing.value
        #expect(fixture.model.content?.correctedSearch == "camera")
        #expect(fixture.model.correction == InterfaceTexts(language: .korean)[.foundInstead(for: "camera")])
        #expect(fixture.model.searchText == "camrea", "what was typed stays as it was typed")
        fixture.model.rowAppeared(at: 1)
        try await fixture.calls.pages.next().response(Samples.page(0...0, of: 3))
        try await until("the next page") { fixture.ids.count == 3 }
        #expect(fixture.model.content?.correctedSearch == "camera")
        let right = try await type("camera")
        #expect(fixture.model.content?.correctedSearch == "camera", "until the results are there")
        try await fixture.calls.pages.next().response(Samples.page(1...2))
        await right.value
        #expect(fixture.model.content?.correctedSearch == nil)
    }

    // MARK: Recent searches

    private func submit(_ text: String) async throws {
        let submitting = Task { await fixture.model.submitSearch(for: text) }
        try await fixture.calls.pages.next().response(Samples.nothing)
        await submitting.value
    }

    @Test func whatIsSubmittedIsRememberedTheNewestFirst() async throws {
        try await submit("책")
        try await submit("  Oak Chair ")
        try await submit("의자")
        try await submit("oak chair")
        #expect(fixture.model.recentSearches == ["oak chair", "의자", "책"])
        #expect(fixture.preferences.recentSearches == fixture.model.recentSearches)
        #expect(ProductListFixture(preferences: fixture.preferences).model.recentSearches == ["oak chair", "의자", "책"])
        fixture.model.clearRecentSearches()
        #expect(fixture.model.recentSearches.isEmpty && fixture.preferences.recentSearches.isEmpty)
    }

    @Test func eightAreRemembered() async throws {
        for number in 1...9 { try await submit("\(number)") }
        #expect(fixture.model.recentSearches == (2...9).reversed().map { "\($0)" })
    }

    @Test func whatIsTypedOnTheWayIsRememberedOnlyWhenItLedToSomething() async throws {
        for text in ["의", "의자"] {
            let typing = try await type(text)
            try await fixture.calls.pages.next().response(Samples.page(1...2))
            await typing.value
        }
        #expect(fixture.model.recentSearches.isEmpty)
        fixture.model.rememberSearch()
        #expect(fixture.model.recentSearches == ["의자"])
    }

    @Test func blankSearchIsNotRemembered() async throws {
        await fixture.model.submitSearch(for: "  ")
        #expect(fixture.model.recentSearches.isEmpty)
    }
}
