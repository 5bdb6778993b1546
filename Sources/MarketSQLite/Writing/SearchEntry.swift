internal import MarketCore
internal import MarketModels

/// The data of a product in the search indexes.
struct SearchEntry {
    let id: Product.ID
    /// The tokens of the columns `name`, `initials`, `description`, `vendor_name`, `place` and `keywords`.
    let columns: [String]
    let vocabulary: Set<String>
    let amount: Money

    /// - Parameter seller: the seller's name if it differs from that of the product's vendor.
    init(_ product: Product, seller: String? = nil) {
        let listing = product.listing
        let texts = SearchableProduct(product, seller: seller)
        id = product.id
        amount = listing.pricing.salePrice
        vocabulary = texts.vocabulary
        var keywords = [SearchKeyword.vendor(product.vendor.id)]
        if listing.stock > 0, product.state.isForSale { keywords.append(Self.inStock) }
        if !CurrencyScope.wonAndDollar.contains(listing.pricing.currency) { keywords.append(Self.otherCurrency) }
        if !product.lifecycle.isListed { keywords.append(Self.unlisted) }
        keywords += SearchKeyword.all(of: listing.attributes)
        columns =
            [texts.name, texts.initials, texts.description, texts.seller, texts.place]
            .map { SearchText.tokens(of: $0) } + [keywords.joined(separator: " ")]
    }

    // Longer than any token of a text, so that texts can't contain them.
    static let inStock = "stock:yes"
    /// A currency other than won and dollars. Lists limited to those two exclude such products.
    static let otherCurrency = "currency:other"
    /// A sold product that lists don't show any more. Hidden and expired products are not indexed at all, so that no
    /// search, and no correction of a typo, tells that they exist.
    static let unlisted = "listed:no"

    /// Returns the id in the keyword of a vendor, or nil for any other.
    static func vendorID(inKeyword keyword: String) -> Int64? {
        keyword.hasPrefix("vendor:") ? Int64(keyword.dropFirst("vendor:".count)) : nil
    }
}
