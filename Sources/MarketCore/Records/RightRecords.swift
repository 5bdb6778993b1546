package import MarketModels

/// The rights of products.
package struct RightRecords<Connection: RecordConnection> {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func right(_ hash: RightHash) throws -> ListingRight? {
        try connection.first(
            "SELECT product_id, kind, created_at, hash, browser FROM listing_right WHERE hash = $1",
            [.text(hash.rawValue)],
            right
        )
    }

    func link(of product: Product.ID) throws -> ListingRight? {
        try connection.first(
            """
            SELECT product_id, kind, created_at, hash, browser FROM listing_right WHERE product_id = $1 AND kind = 1
            ORDER BY id DESC LIMIT 1
            """,
            [.integer(product.rawValue)],
            right
        )
    }

    private func right(_ row: Connection.Row) throws -> ListingRight {
        ListingRight(
            product: Product.ID(rawValue: try row.positive(0)),
            authority: try row.count(1) == 0 ? .right : .link,
            hash: RightHash(rawValue: try row.nonEmptyText(3)),
            owner: try row.optionalText(4).map { RightsOwner(rawValue: $0) },
            createdAt: try row.timestamp(2)
        )
    }

    /// A right that is stored again becomes the newest one. A link replaces the one before.
    ///
    /// - Returns: whether the product still has the secret that the right was issued for.
    func add(_ right: ListingRight, issuedFor secret: SecretHash) throws -> Bool {
        let product = MoveValue.integer(right.product.rawValue)
        guard try connection.lock(secret, of: right.product) else { return false }
        try connection.execute("DELETE FROM listing_right WHERE hash = $1", [.text(right.hash.rawValue)])
        try connection.execute(
            "INSERT INTO listing_right (hash, product_id, kind, browser, created_at) VALUES ($1, $2, $3, $4, $5)",
            [
                .text(right.hash.rawValue), product, .integer(right.authority.stored), .init(right.owner?.rawValue),
                .integer(right.createdAt.millisecondsSinceEpoch),
            ]
        )
        if right.authority == .link {
            try connection.execute(
                "DELETE FROM listing_right WHERE product_id = $1 AND kind = 1 AND hash <> $2",
                [product, .text(right.hash.rawValue)]
            )
        }
        try removeOldest(of: product)
        return true
    }

    /// Removes what a product has more than ``ListingRight/maximumCountPerProduct``, and forgets the browsers for which that was all.
    private func removeOldest(of product: MoveValue) throws {
        // The newest one stays whatever the clock says.
        let oldest = """
            product_id = $1 AND id <= (
                SELECT id FROM listing_right WHERE product_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)
            """
        let values = [product, .integer(Int64(ListingRight.maximumCountPerProduct))]
        let owners = try connection.all(
            "SELECT browser FROM listing_right WHERE browser IS NOT NULL AND \(oldest)",
            values
        ) { RightsOwner(rawValue: try $0.nonEmptyText(0)) }
        try connection.execute("DELETE FROM listing_right WHERE \(oldest)", values)
        for owner in owners { try connection.browsers.forgetWithoutRights(owner) }
    }

    package func remove(of product: Product.ID, only hash: RightHash?) throws {
        if let hash {
            try connection.execute(
                "DELETE FROM listing_right WHERE hash = $1 AND product_id = $2",
                [.text(hash.rawValue), .integer(product.rawValue)]
            )
        } else {
            try connection.execute("DELETE FROM listing_right WHERE product_id = $1", [.integer(product.rawValue)])
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
