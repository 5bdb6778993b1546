internal import MarketCore
internal import MarketModels

/// A reader of rights.
struct RightReader {
    let connection: PostgresConnection

    func right(_ hash: RightHash) throws -> ListingRight? {
        try connection.firstRow(
            "SELECT product_id, kind, created_at, hash, browser FROM listing_right WHERE hash = $1",
            [hash.rawValue],
            read: right
        )
    }

    func holdsRight(_ browser: BrowserDigest, ofVendor vendor: Vendor.ID) throws -> Bool {
        let found = try connection.firstRow(
            """
            SELECT 1 FROM listing_right AS r JOIN product AS p ON p.id = r.product_id \
            WHERE r.browser = $1 AND p.vendor_id = $2 LIMIT 1
            """,
            [browser.rawValue, vendor.rawValue]
        ) { _ in true }
        return found != nil
    }

    func link(of product: Product.ID) throws -> ListingRight? {
        try connection.firstRow(
            """
            SELECT product_id, kind, created_at, hash, browser FROM listing_right WHERE product_id = $1 AND kind = 1 \
            ORDER BY id DESC LIMIT 1
            """,
            [product.rawValue],
            read: right
        )
    }

    private func right(_ row: PostgresRow) throws -> ListingRight {
        ListingRight(
            product: Product.ID(rawValue: try row.positive(0)),
            authority: try row.count(1) == 0 ? .right : .link,
            hash: RightHash(rawValue: try row.nonEmptyText(3)),
            browser: try row.optionalText(4).map { BrowserDigest(rawValue: $0) },
            createdAt: try row.timestamp(2)
        )
    }
}
