internal import CSodium
public import MarketCore

/// A secret hasher that uses argon2id on its own threads.
///
/// A hash is deliberately slow and takes much memory, so only a few run at once and few may wait. A flood of guesses
/// fails with `busy` instead of exhausting the server.
public struct Argon2SecretHasher: SecretHasher {
    private let cost: Argon2Cost
    let executor: BoundedExecutor

    /// - Parameters:
    ///   - cost: the cost of new hashes. Verification uses the cost that the hash contains.
    ///   - concurrency: the maximum number of hashes that run at once, each taking the cost's memory.
    ///   - waitingLimit: the maximum number that wait. Further calls throw `MarketError.busy`.
    /// - Throws: `MarketError.unavailable` when libsodium can't be set up.
    public init(
        cost: Argon2Cost = .interactive,
        concurrency: Int = 2,
        waitingLimit: Int = 64
    ) throws(MarketError) {
        // `sodium_init` may be called repeatedly and on any thread.
        guard sodium_init() >= 0 else { throw .unavailable(reason: "libsodium can't be set up") }
        self.cost = cost
        executor = BoundedExecutor(name: "secrets", width: max(1, concurrency), waitingLimit: waitingLimit)
    }

    public var concurrency: Int { executor.width }

    /// The numbers of hashes that are running and waiting.
    public var load: BoundedExecutor.Load { executor.load }

    public func hash(_ secret: String) async throws(MarketError) -> SecretHash {
        let cost = cost
        return try await run { Argon2.hash(secret, cost: cost) }
    }

    public func verify(_ secret: String, against hash: SecretHash) async throws(MarketError) -> Bool {
        try await run { Argon2.verify(secret, against: hash) }
    }

    private func run<Value: Sendable>(
        _ work: @escaping @Sendable () -> Result<Value, MarketError>
    ) async throws(MarketError) -> Value {
        try await executor.run(waitingFor: "a thread that hashes") { try work().get() }
    }
}
