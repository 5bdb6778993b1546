import Synchronization

/// The keys of requests that are just being carried out: one process has the market to itself, so memory is enough.
final class RequestsUnderWay: Sendable {
    private let keys = Mutex<Set<RequestKey>>([])

    /// Does something for a key, unless something is being done for it already.
    ///
    /// - Throws: `MarketError.requestUnderWay`, or what `body` throws.
    func withKey<Value>(
        _ key: RequestKey,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async throws -> Value {
        guard keys.withLock({ $0.insert(key).inserted }) else { throw MarketError.requestUnderWay }
        defer { _ = keys.withLock { $0.remove(key) } }
        return try await body()
    }
}
