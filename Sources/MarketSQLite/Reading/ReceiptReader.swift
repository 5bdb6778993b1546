internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader of receipts within one snapshot of the database.
struct ReceiptReader {
    private static let text = """
        SELECT fingerprint, secret_hash, product FROM listing_receipt
        WHERE seller = :seller AND key = :key AND created_at >= :begin
        """

    let database: Database

    func receipt(for key: RequestKey, since begin: Timestamp) throws -> ListingReceipt? {
        var receipt: ListingReceipt?
        try database.forEachRow(
            Self.text,
            with: [
                (":seller", .text(key.sellerText)), (":key", .text(key.text)),
                (":begin", .integer(begin.millisecondsSinceEpoch)),
            ]
        ) { row in
            receipt = ListingReceipt(
                fingerprint: RequestFingerprint(rawValue: try row.filledText(0)),
                secretHash: SecretHash(rawValue: try row.filledText(1)),
                product: try ProductSnapshot(json: try row.text(2)).product
            )
            return false
        }
        return receipt
    }
}
