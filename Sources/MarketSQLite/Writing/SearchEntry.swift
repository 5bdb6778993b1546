internal import MarketCore
internal import MarketModels

/// What the search indexes hold of a product.
struct SearchEntry {
    let id: Product.ID
    /// The tokens of the columns `name`, `initials`, `description`, `seller` and `facts`.
    let columns: [String]
    let vocabulary: Set<String>
    let amount: Money

    /// - Parameter seller: the seller's name, where it is not the one that the product tells.
    init(_ product: Product, seller: String? = nil) {
        let listing = product.listing
        let texts = SearchableProduct(
            name: listing.name,
            description: listing.description,
            seller: seller ?? product.vendor.name
        )
        id = product.id
        amount = listing.pricing.bargain
        vocabulary = texts.vocabulary
        var facts = [Self.fact(of: product.vendor.id)]
        if listing.stock > 0 { facts.append(Self.inStock) }
        if !CurrencyScope.wonAndDollar.contains(listing.pricing.currency) { facts.append(Self.otherCurrency) }
        columns =
            [texts.name, texts.initials, texts.description, texts.seller].map { SearchText.tokens(of: $0) }
            + [facts.joined(separator: " ")]
    }

    // Longer than any token of a text, so that no text has them.
    static let inStock = "stock:yes"
    /// Neither won nor dollars: lists that show only these leave it out.
    static let otherCurrency = "currency:other"
    static func fact(of vendor: Vendor.ID) -> String { "vendor:\(vendor.rawValue)" }
    /// The id in such a token; nil for any other.
    static func vendor(ofFact token: String) -> Int64? {
        token.hasPrefix("vendor:") ? Int64(token.dropFirst("vendor:".count)) : nil
    }
}
