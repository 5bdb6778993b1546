internal import MarketModels

/// The records of requests that have listed products.
struct IdempotencyRecords<Connection: RecordConnection> {
    /// How far another process's clock may be ahead, in milliseconds. Records from later were stored while a clock was
    /// wrong.
    private static var clockTolerance: Int64 { 60_000 }
    /// The maximum number of old records that one transaction deletes.
    private static var removalLimit: Int64 { 100 }

    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Stores a record within the transaction that lists its product. If another transaction is storing one with the same
    /// key, it waits for it.
    ///
    /// - Throws: ``MarketError/requestInFlight``.
    func add(_ record: NewIdempotencyRecord, secretHash: SecretHash, of product: Product) throws {
        let now = record.createdAt.millisecondsSinceEpoch
        let end = record.createdAt.adding(seconds: -IdempotencyRecord.lifetime).millisecondsSinceEpoch
        // What another writer is about to delete is left to it, so that writers don't wait for each other.
        let some = "LIMIT $2 \(Connection.locking("FOR UPDATE SKIP LOCKED"))"
        try connection.execute(
            """
            DELETE FROM idempotency_record WHERE (seller, key) IN (
                SELECT seller, key FROM idempotency_record WHERE created_at < $1 \(some))
            """,
            [.integer(end), .integer(Self.removalLimit)]
        )
        // These were stored while the clock was ahead, and would be kept too long.
        try connection.execute(
            """
            UPDATE idempotency_record SET created_at = $3 WHERE (seller, key) IN (
                SELECT seller, key FROM idempotency_record WHERE created_at > $1 \(some))
            """,
            [.integer(now + Self.clockTolerance), .integer(Self.removalLimit), .integer(now)]
        )
        // The seller's identifier may have been replaced since the request began: whoever knows the former one can't repeat it.
        let vendor = record.key.seller.map { _ in product.vendor.id.rawValue }
        let count = try connection.execute(
            """
            INSERT INTO idempotency_record AS old (seller, key, fingerprint, secret_hash, product, created_at)
            VALUES (coalesce((SELECT identifier FROM vendor WHERE id = $8), $1), $2, $3, $4, $5, $6)
            ON CONFLICT (seller, key) DO UPDATE SET fingerprint = excluded.fingerprint,
                secret_hash = excluded.secret_hash, product = excluded.product, created_at = excluded.created_at
            WHERE old.created_at < $7
            """,
            [
                .text(record.key.sellerText), .text(record.key.text), .text(record.fingerprint.rawValue),
                .text(secretHash.rawValue), .text(try ProductSnapshot(product).json), .integer(now), .integer(end),
                .init(vendor),
            ]
        )
        guard count > 0 else { throw MarketError.requestInFlight }
    }
}
