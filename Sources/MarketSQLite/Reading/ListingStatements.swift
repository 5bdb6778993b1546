internal import MarketCore
internal import MarketModels

/// The texts of the list statements. Each kind of list always has the same text, by which its prepared statement is found.
///
/// The left joins fix the order of the tables regardless of statistics: a list scans `product` (or its index by vendor,
/// or that of a scope) and looks up the rest. In addition, a product whose seller or description is missing is reported
/// as corrupt rather than silently skipped.
///
/// The lists are the newest or oldest first; other orders are those of `FilteredReader`.
enum ListingStatements {
    /// Returns the statement of a list. Columns: see ``ProductColumns/summary``. Arguments: 1 the bound (the first id that the
    /// page may contain), 2 the limit, 3 the vendor.
    static func list(
        _ order: ProductQuery.Order,
        in scope: ListScope = .everything,
        ofVendor: Bool,
        withDescriptions: Bool
    ) -> String {
        let (index, condition) = scope.clauses(ofVendor: ofVendor, alias: "p.")
        return """
            \(select(described: withDescriptions, index)) \
            WHERE \(condition)p.id \(order == .newest ? "<=" : ">=") ?1\(ofVendor ? " AND p.vendor_id = ?3" : "") \
            ORDER BY p.id \(direction(of: order)) LIMIT ?2
            """
    }

    /// Returns the statement for the id at a position of a vendor's own list. It reads an index only, so skipping is cheap, but
    /// not free. Arguments: 1 the vendor, 2 the number of products to skip.
    static func vendorsID(_ order: ProductQuery.Order, in scope: ListScope = .everything) -> String {
        let (index, condition) = scope.clauses(ofVendor: true)
        return """
            SELECT id FROM product\(index) WHERE \(condition)vendor_id = ?1 \
            ORDER BY id \(direction(of: order)) LIMIT 1 OFFSET ?2
            """
    }

    /// Returns the statement for one product. Argument: 1 its id.
    static func product(withDescription: Bool) -> String { withDescription ? describedProduct : product }

    // Constants, because a page of what was found reads each of its products with one.
    private static let product = select(described: false) + " WHERE p.id = ?1"
    private static let describedProduct = select(described: true) + " WHERE p.id = ?1"

    /// The columns that all lists select.
    static func columns(described: Bool) -> String {
        ProductColumns.summary + (described ? ", d.description" : "")
    }

    /// The beginning of a statement that reads products, with the tables that are looked up for each of them.
    private static func select(described: Bool, _ index: String = "") -> String {
        "SELECT \(columns(described: described)) FROM product AS p\(index) LEFT JOIN vendor AS v ON v.id = p.vendor_id"
            + (described ? " LEFT JOIN product_detail AS d ON d.product_id = p.id" : "")
    }

    private static func direction(of order: ProductQuery.Order) -> String {
        switch order {
        case .newest: "DESC"
        case .oldest: "ASC"
        case .cheapest, .mostExpensive, .bumped: preconditionFailure("such lists are FilteredReader's")
        }
    }
}
