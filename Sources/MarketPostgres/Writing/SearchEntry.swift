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
                seller: product.vendor.name,
                place: listing.attributes.place
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
        texts =
            ([searchable.name, searchable.initials, searchable.description, searchable.seller]
            + (searchable.place.isEmpty ? [] : [searchable.place])).joined(separator: "\n")
        facts = [Self.fact(of: vendor)] + Self.facts(of: attributes) + Self.facts(ofPlace: searchable.place)
        vocabulary = searchable.vocabulary
    }

    static func fact(of vendor: Vendor.ID) -> String { "vendor:\(vendor.rawValue)" }
    static func fact(ofCategory slug: String) -> String { "category:\(slug)" }
    static func fact(of condition: ItemCondition) -> String { "condition:\(condition.stored)" }
    static func fact(of handover: Handover) -> String { "handover:\(handover.stored)" }

    /// The maximum number of characters of a part of a place that is a fact.
    static let placeLength = 20
    /// Returns a fact for each character, with what follows it: a part of the place is the beginning of one of them.
    private static func facts(ofPlace folded: String) -> [String] {
        let scalars = folded.unicodeScalars
        return scalars.indices.dropLast().map { fact(ofPlace: scalars[$0...].prefix(placeLength)) }
    }
    static func fact(ofPlace part: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: part)
        return "place:\(String(view))"
    }

    private static func facts(of attributes: ListingAttributes) -> [String] {
        var facts: [String] = []
        if let category = attributes.category { facts.append(fact(ofCategory: category)) }
        if let condition = attributes.condition { facts.append(fact(of: condition)) }
        if let handover = attributes.handover { facts.append(fact(of: handover)) }
        return facts
    }
}
