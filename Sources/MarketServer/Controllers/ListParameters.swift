import MarketAPI
import MarketModels

/// What a request for a list asks for, with the tolerance that API.md states.
struct ListParameters: Hashable, Sendable {
    let query: ProductQuery
    /// The page that was asked for; nil when the list is walked by cursor.
    let pageNumber: Int?

    /// The words for orders (API.md, “Extensions”); another word counts as not given.
    static let orders: [String: ProductQuery.Order] = [
        "newest": .newest, "price_asc": .cheapest, "price_desc": .dearest,
    ]

    /// What an edition does not know is ignored, as everything unknown is.
    init(_ parameters: URLEncodedFields, dialect: Dialect) throws(RequestError) {
        let number = Self.number(parameters, "page_no", "page-no") ?? 1
        let size = Self.number(parameters, "items_per_page", "items-per-page") ?? ProductQuery.defaultPageSize
        let isOpenMarket = dialect.edition == .openmarket
        var query = ProductQuery(
            window: .page(number),
            size: size,
            currencyScope: .wonAndDollar,
            includesDescriptions: isOpenMarket
        )
        if isOpenMarket || dialect.hasExtensions, let text = parameters["search_value"] {
            query.search = ProductSearch(text, in: isOpenMarket ? .name : .nameAndDescription)
        }
        if dialect.hasExtensions {
            if parameters["currency"]?.lowercased() == "all" { query.currencyScope = .all }
            query.order = parameters["sort"].flatMap { Self.orders[$0.lowercased()] } ?? .newest
            query.isInStock = parameters["in_stock"].map { ["1", "true", "yes"].contains($0.lowercased()) } ?? false
            query.vendor = parameters["vendor_id"].flatMap { Int64($0) }.map { Vendor.ID(rawValue: $0) }
            if let text = parameters["cursor"], !text.isEmpty {
                guard let cursor = CursorText.cursor(from: text), cursor.fits(query) else {
                    throw .unusableParameter(name: "cursor")
                }
                query.window = .after(cursor)
            }
        }
        if case .page(let number) = query.window { pageNumber = number } else { pageNumber = nil }
        self.query = query
    }

    /// Reads a number that may be out of any range; what is none counts as not given.
    static func number(_ parameters: URLEncodedFields, _ names: String...) -> Int? {
        for name in names {
            if let number = parameters[name].flatMap({ Self.number($0) }) { return number }
        }
        return nil
    }

    /// As ``number(_:_:)``, for a segment of a path.
    static func number(_ text: some StringProtocol) -> Int? {
        if let number = Int(text) { return number }
        let digits = text.drop { $0 == "-" || $0 == "+" }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return text.hasPrefix("-") ? .min : .max
    }
}
