internal import GRDB
internal import MarketCore
internal import MarketModels

/// A writer that stores idempotency records within the transaction that lists their products.
struct IdempotencyRecordWriter {
    let database: Database

    /// - Throws: ``MarketError/requestInFlight``.
    func add(_ record: NewIdempotencyRecord, secretHash: SecretHash, of product: Product) throws {
        let now = record.createdAt.millisecondsSinceEpoch
        let end = record.createdAt.adding(seconds: -IdempotencyRecord.lifetime).millisecondsSinceEpoch
        try database.execute(cached: "DELETE FROM idempotency_record WHERE created_at < ?", [end])
        // These were stored while the clock was ahead, and would be kept too long.
        try database.execute(cached: "UPDATE idempotency_record SET created_at = ? WHERE created_at > ?", [now, now])
        try database.execute(
            cached: """
                INSERT INTO idempotency_record (seller, key, fingerprint, secret_hash, product, created_at)
                VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
            [
                record.key.sellerText, record.key.text, record.fingerprint.rawValue, secretHash.rawValue,
                try ProductSnapshot(product).json, now,
            ]
        )
        guard database.changesCount > 0 else { throw MarketError.requestInFlight }
    }
}
