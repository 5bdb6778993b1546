package import Hummingbird
package import MarketAPI
package import MarketCore
package import MarketModels

/// The parameters of a request for a list, read with the tolerance that API.md describes.
package struct ListParameters: Hashable, Sendable {
    let query: ProductQuery
    /// The requested page; nil if the list is paged by cursor.
    let pageNumber: Int?

    /// Parameters that the edition doesn't have are ignored, like unknown ones.
    ///
    /// - Parameter currency: The currency of prices if none is given.
    init(_ parameters: URLEncodedFields, dialect: Dialect, currency: Currency) throws(RequestError) {
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
            query.search = ProductSearch(text, in: isOpenMarket ? .nameAndSeller : .nameAndDescription)
        }
        if dialect.hasExtensions {
            if parameters["currency"]?.lowercased() == "all" { query.currencyScope = .all }
            query.order = parameters["sort"].flatMap { ProductQuery.Sort(parameter: $0) }?.order ?? .newest
            query.isInStock = parameters["in_stock"].map { ["1", "true", "yes"].contains($0.lowercased()) } ?? false
            query.vendor = parameters["vendor_id"].flatMap { Int64($0) }.map { Vendor.ID(rawValue: $0) }
            let (filter, unusable) = AttributeFilter.reading(currency: currency) { parameters[$0.rawValue] }
            if let parameter = unusable.first { throw .unusableParameter(name: parameter.rawValue) }
            query.filter = filter
            if let text = parameters["cursor"], !text.isEmpty {
                guard let cursor = CursorCoding.cursor(from: text), cursor.fits(query) else {
                    throw .unusableParameter(name: "cursor")
                }
                query.window = .after(cursor)
            }
        }
        if case .page(let number) = query.window { pageNumber = number } else { pageNumber = nil }
        self.query = query
    }

    /// Reads a number, clamped to the range of `Int`; nil if no parameter has one.
    package static func number(_ parameters: URLEncodedFields, _ names: String...) -> Int? {
        for name in names {
            if let number = parameters[name].flatMap({ Self.number($0) }) { return number }
        }
        return nil
    }

    /// Parses a path segment like ``number(_:_:)``. Some apps leave the colon of a placeholder before it: `:1`.
    static func number(_ text: some StringProtocol) -> Int? {
        let text = text.hasPrefix(":") ? text.dropFirst() : text[...]
        if let number = Int(text) { return number }
        let digits = text.drop { $0 == "-" || $0 == "+" }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return text.hasPrefix("-") ? .min : .max
    }
}

extension URLEncodedFields {
    /// The number of a page, from 1.
    package var page: Int { max(1, ListParameters.number(self, "page") ?? 1) }

    /// Returns the id that a parameter has, such as the one after which a page begins; nil if it has no number.
    package func id<ID: RawRepresentable<Int64>>(_ name: String) -> ID? {
        ListParameters.number(self, name).flatMap { ID(rawValue: Int64($0)) }
    }
}

extension BrowseProducts {
    /// Reads a list for a request in its client's turn, and cancels the read when the client disconnects.
    package func callAsFunction(_ query: ProductQuery, _ context: MarketRequestContext) async throws -> ProductPage {
        let client = context.clientAddress
        guard query.longRead != nil, let presence = await ClientPresence.of(context.channel) else {
            return try await self(query, for: client)
        }
        return try await presence.cancellingWhenGone { try await self(query, for: client) }
    }
}

extension Request {
    /// The fields of the query. Hummingbird's `queryParameters` doesn't decode `+`, which browsers send for a space in
    /// a form.
    package var queryFields: URLEncodedFields { URLEncodedFields(uri.query ?? "") }
}
