public import MarketModels

/// A limit on attempts to guess secrets. The servers of one market share it.
public protocol AttemptLimiting: Sendable {
    /// Requests permission for an attempt and counts it as a wrong one until its outcome is known, so that concurrent
    /// attempts count individually.
    ///
    /// - Returns: the number of seconds to wait, or nil if the attempt may be made.
    func beginAttempt(for product: Product.ID, from client: ClientAddress) async throws(StoreError) -> Int?

    /// Records that the secret was right: the attempt isn't counted, and the client is exempt from the shared limits
    /// for a while.
    func recordSuccess(for product: Product.ID, from client: ClientAddress) async throws(StoreError)

    /// Uncounts an attempt that ended without a result.
    func cancelAttempt(for product: Product.ID, from client: ClientAddress) async throws(StoreError)
}
