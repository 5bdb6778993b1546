internal import GRDB
internal import MarketCore
internal import MarketModels

/// The statements for one searched, filtered or sorted list. Their texts depend only on which filters there are, so
/// there are a few dozen, and each stays prepared.
struct FilteredStatement {
    private let query: ProductQuery
    /// Whether products are walked in the list's order and asked one by one whether they match.
    private let probesSearch: Bool

    init(_ query: ProductQuery, probesSearch: Bool) {
        self.query = query
        self.probesSearch = probesSearch && query.search != nil
    }

    /// One row for each match.
    var count: String {
        let stock = query.isInStock ? " AND p.stock > 0" : ""
        let vendor = query.vendor == nil ? "" : " AND p.vendor_id = :vendor"
        guard query.search != nil else {
            return "SELECT 1 FROM product AS p WHERE true\(stock)\(vendor) LIMIT :limit"
        }
        if stock.isEmpty, vendor.isEmpty {
            return "SELECT 1 FROM product_search AS s WHERE s.product_search MATCH :search LIMIT :limit"
        }
        return """
            SELECT 1 FROM product_search AS s CROSS JOIN product AS p ON p.id = s.rowid \
            WHERE s.product_search MATCH :search\(stock)\(vendor) LIMIT :limit
            """
    }

    /// The stretch, with the columns of ``SummaryReader``.
    var list: String {
        let beginsWithSearch = query.search != nil && !probesSearch
        let source = beginsWithSearch ? "product_search AS s CROSS JOIN product AS p ON p.id = s.rowid" : product
        var filters: [String] = []
        if beginsWithSearch { filters.append("s.product_search MATCH :search") }
        if let bound = bound(beginsWithSearch ? "s.rowid" : "p.id") { filters.append(bound) }
        if query.isInStock { filters.append("p.stock > 0") }
        if query.vendor != nil { filters.append("p.vendor_id = :vendor") }
        if probesSearch {
            filters.append(
                "EXISTS (SELECT 1 FROM product_search AS s WHERE s.product_search MATCH :search AND s.rowid = p.id)"
            )
        }
        return """
            SELECT \(ListingStatements.columns(described: query.includesDescriptions)) FROM \(source) \
            \(ListingStatements.joins(described: query.includesDescriptions)) \
            WHERE \(filters.isEmpty ? "true" : filters.joined(separator: " AND ")) \
            ORDER BY \(order(beginsWithSearch ? "s.rowid" : "p.id")) LIMIT :limit OFFSET ifnull(:skipped, 0)
            """
    }

    func arguments(limit: Int) -> [(name: String, value: FilteredArgument)] {
        var arguments: [(String, FilteredArgument)] = [(":limit", .integer(Int64(limit)))]
        if let search = query.search { arguments.append((":search", .text(Self.expression(of: search)))) }
        if let vendor = query.vendor { arguments.append((":vendor", .integer(vendor.rawValue))) }
        switch query.window {
        case .after(.afterID(let id)) where !query.order.isByPrice:
            arguments.append((":id", .integer(id.rawValue)))
        case .after(.afterAmount(let amount, let id)) where query.order.isByPrice:
            arguments.append((":id", .integer(id.rawValue)))
            arguments.append((":amount", .integer(amount)))
        case .page(let number):
            let (skipped, overflow) = Int64(number - 1).multipliedReportingOverflow(by: Int64(query.size))
            arguments.append((":skipped", .integer(overflow ? .max : skipped)))
        case .after:
            break
        }
        return arguments
    }

    /// What the index is asked: every word must be there, in the name alone or anywhere.
    static func expression(of search: ProductSearch) -> String {
        SearchText.phrases(of: search).map { tokens in
            let phrase = "\"" + tokens.joined(separator: " ").replacing("\"", with: "\"\"") + "\""
            return search.scope == .name ? "name : \(phrase)" : phrase
        }.joined(separator: " AND ")
    }

    /// The table by an index that has its order; a vendor's list goes by the vendor's own index.
    private var product: String {
        guard query.vendor == nil else { return "product AS p INDEXED BY product_by_vendor" }
        switch (query.order.isByPrice, query.isInStock) {
        case (true, true): return "product AS p INDEXED BY product_in_stock_by_amount"
        case (true, false): return "product AS p INDEXED BY product_by_amount"
        case (false, true): return "product AS p INDEXED BY product_in_stock"
        case (false, false): return "product AS p"
        }
    }

    private func bound(_ id: String) -> String? {
        guard case .after(let cursor) = query.window, cursor.fits(query.order) else { return nil }
        switch query.order {
        case .newest: return "\(id) < :id"
        case .oldest: return "\(id) > :id"
        // The first half is for the index, the second for products of one price, the newest of which come first.
        case .cheapest:
            return "p.sort_amount >= :amount AND (p.sort_amount > :amount OR p.id < :id)"
        case .dearest:
            return "p.sort_amount <= :amount AND (p.sort_amount < :amount OR p.id < :id)"
        }
    }

    private func order(_ id: String) -> String {
        switch query.order {
        case .newest: "\(id) DESC"
        case .oldest: "\(id) ASC"
        case .cheapest: "p.sort_amount ASC, p.id DESC"
        case .dearest: "p.sort_amount DESC, p.id DESC"
        }
    }
}

/// An argument of a statement, by its kind.
enum FilteredArgument {
    case integer(Int64)
    case text(String)
}
