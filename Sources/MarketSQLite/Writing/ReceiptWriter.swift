internal import GRDB
internal import MarketCore
internal import MarketModels

/// Keeps receipts inside the transaction that lists their products.
struct ReceiptWriter {
    let database: Database

    func keep(_ receipt: NewReceipt, secretHash: SecretHash, of product: Product) throws {
        let end = product.registeredAt.adding(seconds: -ListingReceipt.lifetime).millisecondsSinceEpoch
        try database.execute(cached: "DELETE FROM listing_receipt WHERE created_at < ?", [end])
        try database.execute(
            cached: """
                INSERT INTO listing_receipt (seller, key, fingerprint, secret_hash, product, created_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            [
                receipt.key.sellerText, receipt.key.text, receipt.fingerprint.rawValue, secretHash.rawValue,
                try ProductSnapshot(product).json, product.registeredAt.millisecondsSinceEpoch,
            ]
        )
    }
}

extension RequestKey {
    /// Nobody can present an empty identifier, so it stands for those who present none.
    var sellerText: String { seller?.text ?? "" }
}
