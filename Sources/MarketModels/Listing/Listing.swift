/// The facts of a listing that anybody may read, after ``ListingRules`` has found them in order.
///
/// What a seller gives as contact is kept apart: it never travels with lists or details (API.md, “Extensions”).
public struct Listing: Hashable, Sendable {
    /// 1 to 200 characters.
    public let name: String
    /// 0 to 10,000 characters.
    public let description: String
    public let pricing: Pricing
    /// Pieces left, 0 to 2^53−1.
    public let stock: Int64

    /// For stores that read what was checked when it was written; everybody else goes through ``ListingRules``.
    public init(name: String, description: String, pricing: Pricing, stock: Int64) {
        self.name = name
        self.description = description
        self.pricing = pricing
        self.stock = stock
    }
}
