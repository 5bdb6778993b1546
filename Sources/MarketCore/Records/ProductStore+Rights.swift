public import MarketModels

/// The secrets of products, and what is issued for them: rights, links and delete tokens.
extension ProductStore {
    /// Returns the hash of a product's secret, or nil if there is no such product.
    public func secretHash(of id: Product.ID) async throws(MarketError) -> SecretHash? {
        try await readRecords { try $0.products.secretHash(of: id) }
    }

    /// Replaces the secret of a product and invalidates the tokens and rights that were issued for the old one.
    ///
    /// - Returns: whether there is such a product.
    public func setSecretHash(_ hash: SecretHash, of id: Product.ID) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.setSecretHash(hash, of: id) }
    }

    /// Does the same for an operator, unless the product has another secret than the old one. A change is logged in the same
    /// commit.
    ///
    /// - Returns: whether the secret was replaced.
    public func replaceSecretHash(
        _ old: SecretHash,
        with new: SecretHash,
        of id: Product.ID,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { connection in
            guard try connection.lock(old, of: id), let product = try connection.product(id),
                try connection.setSecretHash(new, of: id)
            else { return false }
            try connection.reports.note(.secretReplaced, of: product, reason: reason, by: proof, at: now)
            return true
        }
    }

    // MARK: Rights

    /// Stores a right if the product still has the secret that the right was issued for. Of more than
    /// ``ListingRight/maximumCountPerProduct`` rights of a product, the oldest end; one that is stored again is the newest.
    /// A product has one link at most: another one ends it. It doesn't change the revision.
    ///
    /// - Returns: whether the right was stored.
    public func addRight(_ right: ListingRight, issuedFor hash: SecretHash) async throws(MarketError) -> Bool {
        try await writeRecords { connection in
            let product = MoveValue.integer(right.product.rawValue)
            guard try connection.lock(hash, of: right.product) else { return false }
            try connection.execute("DELETE FROM listing_right WHERE hash = $1", [.text(right.hash.rawValue)])
            try connection.execute(
                "INSERT INTO listing_right (hash, product_id, kind, browser, created_at) VALUES ($1, $2, $3, $4, $5)",
                [
                    .text(right.hash.rawValue), product, .integer(right.authority.stored),
                    .init(right.owner?.rawValue), .integer(right.createdAt.millisecondsSinceEpoch),
                ]
            )
            if right.authority == .link {
                try connection.execute(
                    "DELETE FROM listing_right WHERE product_id = $1 AND kind = 1 AND hash <> $2",
                    [product, .text(right.hash.rawValue)]
                )
            }
            try connection.removeOldestRights(of: product)
            return true
        }
    }

    /// Ends rights of a product.
    ///
    /// - Parameter hash: the only right to end, or nil for all of them.
    public func removeRights(of id: Product.ID, only hash: RightHash?) async throws(MarketError) {
        try await writeRecords { try $0.removeRights(of: id, only: hash) }
    }

    /// Returns a right, or nil if there is none with this hash.
    public func right(_ hash: RightHash) async throws(MarketError) -> ListingRight? {
        try await readRecords { try $0.right("hash = $1", .text(hash.rawValue)) }
    }

    /// Returns the right of a product's link, or nil if it has none.
    public func link(of id: Product.ID) async throws(MarketError) -> ListingRight? {
        try await readRecords {
            try $0.right("product_id = $1 AND kind = 1 ORDER BY id DESC LIMIT 1", .integer(id.rawValue))
        }
    }

    // MARK: Delete tokens

    /// Stores a token if the product still has the secret that the token was issued for. It doesn't change the
    /// revision.
    ///
    /// - Returns: whether the token was stored. It isn't when the product has been deleted or its secret has changed.
    public func addDeleteToken(_ token: DeleteToken, issuedFor hash: SecretHash) async throws(MarketError) -> Bool {
        try await writeRecords(isDeletion: true) { try $0.add(token, issuedFor: hash) }
    }

    /// Redeems a token and deletes its product, atomically. A token that would be valid for more than a day from now,
    /// because a clock was wrong when it was stored, is valid for a day.
    ///
    /// - Parameter expected: the product that the token must be for, or nil for any.
    /// - Returns: the product as it was, or nil when the token is unknown, spent, expired or for another product.
    public func redeem(
        token: String,
        for expected: Product.ID?,
        at now: Timestamp
    ) async throws(MarketError) -> Product? {
        try await writeRecords(isDeletion: true) { try $0.redeem(token, for: expected, at: now) }?
            .resolved(by: categories)
    }
}

// MARK: - Records

extension RecordConnection {
    fileprivate func setSecretHash(_ hash: SecretHash, of id: Product.ID) throws -> Bool {
        let count = try execute(
            "UPDATE product_detail SET secret_hash = $1 WHERE product_id = $2",
            [.text(hash.rawValue), .integer(id.rawValue)]
        )
        guard count > 0 else { return false }
        try execute("DELETE FROM delete_token WHERE product_id = $1", [.integer(id.rawValue)])
        try removeRights(of: id, only: nil)
        return true
    }

