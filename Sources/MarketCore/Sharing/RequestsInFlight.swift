internal import Synchronization

/// The idempotency keys of the requests in flight on all nodes of a market, so that a repeat is refused while the
/// first request is running.
///
/// It saves work and tells clients what is going on. That nothing is listed twice is ensured by the store, which takes a
/// key only once.
public protocol RequestsInFlight: Sendable {
    /// Holds a key for a request.
    ///
    /// - Returns: nil if another request holds it.
    func begin(_ key: IdempotencyKey) async throws(MarketError) -> RequestHold?

    /// The interval at which a hold must be renewed, because the process that has it might end; nil if it needn't be.
    var renewalInterval: Duration? { get }

    func renew(_ hold: RequestHold) async throws(MarketError)

    func end(_ hold: RequestHold) async
}

/// A key that a request holds.
public struct RequestHold: Hashable, Sendable {
    public let key: IdempotencyKey
    /// Tells the holds of a key apart.
    public let holder: String

    public init(key: IdempotencyKey, holder: String) {
        self.key = key
        self.holder = holder
    }
}

extension RequestsInFlight {
    /// Runs `body` for a key, unless a request with the same key is in flight.
    ///
    /// - Throws: `MarketError.requestInFlight` or another error of the market, or an error that `body` throws.
    func withKey<Value>(
        _ key: IdempotencyKey,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let hold = try await begin(key)
        guard let hold else { throw MarketError.requestInFlight }
        async let _: Void = keepRenewing(hold)
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await end(hold)
        return try result.get()
    }

    /// Renews a hold until the task is cancelled. If that fails, the key may be free too early.
    private func keepRenewing(_ hold: RequestHold) async {
        guard let interval = renewalInterval else { return }
        while true {
            do { try await Task.sleep(for: interval) } catch { return }
            try? await renew(hold)
        }
    }
}

/// The requests in flight of a market that is one process.
final class InProcessRequestsInFlight: RequestsInFlight {
    private let keys = Mutex<Set<IdempotencyKey>>([])

    var renewalInterval: Duration? { nil }

    func begin(_ key: IdempotencyKey) -> RequestHold? {
        keys.withLock { $0.insert(key).inserted } ? RequestHold(key: key, holder: "") : nil
    }

    func renew(_ hold: RequestHold) {}

    func end(_ hold: RequestHold) { _ = keys.withLock { $0.remove(hold.key) } }
}
