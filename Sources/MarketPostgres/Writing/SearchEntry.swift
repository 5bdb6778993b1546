internal import MarketCore
internal import MarketModels

/// The row of a product in `product_search`, and its words that a typo can be corrected to.
struct SearchEntry: Equatable {
    let id: Product.ID
    let isListed: Bool
    let name: String
    let texts: String
    let keywords: [String]
    let vocabulary: Set<String>

    init(_ product: Product) {
        self.init(
            id: product.id,
            vendor: product.vendor.id,
            isListed: product.lifecycle.isListed,
            texts: SearchableProduct(product),
            attributes: product.listing.attributes
        )
    }

    init(
        id: Product.ID,
        vendor: Vendor.ID,
        isListed: Bool,
        texts searchable: SearchableProduct,
        attributes: ListingAttributes
    ) {
        self.id = id
        self.isListed = isListed
        name = searchable.name
        // A folded text contains no line breaks.
        texts =
            ([searchable.name, searchable.initials, searchable.description, searchable.seller]
            + (searchable.place.isEmpty ? [] : [searchable.place])).joined(separator: "\n")
        keywords =
            [SearchKeyword.vendor(vendor)] + SearchKeyword.all(of: attributes)
            + Self.keywords(ofPlace: searchable.place)
        vocabulary = searchable.vocabulary
    }

    /// The maximum number of characters of a part of a place that is a keyword.
    static let placeLength = 20
    /// Returns a keyword for each character, with what follows it: a part of the place is the beginning of one of them.
    private static func keywords(ofPlace folded: String) -> [String] {
        let scalars = folded.unicodeScalars
        return scalars.indices.dropLast().map { keyword(ofPlace: scalars[$0...].prefix(placeLength)) }
    }
    static func keyword(ofPlace part: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: part)
        return "place:\(String(view))"
    }
}
