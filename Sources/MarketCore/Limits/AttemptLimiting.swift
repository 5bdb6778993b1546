public import MarketModels

/// Bounds how often secrets are guessed. Several servers of one market share it.
public protocol AttemptLimiting: Sendable {
    /// Asks leave for an attempt, and counts it as a wrong one until it is ended otherwise: many attempts at the same
    /// instant count as many.
    ///
    /// - Returns: how many seconds to wait, or nil if the attempt may be made.
    func beginAttempt(for product: Product.ID, from client: ClientAddress) async -> Int?

    /// The secret was right: the attempt costs nothing, and the client is known for it for a while.
    func attemptWasRight(for product: Product.ID, from client: ClientAddress) async

    /// The attempt came to nothing, and costs nothing.
    func takeBackAttempt(for product: Product.ID, from client: ClientAddress) async
}
