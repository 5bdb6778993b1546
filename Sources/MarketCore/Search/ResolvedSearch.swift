public import MarketModels

/// A search in the form that a store executes. It finds the products in which every word is found.
public struct ResolvedSearch: Hashable, Sendable {
    public let words: [SearchWord]
    public let scope: ProductSearch.Scope
    /// The words after the correction of typos, or nil if none was corrected.
    public let correctedText: String?

    public init(_ words: [SearchWord], in scope: ProductSearch.Scope, correctedText: String? = nil) {
        self.words = words
        self.scope = scope
        self.correctedText = correctedText
    }

    /// Creates a literal search for the given words.
    public init(_ search: ProductSearch) {
        self.init(SearchText.words(of: search.text).map { SearchWord($0) }, in: search.scope)
    }
}

/// A word of a search with the alternative ways to find it.
public struct SearchWord: Hashable, Sendable {
    /// The alternative ways to find the word. Each is a list of phrases, which are parts of folded texts
    /// (``SearchText``), including blanks at their borders.
    ///
    /// The word is found in a product if all phrases of at least one alternative are found. A phrase is searched in the
    /// folded name and, where the scope allows, in the folded description, in the folded name of the seller, in the folded
    /// place and in the initial consonants of the name.
    public let alternatives: [[String]]

    /// Creates a word that may also be found as a part of a longer word.
    public init(_ word: String) {
        alternatives = [[word]]
    }

    /// Creates a word that was written as one but may be two, adjacent or not: 노지감귤 for 제주 노지 감귤.
    ///
    /// Parts that aren't adjacent must be whole words, or the beginnings of words if they are written in syllables.
    /// Otherwise they would match anywhere, and a typo would be treated as two words.
    ///
    /// - Parameters:
    ///   - word: a word that no product contains.
    ///   - isFound: Whether any product contains a part of the word, which both parts must be. Called some ten times at
    ///     most.
    /// - Returns: nil for a word that can't be split.
    public init?(split word: String, where isFound: (String) throws -> Bool) rethrows {
        let scalars = Array(word.unicodeScalars)
        guard 2...Self.longestInTwoParts ~= scalars.count else { return nil }
        let beginning = try Self.longest(below: scalars.count) { try isFound(SearchText.string(scalars.prefix($0))) }
        let ending = try Self.longest(below: scalars.count) { try isFound(SearchText.string(scalars.suffix($0))) }
        let cuts = scalars.indices.dropFirst().filter { $0 <= beginning && scalars.count - $0 <= ending }
        guard !cuts.isEmpty else { return nil }
        let blank = SearchText.blank
        alternatives = cuts.flatMap { cut in
            let (first, second) = (Array(scalars[..<cut]), Array(scalars[cut...]))
            // A single character has to be a whole word, because it would match almost everywhere otherwise.
            let besides =
                (first.count == 1 ? [blank] : []) + first + [blank] + second + (second.count == 1 ? [blank] : [])
            guard first.count > 1, second.count > 1 else { return [[SearchText.string(besides)]] }
            return [[SearchText.string(besides)], [Self.asWord(first), Self.asWord(second)]]
        }
    }

    /// Creates a Korean word that is still being typed. Keyboards attach the initial consonant of the next syllable to
    /// the previous syllable, or place it after that syllable: 깉 and 기ㅌ are intermediate states of 기타.
    ///
    /// - Returns: nil for any other word.
    public init?(incomplete word: String) {
        var syllables = Array(word.unicodeScalars)
        var consonants: [Unicode.Scalar] = []
        while let last = syllables.last, HangulConsonants.isConsonant(last) {
            consonants.insert(syllables.removeLast(), at: 0)
        }
        guard let last = syllables.last, syllables.allSatisfy(\.isHangulSyllable) else { return nil }
        if consonants.isEmpty {
            guard let (open, end) = HangulConsonants.withoutEnd(last) else { return nil }
            syllables[syllables.count - 1] = open
            consonants = end
        }
        let initials = HangulConsonants.initials(of: syllables) + consonants
        alternatives = [[SearchText.string(syllables), SearchText.string(initials)]]
    }

    private static let longestInTwoParts = 24

    /// Returns the greatest count below a bound for which a condition holds, or 0. If it holds for a count, it must hold
    /// for all smaller ones, as finding a part of a word does.
    private static func longest(below bound: Int, where holds: (Int) throws -> Bool) rethrows -> Int {
        var (least, greatest) = (0, bound - 1)
        while least < greatest {
            let middle = (least + greatest + 1) / 2
            if try holds(middle) { least = middle } else { greatest = middle - 1 }
        }
        return least
    }

    private static func asWord(_ scalars: [Unicode.Scalar]) -> String {
        let begun = [SearchText.blank] + scalars
        return SearchText.string(scalars.allSatisfy(\.isSyllable) ? begun : begun + [SearchText.blank])
    }
}

extension ResolvedSearch {
    /// Compares scalars rather than characters, so that a letter is also found when a combining mark follows it.
    package static func occurs(_ phrase: String, in text: String) -> Bool {
        !phrase.isEmpty && Array(text.unicodeScalars).contains(Array(phrase.unicodeScalars))
    }
}
