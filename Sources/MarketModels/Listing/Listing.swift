/// The public values of a listing, after ``ListingRules`` has accepted them.
///
/// The seller's contact is stored separately: lists and details never include it (API.md, “Extensions”).
public struct Listing: Hashable, Sendable {
    /// The name, 1 to 200 characters.
    public let name: String
    /// The description, 0 to 10,000 characters.
    public let description: String
    /// The price and the discount.
    public let pricing: Pricing
    /// The number of pieces in stock, 0 to 2^53−1.
    public let stock: Int64
    /// The condition, the hand-over, the place and the category.
    public package(set) var attributes: ListingAttributes

    /// The texts that everybody reads, each with its field.
    public var texts: [(field: ListingField, text: String)] {
        [(.name, name), (.description, description)]
            + attributes.given.compactMap { field, value in
                guard case .text = field.kind else { return nil }
                return (field, field.text(value))
            }
    }

    /// Creates a listing without checking it, for stores that read values checked on writing. All other code uses
    /// ``ListingRules``.
    public init(
        name: String,
        description: String,
        pricing: Pricing,
        stock: Int64,
        attributes: ListingAttributes = .none
    ) {
        self.name = name
        self.description = description
        self.pricing = pricing
        self.stock = stock
        self.attributes = attributes
    }
}
