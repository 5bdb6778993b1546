internal import MarketCore
internal import MarketModels

/// The texts of the list statements: one constant for each kind of list, so that each stays prepared.
///
/// The left joins fix the order of the tables regardless of statistics: a list scans `product` (or its index by vendor,
/// or that of a scope) and looks up the rest. In addition, a product whose seller or description is missing is reported
/// as corrupt rather than silently skipped.
enum ListingStatements {
    /// Returns the statement of a list. Columns: see ``ProductColumns/summary``. Arguments: 1 the bound (the first id that the
    /// page may contain), 2 the limit, 3 the vendor.
    static func list(
        _ order: ProductQuery.Order,
        in scope: ListScope = .everything,
        ofVendor: Bool,
        withDescriptions: Bool
    ) -> String {
        let lists =
            switch scope {
            case .everything: ofEverything
            case .listed: ofListed
            case .listedWonAndDollar: ofWonAndDollar
            }
        return lists[index(of: order) * 4 + (ofVendor ? 2 : 0) + (withDescriptions ? 1 : 0)]
    }

    /// Returns the statement for the id at a position of a vendor's own list. Arguments: 1 the vendor, 2 the number of
    /// products to skip.
    static func vendorsID(_ order: ProductQuery.Order, in scope: ListScope = .everything) -> String {
        let ids =
            switch scope {
            case .everything: vendorsIDsOfEverything
            case .listed: vendorsIDsOfListed
            case .listedWonAndDollar: vendorsIDsOfWonAndDollar
            }
        return ids[index(of: order)]
    }

    /// The orders of these lists. The others are those of `FilteredReader`.
    private static let orders = [ProductQuery.Order.newest, .oldest]

    private static func index(of order: ProductQuery.Order) -> Int {
        switch order {
        case .newest: 0
        case .oldest: 1
        case .cheapest, .mostExpensive, .bumped: preconditionFailure("such lists are FilteredReader's")
        }
    }

    /// Returns the statement for one product. Argument: 1 its id.
    static func product(withDescription: Bool) -> String { withDescription ? describedProduct : product }

    private static let product = productText(described: false)
    private static let describedProduct = productText(described: true)

    private static func productText(described: Bool) -> String {
        "SELECT \(columns(described: described)) FROM product AS p \(joins(described: described)) WHERE p.id = ?1"
    }

    private static let vendorsIDsOfEverything = vendorsIDs(.everything)
    private static let vendorsIDsOfListed = vendorsIDs(.listed)
    private static let vendorsIDsOfWonAndDollar = vendorsIDs(.listedWonAndDollar)

    /// The statements by order. They read an index only, so skipping is cheap, but not free.
    private static func vendorsIDs(_ scope: ListScope) -> [String] {
        let (index, condition) = scope.clauses(ofVendor: true)
        return orders.map { order in
            """
            SELECT id FROM product\(index) WHERE \(condition)vendor_id = ?1 \
            ORDER BY id \(order == .newest ? "DESC" : "ASC") LIMIT 1 OFFSET ?2
            """
        }
    }

    private static let ofEverything = lists(.everything)
    private static let ofListed = lists(.listed)
    private static let ofWonAndDollar = lists(.listedWonAndDollar)

    /// The statements by order, vendor and description.
    private static func lists(_ scope: ListScope) -> [String] {
        orders.flatMap { order in
            [false, true].flatMap { ofVendor in
                [false, true].map { text(order, in: scope, ofVendor: ofVendor, described: $0) }
            }
        }
    }

    /// The columns that all lists select.
    static func columns(described: Bool) -> String {
        ProductColumns.summary + (described ? ", d.description" : "")
    }

    /// The tables that are looked up for each product.
    private static func joins(described: Bool) -> String {
        "LEFT JOIN vendor AS v ON v.id = p.vendor_id"
            + (described ? " LEFT JOIN product_detail AS d ON d.product_id = p.id" : "")
    }

    private static func text(
        _ order: ProductQuery.Order,
        in scope: ListScope,
        ofVendor: Bool,
        described: Bool
    ) -> String {
        let bound = order == .newest ? "p.id <= ?1" : "p.id >= ?1"
        let direction = order == .newest ? "DESC" : "ASC"
        let (index, condition) = scope.clauses(ofVendor: ofVendor, alias: "p.")
        return """
            SELECT \(columns(described: described)) FROM product AS p\(index) \(joins(described: described)) \
            WHERE \(condition)\(bound)\(ofVendor ? " AND p.vendor_id = ?3" : "") \
            ORDER BY p.id \(direction) LIMIT ?2
            """
    }
}