    fileprivate func right(_ condition: String, _ value: MoveValue) throws -> ListingRight? {
        try first("SELECT product_id, kind, created_at, hash, browser FROM listing_right WHERE \(condition)", [value]) {
            ListingRight(
                product: Product.ID(rawValue: try $0.positive(0)),
                authority: try $0.count(1) == 0 ? .right : .link,
                hash: RightHash(rawValue: try $0.nonEmptyText(3)),
                owner: try $0.optionalText(4).map { RightsOwner(rawValue: $0) },
                createdAt: try $0.timestamp(2)
            )
        }
    }

    /// Removes what a product has more than ``ListingRight/maximumCountPerProduct``, and forgets the browsers for which that was all.
    fileprivate func removeOldestRights(of product: MoveValue) throws {
        // The newest one stays whatever the clock says.
        let oldest = """
            product_id = $1 AND id <= (
                SELECT id FROM listing_right WHERE product_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)
            """
        let values = [product, .integer(Int64(ListingRight.maximumCountPerProduct))]
        let owners = try all(
            "SELECT browser FROM listing_right WHERE browser IS NOT NULL AND \(oldest)",
            values
        ) { RightsOwner(rawValue: try $0.nonEmptyText(0)) }
        try execute("DELETE FROM listing_right WHERE \(oldest)", values)
        for owner in owners { try forgetBrowsersWithoutRights(of: owner) }
    }

    fileprivate func removeRights(of product: Product.ID, only hash: RightHash?) throws {
        if let hash {
            try execute(
                "DELETE FROM listing_right WHERE hash = $1 AND product_id = $2",
                [.text(hash.rawValue), .integer(product.rawValue)]
            )
        } else {
            try execute("DELETE FROM listing_right WHERE product_id = $1", [.integer(product.rawValue)])
        }
    }

    fileprivate func add(_ token: DeleteToken, issuedFor hash: SecretHash) throws -> Bool {
        let expiresAt = token.expiresAt.millisecondsSinceEpoch
        // What expired this long before the expiry of a new one has expired already.
        try removeDeleteTokens("<=", expiresAt.subtractingReportingOverflow(DeleteToken.longestLife).partialValue)
        // The lock waits for a change of the secret that is in flight, and keeps others waiting.
        let count = try execute(
            """
            INSERT INTO delete_token (token, product_id, expires_at)
            SELECT $1, product_id, $2 FROM product_detail WHERE product_id = $3 AND secret_hash = $4 \
            \(Self.locking("FOR SHARE"))
            """,
            [.text(token.text), .integer(expiresAt), .integer(token.product.rawValue), .text(hash.rawValue)]
        )
        if count > 0 { try removeOldestDeleteTokens(besides: token) }
        return count > 0
    }

    /// Deletes what a product has more than ``DeleteToken/maximumCountPerProduct``. The new one stays whatever the clock says.
    private func removeOldestDeleteTokens(besides new: DeleteToken) throws {
        try execute(
            """
            DELETE FROM delete_token WHERE token IN (SELECT token FROM delete_token WHERE product_id = $1 AND token <> $2
                ORDER BY expires_at DESC LIMIT $3 OFFSET $4 \(Self.locking("FOR UPDATE SKIP LOCKED")))
            """,
            [
                .integer(new.product.rawValue), .text(new.text), .integer(DeleteToken.removalLimit),
                .integer(Int64(DeleteToken.maximumCountPerProduct - 1)),
            ]
        )
    }

    fileprivate func redeem(_ token: String, for expected: Product.ID?, at now: Timestamp) throws -> Product? {
        // PostgreSQL has no texts with U+0000, so it is no token.
        guard !token.utf8.contains(0) else { return nil }
        let milliseconds = now.millisecondsSinceEpoch
        try removeDeleteTokens("<=", milliseconds)
        // Tokens that live longer were made while the clock was ahead.
        let latest = milliseconds.addingReportingOverflow(DeleteToken.longestLife).partialValue
        try removeDeleteTokens(">", latest)
        let product = try first(
            """
            SELECT product_id FROM delete_token AS t
            WHERE token = $1 AND expires_at > $2 AND expires_at <= $3 AND \(Self.isOfThisDatabase("t"))
            """,
            [.text(token), .integer(milliseconds), .integer(latest)]
        ) { Product.ID(rawValue: try $0.positive(0)) }
        guard let product, expected == nil || product == expected else { return nil }
        // Deleting the product deletes its token too. Whoever redeems the same token at once finds no product then.
        return try products.delete(product, at: now)
    }

    /// Deletes some tokens by their expiry. What another writer is about to delete is left to it.
    private func removeDeleteTokens(_ comparison: String, _ moment: Int64) throws {
        try execute(
            """
            DELETE FROM delete_token WHERE token IN (SELECT token FROM delete_token WHERE expires_at \(comparison) $1
                LIMIT $2 \(Self.locking("FOR UPDATE SKIP LOCKED")))
            """,
            [.integer(moment), .integer(DeleteToken.removalLimit)]
        )
    }
}

extension DeleteToken {
    /// The maximum lifetime in milliseconds.
    fileprivate static let longestLife: Int64 = 86_400_000
    /// The maximum number of expired tokens that one transaction deletes.
    fileprivate static let removalLimit: Int64 = 100
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
