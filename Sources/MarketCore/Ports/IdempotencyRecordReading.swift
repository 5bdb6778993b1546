public import MarketModels

/// A reader of idempotency records. They are written with the products (``ProductWriting/add(_:)``).
public protocol IdempotencyRecordReading: Sendable {
    /// Returns the idempotency record of a request that listed a product, or nil if none is stored for the key.
    ///
    /// - Parameter begin: the moment from which records count. Older ones are ignored.
    func idempotencyRecord(for key: IdempotencyKey, since begin: Timestamp) async throws(MarketError)
        -> IdempotencyRecord?
}
