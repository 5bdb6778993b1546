internal import MarketModels

/// The texts of the list statements: one constant for each kind of list, so that each stays prepared.
///
/// The left joins fix the order of the tables regardless of statistics: a list scans `product` (or its index by vendor,
/// or that of a scope) and looks up the rest. In addition, a product whose seller or description is missing is reported
/// as corrupt rather than silently skipped.
enum ListingStatements {
    /// Returns the statement of a list. Columns: see ``SummaryReader``. Arguments: 1 the bound (the first id that the
    /// page may contain), 2 the limit, 3 the vendor.
    static func list(
        _ order: ProductQuery.Order,
        in scope: CurrencyScope = .all,
        ofVendor: Bool,
        withDescriptions: Bool
    ) -> String {
        if scope == .wonAndDollar {
            return ofWonAndDollar[(order == .newest ? 0 : 4) + (ofVendor ? 2 : 0) + (withDescriptions ? 1 : 0)]
        }
        return switch (order, ofVendor, withDescriptions) {
        case (.cheapest, _, _), (.dearest, _, _): preconditionFailure("such lists are FilteredReader's")
        case (.newest, false, false): newest
        case (.newest, false, true): newestDescribed
        case (.newest, true, false): newestOfVendor
        case (.newest, true, true): newestOfVendorDescribed
        case (.oldest, false, false): oldest
        case (.oldest, false, true): oldestDescribed
        case (.oldest, true, false): oldestOfVendor
        case (.oldest, true, true): oldestOfVendorDescribed
        }
    }

    /// Returns the statement for the id at a position of a vendor's own list. Arguments: 1 the vendor, 2 the number of
    /// products to skip.
    static func vendorsID(_ order: ProductQuery.Order, in scope: CurrencyScope = .all) -> String {
        switch scope {
        case .all: order == .newest ? vendorsNewestID : vendorsOldestID
        case .wonAndDollar: order == .newest ? vendorsNewestIDOfWonAndDollar : vendorsOldestIDOfWonAndDollar
        }
    }

    /// Returns the statement for one product. Argument: 1 its id.
    static func product(withDescription: Bool) -> String { withDescription ? describedProduct : product }

    private static let product = productText(described: false)
    private static let describedProduct = productText(described: true)

    private static func productText(described: Bool) -> String {
        "SELECT \(columns(described: described)) FROM product AS p \(joins(described: described)) WHERE p.id = ?1"
    }

    // An index covers these statements, so skipping is cheap, but not free.
    private static let vendorsNewestID =
        "SELECT id FROM product WHERE vendor_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2"
    private static let vendorsOldestID =
        "SELECT id FROM product WHERE vendor_id = ?1 ORDER BY id LIMIT 1 OFFSET ?2"

    private static let vendorsNewestIDOfWonAndDollar = vendorsIDOfWonAndDollar("DESC")
    private static let vendorsOldestIDOfWonAndDollar = vendorsIDOfWonAndDollar("ASC")

    private static func vendorsIDOfWonAndDollar(_ direction: String) -> String {
        """
        SELECT id FROM product INDEXED BY product_by_vendor_krw_usd \
        WHERE currency IN ('KRW', 'USD') AND vendor_id = ?1 ORDER BY id \(direction) LIMIT 1 OFFSET ?2
        """
    }

    /// The statements by order, vendor and description.
    private static let ofWonAndDollar = [ProductQuery.Order.newest, .oldest].flatMap { order in
        [false, true].flatMap { ofVendor in
            [false, true].map { text(order, in: .wonAndDollar, ofVendor: ofVendor, described: $0) }
        }
    }

    private static let newest = text(.newest, ofVendor: false, described: false)
    private static let newestDescribed = text(.newest, ofVendor: false, described: true)
    private static let newestOfVendor = text(.newest, ofVendor: true, described: false)
    private static let newestOfVendorDescribed = text(.newest, ofVendor: true, described: true)
    private static let oldest = text(.oldest, ofVendor: false, described: false)
    private static let oldestDescribed = text(.oldest, ofVendor: false, described: true)
    private static let oldestOfVendor = text(.oldest, ofVendor: true, described: false)
    private static let oldestOfVendorDescribed = text(.oldest, ofVendor: true, described: true)

    /// The columns that all lists select.
    private static func columns(described: Bool) -> String {
        """
        p.id, p.vendor_id, v.name, p.version, p.currency, p.price, p.discount, p.stock, \
        p.registered_at, p.updated_at, p.thumbnail_name, p.name\(described ? ", d.description" : "")
        """
    }

    /// The tables that are looked up for each product.
    private static func joins(described: Bool) -> String {
        "LEFT JOIN vendor AS v ON v.id = p.vendor_id"
            + (described ? " LEFT JOIN product_detail AS d ON d.product_id = p.id" : "")
    }

    private static func text(
        _ order: ProductQuery.Order,
        in scope: CurrencyScope = .all,
        ofVendor: Bool,
        described: Bool
    ) -> String {
        let bound = order == .newest ? "p.id <= ?1" : "p.id >= ?1"
        let direction = order == .newest ? "DESC" : "ASC"
        var (index, filter) = ("", "")
        if scope == .wonAndDollar {
            index = " INDEXED BY \(ofVendor ? "product_by_vendor_krw_usd" : "product_krw_usd")"
            filter = "p.currency IN ('KRW', 'USD') AND "
        }
        return """
            SELECT \(columns(described: described)) FROM product AS p\(index) \(joins(described: described)) \
            WHERE \(filter)\(bound)\(ofVendor ? " AND p.vendor_id = ?3" : "") \
            ORDER BY p.id \(direction) LIMIT ?2
            """
    }
}
