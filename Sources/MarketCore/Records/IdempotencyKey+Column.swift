internal import MarketModels

extension IdempotencyKey {
    /// The value of the column `seller`. A vendor identifier is never empty and contains no control characters, so
    /// other values represent clients without an identifier.
    package var sellerText: String { seller?.text ?? guest.map { "\u{1}" + $0 } ?? "" }
}
