internal import MarketCore
internal import MarketModels

/// A writer that stores and redeems delete tokens within a transaction.
struct DeleteTokenWriter {
    /// The maximum lifetime of a token in milliseconds (``DeleteToken``). A token that expired this long before the
    /// expiry of a new one has expired already.
    private static let longestLife: Int64 = 86_400_000
    /// The maximum number of expired tokens that one transaction deletes.
    private static let removalLimit = 100

    let connection: PostgresConnection

    func add(_ token: DeleteToken, issuedFor hash: SecretHash) throws -> Bool {
        let expiresAt = token.expiresAt.millisecondsSinceEpoch
        try removeTokens(expiredBy: expiresAt.subtractingReportingOverflow(Self.longestLife).partialValue)
        // The lock waits for a change of the secret that is in flight, and keeps others waiting.
        return try connection.execute(
            """
            INSERT INTO delete_token (token, product_id, expires_at)
            SELECT $1, product_id, $2 FROM product_detail WHERE product_id = $3 AND secret_hash = $4 FOR SHARE
            """,
            [token.text, expiresAt, token.product.rawValue, hash.rawValue]
        ) > 0
    }

    func redeem(_ token: String, for expected: Product.ID?, at now: Timestamp) throws -> Product? {
        // PostgreSQL has no texts with U+0000, so it is no token.
        guard !token.utf8.contains(0) else { return nil }
        let milliseconds = now.millisecondsSinceEpoch
        try removeTokens(expiredBy: milliseconds)
        // Tokens that live longer were made while the clock was ahead.
        let latest = milliseconds.addingReportingOverflow(Self.longestLife).partialValue
        try connection.execute(
            """
            DELETE FROM delete_token WHERE token IN (
                SELECT token FROM delete_token WHERE expires_at > $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
            """,
            [latest, Self.removalLimit]
        )
        let product = try connection.firstRow(
            """
            SELECT product_id FROM delete_token AS t
            WHERE token = $1 AND expires_at > $2 AND expires_at <= $3 AND \(PostgresRecords.isOfThisDatabase("t"))
            """,
            [token, milliseconds, latest]
        ) { Product.ID(rawValue: try $0.positive(0)) }
        guard let product, expected == nil || product == expected else { return nil }
        // Deleting the product deletes its token too. Whoever redeems the same token at once finds no product then.
        return try connection.records.products.delete(product, at: now)
    }

    private func removeTokens(expiredBy moment: Int64) throws {
        try connection.execute(
            """
            DELETE FROM delete_token WHERE token IN (
                SELECT token FROM delete_token WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
            """,
            [moment, Self.removalLimit]
        )
    }
}
