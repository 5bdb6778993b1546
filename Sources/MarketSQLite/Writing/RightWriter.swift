internal import GRDB
internal import MarketCore
internal import MarketModels

/// A writer that stores and removes the rights of products within a transaction.
struct RightWriter {
    let database: Database

    /// A right that is stored again becomes the newest one. A link replaces the one before.
    ///
    /// - Returns: whether the product still has the secret that the right was issued for.
    func add(_ right: ListingRight, issuedFor secret: SecretHash) throws -> Bool {
        try database.execute(
            cached: """
                INSERT OR REPLACE INTO listing_right (hash, product_id, kind, browser, created_at)
                SELECT ?, product_id, ?, ?, ? FROM product_detail WHERE product_id = ? AND secret_hash = ?
                """,
            [
                right.hash.rawValue, right.authority.stored, right.owner?.rawValue,
                right.createdAt.millisecondsSinceEpoch, right.product.rawValue, secret.rawValue,
            ]
        )
        guard database.changesCount > 0 else { return false }
        if right.authority == .link {
            try database.execute(
                cached: "DELETE FROM listing_right WHERE product_id = ? AND kind = 1 AND hash <> ?",
                [right.product.rawValue, right.hash.rawValue]
            )
        }
        // The newest one stays whatever the clock says.
        try database.execute(
            cached: """
                DELETE FROM listing_right WHERE id IN (
                    SELECT id FROM listing_right WHERE product_id = ? ORDER BY id DESC LIMIT -1 OFFSET ?)
                """,
            [right.product.rawValue, ListingRight.maximumCountPerProduct]
        )
        return true
    }

    func remove(of product: Product.ID, only hash: RightHash?) throws {
        if let hash {
            try database.execute(
                cached: "DELETE FROM listing_right WHERE hash = ? AND product_id = ?",
                [hash.rawValue, product.rawValue]
            )
        } else {
            try database.execute(cached: "DELETE FROM listing_right WHERE product_id = ?", [product.rawValue])
        }
    }
}

extension SellerAuthority {
    /// The value of the column `kind`.
    fileprivate var stored: Int64 {
        switch self {
        case .right: 0
        case .link: 1
        case .password: preconditionFailure("a password is no right")
        }
    }
}
