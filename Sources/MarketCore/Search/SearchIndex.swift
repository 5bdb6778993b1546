/// What a store has to be able to tell for a search to forgive: ``MarketModels/ProductSearch/forgiven(by:)`` asks for it
/// inside the store's own snapshot, so that all of a search is answered at one revision.
public protocol SearchIndex {
    /// Whether there is any product that fits.
    func finds(_ search: ResolvedSearch) throws -> Bool

    /// The words of ``SearchVocabulary`` that a misspelled one may stand for, by ``WordNeighborhood``. A store may leave
    /// some out where there are thousands.
    func words(in neighborhood: WordNeighborhood) throws -> [VocabularyWord]
}

/// A word that products can be found by.
public struct VocabularyWord: Hashable, Sendable {
    public let text: String
    /// How many products have it in their name or in their seller's.
    public let productCount: Int

    public init(_ text: String, productCount: Int) {
        self.text = text
        self.productCount = productCount
    }
}

/// Where the words are that differ from another by one typo: they are as long, give or take one, and at least one half
/// of them, the middle left out, is the same.
public struct WordNeighborhood: Hashable, Sendable {
    /// In scalars.
    public let lengths: ClosedRange<Int>
    /// What a word begins with, unless it ends with ``ending``.
    public let beginning: String
    public let ending: String

    /// - Parameter word: of at least three scalars.
    public init(around word: some Collection<Unicode.Scalar>) {
        let half = (word.count - 1) / 2
        lengths = (word.count - 1)...(word.count + 1)
        beginning = SearchText.string(word.prefix(half))
        ending = SearchText.string(word.dropFirst(word.count - half))
    }
}
