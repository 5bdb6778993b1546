internal import GRDB
internal import MarketCore
internal import MarketModels

/// Reads receipts inside one snapshot of the database.
struct ReceiptReader {
    let database: Database

    func receipt(for key: RequestKey, since begin: Timestamp) throws -> ListingReceipt? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT fingerprint, secret_hash, product FROM listing_receipt
                WHERE seller = ? AND key = ? AND created_at >= ?
                """
        )
        let row = try Row.fetchOne(
            statement,
            arguments: [key.sellerText, key.text, begin.millisecondsSinceEpoch]
        )
        guard let row else { return nil }
        return ListingReceipt(
            fingerprint: RequestFingerprint(rawValue: row[0]),
            secretHash: SecretHash(rawValue: row[1]),
            product: try ProductSnapshot(json: row[2]).product
        )
    }
}
