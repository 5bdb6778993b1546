internal import MarketModels

/// The texts of the list statements: one for each kind of list, written once, so that each stays prepared.
///
/// The cross joins tell SQLite the order of the tables, which no statistics may change: a list walks `product` (or its
/// index by vendor) and looks the rest up.
enum ListingStatements {
    /// Columns: see ``SummaryReader``. Arguments: 1 the bound (the first id that the stretch may hold), 2 the
    /// limit, 3 the vendor.
    static func list(_ order: ProductQuery.Order, ofVendor: Bool, withDescriptions: Bool) -> String {
        switch (order, ofVendor, withDescriptions) {
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

    /// The id at a place of a vendor's own list. Arguments: 1 the vendor, 2 how many to pass over.
    static func vendorsID(_ order: ProductQuery.Order) -> String {
        order == .newest ? vendorsNewestID : vendorsOldestID
    }

    /// One product. Argument: 1 its id.
    static func product(withDescription: Bool) -> String { withDescription ? describedProduct : product }

    private static let product = productText(described: false)
    private static let describedProduct = productText(described: true)

    private static func productText(described: Bool) -> String {
        "SELECT \(columns(described: described)) FROM product AS p \(joins(described: described)) WHERE p.id = ?1"
    }

    // The index alone answers these, so passing over is cheap, though not free.
    private static let vendorsNewestID =
        "SELECT id FROM product WHERE vendor_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2"
    private static let vendorsOldestID =
        "SELECT id FROM product WHERE vendor_id = ?1 ORDER BY id LIMIT 1 OFFSET ?2"

    private static let newest = text(.newest, ofVendor: false, described: false)
    private static let newestDescribed = text(.newest, ofVendor: false, described: true)
    private static let newestOfVendor = text(.newest, ofVendor: true, described: false)
    private static let newestOfVendorDescribed = text(.newest, ofVendor: true, described: true)
    private static let oldest = text(.oldest, ofVendor: false, described: false)
    private static let oldestDescribed = text(.oldest, ofVendor: false, described: true)
    private static let oldestOfVendor = text(.oldest, ofVendor: true, described: false)
    private static let oldestOfVendorDescribed = text(.oldest, ofVendor: true, described: true)

    /// What all lists select.
    private static func columns(described: Bool) -> String {
        """
        p.id, p.vendor_id, v.name, p.version, p.currency, p.price, p.discount, p.stock, \
        p.registered_at, p.updated_at, p.thumbnail_name, p.name\(described ? ", d.description" : "")
        """
    }

    /// What is looked up for each product.
    private static func joins(described: Bool) -> String {
        "CROSS JOIN vendor AS v ON v.id = p.vendor_id"
            + (described ? " CROSS JOIN product_detail AS d ON d.product_id = p.id" : "")
    }

    private static func text(_ order: ProductQuery.Order, ofVendor: Bool, described: Bool) -> String {
        let bound = order == .newest ? "p.id <= ?1" : "p.id >= ?1"
        let direction = order == .newest ? "DESC" : "ASC"
        return """
            SELECT \(columns(described: described)) FROM product AS p \(joins(described: described)) \
            WHERE \(bound)\(ofVendor ? " AND p.vendor_id = ?3" : "") \
            ORDER BY p.id \(direction) LIMIT ?2
            """
    }
}
