import MarketModels
import MarketTexts

/// Filtering and searching. Only the newest search counts, in whatever order the responses arrive.
extension ProductListModel {
    /// Shows another list, with placeholders until its first page is loaded.
    public func show(_ filter: ProductFilter) async {
        keystrokes += 1
        searchText = filter.search
        await choose(filter, inPlace: false)
    }

    /// Sets the search text, and searches for it when typing pauses for ``searchPause``. The current content stays
    /// until the results are loaded. An empty text shows the whole list.
    public func search(for text: String) async {
        await search(afterKeystroke: take(text))
    }

    /// Begins ``search(for:)`` and returns at once. ``searchText`` is set before it returns, so that a view that shows it doesn't
    /// overwrite a later keystroke.
    public func type(_ text: String) {
        let keystroke = take(text)
        Task { await search(afterKeystroke: keystroke) }
    }

    private func take(_ text: String) -> Int {
        searchText = text
        keystrokes += 1
        return keystrokes
    }

    private func search(afterKeystroke number: Int) async {
        do { try await dependencies.sleep(Self.searchPause) } catch { return }
        guard number == keystrokes else { return }
        await searchForWhatWasTyped()
    }

    /// Searches for the current text without delay, and adds it to ``recentSearches``.
    public func submitSearch() async {
        rememberSearch()
        await searchForWhatWasTyped()
    }

    /// Searches for a text without delay, for example for one of ``recentSearches``.
    public func submitSearch(for text: String) async {
        searchText = text
        await submitSearch()
    }

    private func searchForWhatWasTyped() async {
        keystrokes += 1
        var filter = filter
        filter.search = Self.search(in: searchText)
        await choose(filter, inPlace: true)
    }

    private static func search(in text: String) -> String {
        ProductSearch(text, in: .nameAndDescription)?.text ?? ""
    }

    /// The message that another text was searched instead, or nil if the requested text was searched.
    public var correction: String? {
        content?.correctedSearch.map { InterfaceTexts(language: dependencies.language)[.foundInstead(for: $0)] }
    }

    // MARK: Recent searches

    /// Adds the current search text to ``recentSearches``. Submitting does this itself. Call it when the user opens a
    /// product from results shown while typing, so that only useful searches are remembered, not every intermediate
    /// text.
    public func rememberSearch() {
        let text = Self.search(in: searchText)
        guard !text.isEmpty else { return }
        save(RecentSearches.adding(text, to: preferences.recentSearches))
    }

    /// Removes all ``recentSearches``.
    public func clearRecentSearches() {
        save([])
    }

    private func save(_ searches: [String]) {
        preferences.recentSearches = searches
        recentSearches = searches
    }
}

/// The list of recent searches, newest first.
enum RecentSearches {
    /// The maximum number of searches.
    static let maximumCount = 8

    /// Adds a text at the front and removes the same text in other letter cases.
    static func adding(_ text: String, to searches: [String]) -> [String] {
        let others = searches.filter { $0.lowercased() != text.lowercased() }
        return Array(([text] + others).prefix(maximumCount))
    }
}
