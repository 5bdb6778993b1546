internal import MarketCore
internal import MarketModels

/// A reader of idempotency records.
struct IdempotencyRecordReader {
    let connection: PostgresConnection

    func record(for key: IdempotencyKey, since begin: Timestamp) throws -> IdempotencyRecord? {
        try connection.firstRow(
            """
            SELECT fingerprint, secret_hash, product FROM idempotency_record \
            WHERE seller = $1 AND key = $2 AND created_at >= $3
            """,
            [key.sellerText, key.text, begin.millisecondsSinceEpoch]
        ) { row in
            IdempotencyRecord(
                fingerprint: RequestFingerprint(rawValue: try row.nonEmptyText(0)),
                secretHash: SecretHash(rawValue: try row.nonEmptyText(1)),
                product: try ProductSnapshot(json: try row.text(2)).product
            )
        }
    }
}
