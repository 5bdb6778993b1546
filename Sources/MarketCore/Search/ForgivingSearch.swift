public import MarketModels

extension ProductSearch {
    /// Returns a more tolerant search to use when the literal one has no results, or nil if there is none that has any.
    ///
    /// A word that no product contains is tried split in two parts, as a word that is still being typed, and as a place that
    /// is written in another way. If none is found and the scope allows it, the word is taken for Korean that was typed with the
    /// keyboard in its English state, and then for a typo of a similar word, preferably of the one that most products contain.
    public func relaxed(by index: some SearchIndex) throws -> ResolvedSearch? {
        let words = SearchText.words(of: text)
        var attempt = SearchAttempt(words: words, scope: scope)
        var unknown: [Int] = []
        for (place, word) in words.enumerated() where try !index.finds(attempt.alone(place)) {
            let split = try SearchWord(split: word) { part in
                try index.finds(ResolvedSearch([SearchWord(part)], in: scope))
            }
            let tolerant =
                scope == .nameAndDescription ? [SearchWord(incomplete: word), SearchWord(place: word)] : []
            let otherInterpretations = ([split] + tolerant).compactMap { $0 }
            if let interpretation = try otherInterpretations.first(where: {
                try index.finds(ResolvedSearch([$0], in: scope))
            }) {
                attempt.interpretations[place] = interpretation
            } else if let korean = try korean(typedAs: word, at: place, of: words.count, by: index) {
                attempt = attempt.replacing(place, with: korean)
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

    /// Returns the Korean word of any product that the keys of a word of Latin letters type: 의자 for dmlwk. Two letters are too
    /// few, since a single syllable is part of many words.
    private func korean(
        typedAs word: String,
        at place: Int,
        of count: Int,
        by index: some SearchIndex
    ) throws -> String? {
        guard scope == .nameAndDescription, word.unicodeScalars.count > 2 else { return nil }
        // The word is folded: what the shift key has typed is in the text.
        let typed = text.split(whereSeparator: \.isWhitespace)
        let spellings = typed.count == count ? [String(typed[place]), word] : [word]
        return try spellings.lazy.compactMap { HangulKeyboard.syllables(typedAs: $0) }
            .first { try index.finds(ResolvedSearch([SearchWord($0)], in: scope)) }
    }
}

/// The words of a search, and how each is searched for.
private struct SearchAttempt {
    /// The maximum number of unknown words that are treated as typos.
    static let mostTypos = 3
    /// The maximum numbers of corrections that are tried for one word, and of combinations of corrections.
    private static let triedWords = 4
    private static let triedChoices = 12

    var words: [String]
    let scope: ProductSearch.Scope
    var interpretations: [SearchWord]
    private var isCorrected = false

    init(words: [String], scope: ProductSearch.Scope) {
        self.words = words
        self.scope = scope
        interpretations = words.map { SearchWord($0) }
    }

    var resolved: ResolvedSearch {
        ResolvedSearch(interpretations, in: scope, correctedText: isCorrected ? words.joined(separator: " ") : nil)
    }

    /// Returns the search for a single word.
    func alone(_ place: Int) -> ResolvedSearch { ResolvedSearch([interpretations[place]], in: scope) }

    /// Returns the search with the unknown words replaced by likely corrections, or nil if no combination has results.
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

    func replacing(_ place: Int, with word: String) -> SearchAttempt {
        var attempt = self
        attempt.words[place] = word
        attempt.interpretations[place] = SearchWord(word)
        attempt.isCorrected = true
        return attempt
    }

    /// Returns the possible corrections of a word, most likely first. Only the run of letters that no product contains
    /// is corrected.
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
