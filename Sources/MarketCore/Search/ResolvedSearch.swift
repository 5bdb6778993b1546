public import MarketModels

/// What a store looks for: products in which each of the words is found.
public struct ResolvedSearch: Hashable, Sendable {
    public let words: [SearchWord]
    public let scope: ProductSearch.Scope
    /// The words, where one of them was taken for a typo; nil if they are what was typed.
    public let correctedText: String?

    public init(_ words: [SearchWord], in scope: ProductSearch.Scope, correctedText: String? = nil) {
        self.words = words
        self.scope = scope
        self.correctedText = correctedText
    }

    /// What was typed, word for word.
    public init(_ search: ProductSearch) {
        self.init(SearchText.words(of: search.text).map { SearchWord($0) }, in: search.scope)
    }
}

/// One word of a search, and in which ways it may be found.
public struct SearchWord: Hashable, Sendable {
    /// Parts of folded texts (``SearchText``), blanks at their borders included. The word is found in a product if all
    /// phrases of one of the alternatives are: each in the folded name, or, where the scope allows, in the folded
    /// description, in the folded name of the seller or in the initial consonants of the name.
    public let alternatives: [[String]]

    /// A word that may be part of another.
    public init(_ word: String) {
        alternatives = [[word]]
    }

    /// A word that was written as one and may be two, with others between them or not: 노지감귤 for 제주 노지 감귤.
    ///
    /// Two parts that don't stand side by side have to be words of their own, or begin one that is written in
    /// syllables: otherwise they could come from anywhere, and a typo would be taken for two words.
    ///
    /// - Returns: nil for a word that can't be parted.
    public init?(inTwoParts word: String) {
        let scalars = Array(word.unicodeScalars)
        guard 2...Self.longestInTwoParts ~= scalars.count else { return nil }
        let blank = SearchText.blank
        alternatives = scalars.indices.dropFirst().flatMap { cut in
            let (first, second) = (Array(scalars[..<cut]), Array(scalars[cut...]))
            // A single character is a word of its own, or it is found at every turn.
            let besides =
                (first.count == 1 ? [blank] : []) + first + [blank] + second + (second.count == 1 ? [blank] : [])
            guard first.count > 1, second.count > 1 else { return [[SearchText.string(besides)]] }
            return [[SearchText.string(besides)], [Self.asWord(first), Self.asWord(second)]]
        }
    }

    /// A Korean word that somebody is still typing: keyboards put the consonant that the next syllable begins with at the
    /// end of the one before, or beside it. 깉 and 기ㅌ are on their way to 기타.
    ///
    /// - Returns: nil for any other word.
    public init?(halfTyped word: String) {
        var syllables = Array(word.unicodeScalars)
        var consonants: [Unicode.Scalar] = []
        while let last = syllables.last, HangulConsonants.isConsonant(last) {
            consonants.insert(syllables.removeLast(), at: 0)
        }
        guard let last = syllables.last, syllables.allSatisfy(HangulConsonants.isSyllable) else { return nil }
        if consonants.isEmpty {
            guard let (open, end) = HangulConsonants.withoutEnd(last) else { return nil }
            syllables[syllables.count - 1] = open
            consonants = end
        }
        let initials = HangulConsonants.initials(of: syllables) + consonants
        alternatives = [[SearchText.string(syllables), SearchText.string(initials)]]
    }

    private static let longestInTwoParts = 24

    private static func asWord(_ scalars: [Unicode.Scalar]) -> String {
        let begun = [SearchText.blank] + scalars
        return SearchText.string(scalars.allSatisfy(\.isSyllable) ? begun : begun + [SearchText.blank])
    }
}

extension ResolvedSearch {
    /// Whether a product is found: what every store's index comes to in the end.
    public func matches(_ product: SearchableProduct) -> Bool {
        let texts =
            scope == .name
            ? [product.name] : [product.name, product.description, product.seller, product.initials]
        return !words.isEmpty
            && words.allSatisfy { word in
                word.alternatives.contains { phrases in
                    phrases.allSatisfy { phrase in texts.contains { Self.occurs(phrase, in: $0) } }
                }
            }
    }

    /// By scalars: a letter is found with a mark behind it, too.
    private static func occurs(_ phrase: String, in text: String) -> Bool {
        !phrase.isEmpty && Array(text.unicodeScalars).contains(Array(phrase.unicodeScalars))
    }
}
