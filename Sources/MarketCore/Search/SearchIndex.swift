/// The queries that a store provides to resolve a tolerant search. ``MarketModels/ProductSearch/relaxed(by:)`` runs
/// them within the store's snapshot, so that the whole search sees one revision.
public protocol SearchIndex {
    /// Returns whether the search matches any product.
    func finds(_ search: ResolvedSearch) throws -> Bool

    /// Returns the words of ``SearchVocabulary`` in a ``WordNeighborhood``, as candidates for the correction of a
    /// misspelled word. A store may omit some where there are thousands.
    func words(in neighborhood: WordNeighborhood) throws -> [VocabularyWord]
}

/// A word in the names of products or sellers.
public struct VocabularyWord: Hashable, Sendable {
    public let text: String
    /// The number of products that contain it in their name or in their seller's.
    public let productCount: Int

    public init(_ text: String, productCount: Int) {
        self.text = text
        self.productCount = productCount
    }
}

/// The set of words that may differ from a given word by one typo. Their lengths differ by at most one, and they share
/// at least the first or the last half of the word, without its middle.
public struct WordNeighborhood: Hashable, Sendable {
    /// The lengths of the words, in scalars.
    public let lengths: ClosedRange<Int>
    /// The beginning of the words that don't end with ``ending``.
    public let beginning: String
    /// The ending of the words that don't begin with ``beginning``.
    public let ending: String

    /// - Parameter word: a word of at least three scalars.
    public init(around word: some Collection<Unicode.Scalar>) {
        let half = (word.count - 1) / 2
        lengths = (word.count - 1)...(word.count + 1)
        beginning = SearchText.string(word.prefix(half))
        ending = SearchText.string(word.dropFirst(word.count - half))
    }
}
