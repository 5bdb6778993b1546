internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader of idempotency records within one snapshot of the database.
struct IdempotencyRecordReader {
    private static let text = """
        SELECT fingerprint, secret_hash, product FROM idempotency_record
        WHERE seller = :seller AND key = :key AND created_at >= :begin
        """

    let database: Database

    func record(for key: IdempotencyKey, since begin: Timestamp) throws -> IdempotencyRecord? {
        var record: IdempotencyRecord?
        try database.forEachRow(
            Self.text,
            with: [
                (":seller", .text(key.sellerText)), (":key", .text(key.text)),
                (":begin", .integer(begin.millisecondsSinceEpoch)),
            ]
        ) { row in
            record = IdempotencyRecord(
                fingerprint: RequestFingerprint(rawValue: try row.nonEmptyText(0)),
                secretHash: SecretHash(rawValue: try row.nonEmptyText(1)),
                product: try ProductSnapshot(json: try row.text(2)).product
            )
            return false
        }
        return record
    }
}
