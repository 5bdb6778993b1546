internal import GRDB
internal import MarketCore
internal import MarketModels

/// A writer that stores and redeems delete tokens within a transaction.
struct DeleteTokenWriter {
    /// The maximum lifetime of a token in milliseconds (``DeleteToken``). A token that expired this long before the
    /// expiry of a new one has expired already.
    private static let longestLife: Int64 = 86_400_000

    let database: Database

    func add(_ token: DeleteToken, issuedFor hash: SecretHash) throws -> Bool {
        let expiresAt = token.expiresAt.millisecondsSinceEpoch
        try removeTokens(expiredBy: expiresAt.subtractingReportingOverflow(Self.longestLife).partialValue)
        try database.execute(
            cached: """
                INSERT INTO delete_token (token, product_id, expires_at)
                SELECT ?, product_id, ? FROM product_detail WHERE product_id = ? AND secret_hash = ?
                """,
            [token.text, expiresAt, token.product.rawValue, hash.rawValue]
        )
        return database.changesCount > 0
    }

    func redeem(_ token: String, for expected: Product.ID?, at now: Timestamp) throws -> Product? {
        try removeTokens(expiredBy: now.millisecondsSinceEpoch)
        // Tokens that live longer were made while the clock was ahead.
        let latest = now.millisecondsSinceEpoch.addingReportingOverflow(Self.longestLife).partialValue
        try database.execute(cached: "DELETE FROM delete_token WHERE expires_at > ?", [latest])
        let statement = try database.cachedStatement(sql: "SELECT product_id FROM delete_token WHERE token = ?")
        guard let product = try Int64.fetchOne(statement, arguments: [token]).map(Product.ID.init(rawValue:)),
            expected == nil || product == expected
        else { return nil }
        // Deleting the product deletes its token too.
        return try database.records.products.delete(product, at: now)
    }

    private func removeTokens(expiredBy moment: Int64) throws {
        try database.execute(cached: "DELETE FROM delete_token WHERE expires_at <= ?", [moment])
    }
}
