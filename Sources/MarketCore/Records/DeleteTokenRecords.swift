internal import MarketModels

/// The delete tokens.
struct DeleteTokenRecords<Connection: RecordConnection> {
    /// The maximum lifetime of a token in milliseconds (``DeleteToken``). A token that expired this long before the
    /// expiry of a new one has expired already.
    private static var longestLife: Int64 { 86_400_000 }
    /// The maximum number of tokens that one transaction deletes.
    private static var removalLimit: Int64 { 100 }

    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func add(_ token: DeleteToken, issuedFor hash: SecretHash) throws -> Bool {
        let expiresAt = token.expiresAt.millisecondsSinceEpoch
        try remove("<=", expiresAt.subtractingReportingOverflow(Self.longestLife).partialValue)
        // The lock waits for a change of the secret that is in flight, and keeps others waiting.
        return try connection.execute(
            """
            INSERT INTO delete_token (token, product_id, expires_at)
            SELECT $1, product_id, $2 FROM product_detail WHERE product_id = $3 AND secret_hash = $4 \
            \(Connection.locking("FOR SHARE"))
            """,
            [.text(token.text), .integer(expiresAt), .integer(token.product.rawValue), .text(hash.rawValue)]
        ) > 0
    }

    func redeem(_ token: String, for expected: Product.ID?, at now: Timestamp) throws -> Product? {
        // PostgreSQL has no texts with U+0000, so it is no token.
        guard !token.utf8.contains(0) else { return nil }
        let milliseconds = now.millisecondsSinceEpoch
        try remove("<=", milliseconds)
        // Tokens that live longer were made while the clock was ahead.
        let latest = milliseconds.addingReportingOverflow(Self.longestLife).partialValue
        try remove(">", latest)
        let product = try connection.first(
            """
            SELECT product_id FROM delete_token AS t
            WHERE token = $1 AND expires_at > $2 AND expires_at <= $3 AND \(Connection.isOfThisDatabase("t"))
            """,
            [.text(token), .integer(milliseconds), .integer(latest)]
        ) { Product.ID(rawValue: try $0.positive(0)) }
        guard let product, expected == nil || product == expected else { return nil }
        // Deleting the product deletes its token too. Whoever redeems the same token at once finds no product then.
        return try connection.products.delete(product, at: now)
    }

    /// Deletes tokens by their expiry. What another writer is about to delete is left to it.
    private func remove(_ comparison: String, _ moment: Int64) throws {
        try connection.execute(
            """
            DELETE FROM delete_token WHERE token IN (SELECT token FROM delete_token WHERE expires_at \(comparison) $1
                LIMIT $2 \(Connection.locking("FOR UPDATE SKIP LOCKED")))
            """,
            [.integer(moment), .integer(Self.removalLimit)]
        )
    }
}
