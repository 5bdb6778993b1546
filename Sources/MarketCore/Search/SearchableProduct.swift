import MarketModels

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
}
