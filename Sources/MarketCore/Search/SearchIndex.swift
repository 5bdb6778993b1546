package import MarketModels

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

    /// The maximum number of words of each length that a store reads by their beginning, and by their ending.
    package static let mostWords = 5000
}

extension RecordConnection {
    /// Reads the words that a misspelled one may be corrected to.
    ///
    /// - Parameter statement: returns the statement that reads words with the numbers of their products: those of the length
    ///   `$1` for which a column, `word` or `reversed`, is at least `$2` and less than `$3`.
    package func words(
        in neighborhood: WordNeighborhood,
        _ statement: (_ column: String) -> String
    ) throws -> [VocabularyWord] {
        var counts: [String: Int] = [:]
        let (beginning, ending) = (neighborhood.beginning, neighborhood.ending.reversedByScalars)
        for length in neighborhood.lengths {
            for (column, start) in [("word", beginning), ("reversed", ending)] {
                let values: [MoveValue] = [.integer(Int64(length)), .text(start), .text(start + "\u{10FFFF}")]
                try forEachRow(statement(column), values) { row in
                    counts[try row.text(0)] = Int(clamping: try row.count(1))
                }
            }
        }
        return counts.map { VocabularyWord($0.key, productCount: $0.value) }
    }
}

/// The searchable texts of a product, folded by ``SearchText``.
public struct SearchableProduct: Hashable, Sendable {
    public let name: String
    /// The initial consonants of the name.
    public let initials: String
    public let description: String
    /// The seller's name.
    public let seller: String
    /// The place; empty if none is given.
    public let place: String
    /// The words of the two names that a typo can be corrected to.
    public let vocabulary: Set<String>

    /// - Parameter seller: the seller's name.
    public init(name: String, description: String, seller: String, place: String = "") {
        self.name = SearchText.folded(name)
        initials = SearchText.initials(of: name)
        self.description = SearchText.folded(description)
        self.seller = SearchText.folded(seller)
        self.place = SearchText.folded(place)
        vocabulary = SearchVocabulary.words(of: name).union(SearchVocabulary.words(of: seller))
    }

    /// - Parameter seller: the seller's name; nil for that of the product's vendor.
    package init(_ product: Product, seller: String? = nil) {
        let listing = product.listing
        self.init(
            name: listing.name,
            description: listing.description,
            seller: seller ?? product.vendor.name,
            place: listing.attributes.place
        )
    }
}
