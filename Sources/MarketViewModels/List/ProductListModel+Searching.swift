import MarketModels
import MarketTexts

/// Choosing and searching. Of several searches the newest has the say, however their answers come in.
extension ProductListModel {
    /// Shows another list: placeholders until its first page is there.
    public func show(_ filter: ProductFilter) async {
        keystrokes += 1
        searchText = filter.search
        await choose(filter, inPlace: false)
    }

    /// Takes what stands in the search field now, and searches for it when typing pauses. What is shown stays until the
    /// results are there. An empty field brings back the whole list.
    public func search(for text: String) async {
        searchText = text
        keystrokes += 1
        let mine = keystrokes
        do { try await surroundings.sleep(Self.searchPause) } catch { return }
        guard mine == keystrokes else { return }
        await searchForWhatWasTyped()
    }

    /// Searches at once for what stands in the search field, and remembers it.
    public func submitSearch() async {
        rememberSearch()
        await searchForWhatWasTyped()
    }

    /// Searches at once for a text, as for one of ``recentSearches``.
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

    /// What the market has searched for instead, as a sentence; nil where it was what was asked for.
    public var correction: String? {
        content?.correctedSearch.map { WebTexts(language: surroundings.language).foundInstead(for: $0) }
    }

    // MARK: Recent searches

    /// Puts what stands in the search field on top of ``recentSearches``. Submitting does so by itself; call it when a
    /// product was opened from results that came while typing, so that what led to something is remembered, and not
    /// each syllable on the way.
    public func rememberSearch() {
        let text = Self.search(in: searchText)
        guard !text.isEmpty else { return }
        keep(RecentSearches.adding(text, to: preferences.recentSearches))
    }

    /// Takes one of ``recentSearches`` away.
    public func forgetSearch(_ text: String) {
        keep(RecentSearches.removing(text, from: preferences.recentSearches))
    }

    /// Takes all ``recentSearches`` away.
    public func clearRecentSearches() {
        keep([])
    }

    private func keep(_ searches: [String]) {
        preferences.recentSearches = searches
        recentSearches = searches
    }
}
