import MarketCore

extension ClientBudget {
    /// Takes a token for a request.
    ///
    /// - Throws: ``RequestError/tooManyRequests(retryAfterSeconds:)`` or a `MarketError`.
    func spend(for client: ClientAddress) async throws {
        let seconds: Int?
        do { seconds = try await consume(for: client) } catch { throw MarketError(error) }
        if let seconds { throw RequestError.tooManyRequests(retryAfterSeconds: seconds) }
    }
}
