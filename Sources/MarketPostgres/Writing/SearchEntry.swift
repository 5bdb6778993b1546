internal import MarketCore
internal import MarketModels

/// The row of a product in `product_search`, and its words that a typo can be corrected to.
struct SearchEntry: Equatable {
    let id: Product.ID
    let isListed: Bool
    let name: String
    let texts: String
    let facts: [String]
    let vocabulary: Set<String>

    init(_ product: Product) {
        let listing = product.listing
        self.init(
            id: product.id,
            vendor: product.vendor.id,
            isListed: product.lifecycle.isListed,
            texts: SearchableProduct(
                name: listing.name,
                description: listing.description,
                seller: product.vendor.name
            ),
            attributes: listing.attributes
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
        texts = [searchable.name, searchable.initials, searchable.description, searchable.seller]
            .joined(separator: "\n")
        facts = [Self.fact(of: vendor)] + Self.facts(of: attributes)
        vocabulary = searchable.vocabulary
    }

    static func fact(of vendor: Vendor.ID) -> String { "vendor:\(vendor.rawValue)" }
    static func fact(ofCategory slug: String) -> String { "category:\(slug)" }
    static func fact(of condition: ItemCondition) -> String { "condition:\(condition.stored)" }
    static func fact(of handover: Handover) -> String { "handover:\(handover.stored)" }
    /// One for each word, so that `연남동` finds `서울 연남동`.
    static func facts(ofPlace place: String) -> [String] { SearchText.words(of: place).map { "place:\($0)" } }

    private static func facts(of attributes: ListingAttributes) -> [String] {
        var facts: [String] = []
        if let category = attributes.category { facts.append(fact(ofCategory: category)) }
        if let condition = attributes.condition { facts.append(fact(of: condition)) }
        if let handover = attributes.handover { facts.append(fact(of: handover)) }
        return facts + self.facts(ofPlace: attributes.place)
    }
}
