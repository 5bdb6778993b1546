internal import MarketCore
internal import MarketModels

/// A writer that stores idempotency records within the transaction that lists their products.
struct IdempotencyRecordWriter {
    /// How far another process's clock may be ahead, in milliseconds. Records from later were stored while a clock was
    /// wrong.
    private static let clockTolerance: Int64 = 60_000
    /// The maximum number of old records that one transaction deletes.
    private static let removalLimit = 100

    let connection: PostgresConnection

    /// Stores a record. If another transaction is storing one with the same key, it waits for it.
    ///
    /// - Throws: ``MarketError/requestInFlight``.
    func add(_ record: NewIdempotencyRecord, secretHash: SecretHash, of product: Product) throws {
        let now = record.createdAt.millisecondsSinceEpoch
        let end = record.createdAt.adding(seconds: -IdempotencyRecord.lifetime).millisecondsSinceEpoch
        // What another writer is about to delete is left to it, so that writers don't wait for each other.
        try connection.execute(
            """
            DELETE FROM idempotency_record WHERE (seller, key) IN (
                SELECT seller, key FROM idempotency_record WHERE created_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
            """,
            [end, Self.removalLimit]
        )
        // These were stored while the clock was ahead, and would be kept too long.
        try connection.execute(
            """
            UPDATE idempotency_record SET created_at = $1 WHERE (seller, key) IN (
                SELECT seller, key FROM idempotency_record WHERE created_at > $2 LIMIT $3 FOR UPDATE SKIP LOCKED)
            """,
            [now, now + Self.clockTolerance, Self.removalLimit]
        )
        let count = try connection.execute(
            """
            INSERT INTO idempotency_record AS old (seller, key, fingerprint, secret_hash, product, created_at)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (seller, key) DO UPDATE SET fingerprint = excluded.fingerprint,
                secret_hash = excluded.secret_hash, product = excluded.product, created_at = excluded.created_at
            WHERE old.created_at < $7
            """,
            [
                record.key.sellerText, record.key.text, record.fingerprint.rawValue, secretHash.rawValue,
                try ProductSnapshot(product).json, now, end,
            ]
        )
        guard count > 0 else { throw MarketError.requestInFlight }
    }
}
