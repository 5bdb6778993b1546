internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader of rights.
struct RightReader {
    let database: Database

    func right(_ hash: RightHash) throws -> ListingRight? {
        var right: ListingRight?
        try database.forEachRow(
            "SELECT product_id, kind, created_at, browser FROM listing_right WHERE hash = :hash",
            with: [(":hash", .text(hash.rawValue))]
        ) { row in
            right = ListingRight(
                product: Product.ID(rawValue: try row.positive(0)),
                authority: try row.count(1) == 0 ? .right : .link,
                hash: hash,
                browser: try row.optionalText(3).map { BrowserDigest(rawValue: $0) },
                createdAt: try row.timestamp(2)
            )
            return false
        }
        return right
    }

    func holdsRight(_ browser: BrowserDigest, ofVendor vendor: Vendor.ID) throws -> Bool {
        var isHeld = false
        try database.forEachRow(
            """
            SELECT 1 FROM listing_right AS r JOIN product AS p ON p.id = r.product_id \
            WHERE r.browser = :browser AND p.vendor_id = :vendor LIMIT 1
            """,
            with: [(":browser", .text(browser.rawValue)), (":vendor", .integer(vendor.rawValue))]
        ) { _ in
            isHeld = true
            return false
        }
        return isHeld
    }

    func link(of product: Product.ID) throws -> ListingRight? {
        let hash = try database.firstRow(
            "SELECT hash FROM listing_right WHERE product_id = ?1 AND kind = 1 ORDER BY id DESC LIMIT 1",
            product.rawValue
        ) { RightHash(rawValue: try $0.nonEmptyText(0)) }
        return try hash.flatMap { try right($0) }
    }
}
