public import MarketModels

extension ProductSearch {
    /// What to look for when nothing is found word for word, or nil if there is nothing else to be found either.
    ///
    /// A word that no product has is tried in two parts, and as one that is still being typed. One that still none has is
    /// taken for a typo of the word that most products have, if the scope allows it.
    public func forgiven(by index: some SearchIndex) throws -> ResolvedSearch? {
        let words = SearchText.words(of: text)
        var attempt = SearchAttempt(words: words, scope: scope)
        var unknown: [Int] = []
        for (place, word) in words.enumerated() where try !index.finds(attempt.alone(place)) {
            let otherWays = [
                SearchWord(inTwoParts: word), scope == .name ? nil : SearchWord(halfTyped: word),
            ].compactMap { $0 }
            if let way = try otherWays.first(where: { try index.finds(ResolvedSearch([$0], in: scope)) }) {
                attempt.ways[place] = way
            } else {
                unknown.append(place)
            }
        }
        if unknown.isEmpty {
            let resolved = attempt.resolved
            return try resolved != ResolvedSearch(self) && index.finds(resolved) ? resolved : nil
        }
        guard scope == .nameAndDescription, unknown.count <= SearchAttempt.mostTypos else { return nil }
        return try attempt.corrected(at: unknown, by: index)
    }
}

/// The words of a search, and how each is looked for.
private struct SearchAttempt {
    /// In more words than these, nothing is taken for a typo.
    static let mostTypos = 3
    /// So many words are tried for each that may be a typo, and so many choices of them together.
    private static let triedWords = 4
    private static let triedChoices = 12

    var words: [String]
    let scope: ProductSearch.Scope
    var ways: [SearchWord]
    private var isCorrected = false

    init(words: [String], scope: ProductSearch.Scope) {
        self.words = words
        self.scope = scope
        ways = words.map { SearchWord($0) }
    }

    var resolved: ResolvedSearch {
        ResolvedSearch(ways, in: scope, correctedText: isCorrected ? words.joined(separator: " ") : nil)
    }

    /// The search for one of the words.
    func alone(_ place: Int) -> ResolvedSearch { ResolvedSearch([ways[place]], in: scope) }

    /// With the words that no product has replaced by those that they may be typos of.
    func corrected(at places: [Int], by index: some SearchIndex) throws -> ResolvedSearch? {
        var choices = [self]
        for place in places {
            let candidates = try corrections(of: words[place], by: index).prefix(Self.triedWords)
            choices = Array(
                choices.flatMap { choice in candidates.map { choice.replacing(place, with: $0) } }
                    .prefix(Self.triedChoices)
            )
        }
        return try choices.lazy.map(\.resolved).first { try index.finds($0) }
    }

    private func replacing(_ place: Int, with word: String) -> SearchAttempt {
        var attempt = self
        attempt.words[place] = word
        attempt.ways[place] = SearchWord(word)
        attempt.isCorrected = true
        return attempt
    }

    /// What a word may stand for, the likeliest first: the run of letters in it that no product has, corrected.
    private func corrections(of word: String, by index: some SearchIndex) throws -> [String] {
        let scalars = Array(word.unicodeScalars)
        let unknown = try SearchVocabulary.runs(of: scalars).filter { run in
            try !index.finds(ResolvedSearch([SearchWord(SearchText.string(run))], in: scope))
        }
        guard unknown.count == 1, let run = unknown.first, SearchVocabulary.mayBeMisspelled(run) else { return [] }
        return try index.words(in: WordNeighborhood(around: run))
            .filter { $0.text.unicodeScalars.isOneTypo(from: run) }
            .sorted { ($1.productCount, $0.text) < ($0.productCount, $1.text) }
            .map { SearchText.string(scalars[..<run.startIndex] + $0.text.unicodeScalars + scalars[run.endIndex...]) }
    }
}
