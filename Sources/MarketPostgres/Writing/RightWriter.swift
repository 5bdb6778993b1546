internal import MarketCore
internal import MarketModels

/// A writer that stores and removes the rights of products within a transaction.
struct RightWriter {
    let connection: PostgresConnection

    /// A right that is stored again becomes the newest one. A link replaces the one before.
    ///
    /// - Returns: whether the product still has the secret that the right was issued for.
    func add(_ right: ListingRight, issuedFor secret: SecretHash) throws -> Bool {
        // The lock lets one transaction after the other count the rights of a product.
        let isCurrent = try connection.firstRow(
            "SELECT 1 FROM product_detail WHERE product_id = $1 AND secret_hash = $2 FOR NO KEY UPDATE",
            [right.product.rawValue, secret.rawValue]
        ) { _ in true }
        guard isCurrent != nil else { return false }
        try connection.execute(
            """
            INSERT INTO listing_right (hash, product_id, kind, browser, created_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (hash) DO UPDATE SET id = excluded.id, product_id = excluded.product_id, kind = excluded.kind,
                browser = excluded.browser, created_at = excluded.created_at
            """,
            [
                right.hash.rawValue, right.product.rawValue, right.authority.stored, right.owner?.rawValue,
                right.createdAt.millisecondsSinceEpoch,
            ]
        )
        if right.authority == .link {
            try connection.execute(
                "DELETE FROM listing_right WHERE product_id = $1 AND kind = 1 AND hash <> $2",
                [right.product.rawValue, right.hash.rawValue]
            )
        }
        // The newest one stays whatever the clock says.
        try connection.execute(
            """
            DELETE FROM listing_right WHERE id IN (
                SELECT id FROM listing_right WHERE product_id = $1 ORDER BY id DESC OFFSET $2)
            """,
            [right.product.rawValue, ListingRight.maximumCountPerProduct]
        )
        return true
    }

    func remove(of product: Product.ID, only hash: RightHash?) throws {
        if let hash {
            try connection.execute(
                "DELETE FROM listing_right WHERE hash = $1 AND product_id = $2",
                [hash.rawValue, product.rawValue]
            )
        } else {
            try connection.execute("DELETE FROM listing_right WHERE product_id = $1", [product.rawValue])
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
