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
            owner: try row.optionalText(4).map { RightsOwner(rawValue: $0) },
            createdAt: try row.timestamp(2)
        )
    }
}
