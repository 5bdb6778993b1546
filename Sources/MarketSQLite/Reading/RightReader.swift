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
                owner: try row.optionalText(3).map { RightsOwner(rawValue: $0) },
                createdAt: try row.timestamp(2)
            )
            return false
        }
        return right
    }

    func link(of product: Product.ID) throws -> ListingRight? {
        let hash = try database.firstRow(
            "SELECT hash FROM listing_right WHERE product_id = ?1 AND kind = 1 ORDER BY id DESC LIMIT 1",
            product.rawValue
        ) { RightHash(rawValue: try $0.nonEmptyText(0)) }
        return try hash.flatMap { try right($0) }
    }
}
