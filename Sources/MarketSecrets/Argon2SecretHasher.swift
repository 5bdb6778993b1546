internal import CSodium
public import MarketCore

/// Hashes secrets with argon2id, on threads of its own.
///
/// A hash is slow and takes memory on purpose, so few run at once and few may wait: a flood of guesses is answered
/// `busy` and does not bring the server down.
public struct Argon2SecretHasher: SecretHasher {
    private let cost: Argon2Cost
    let executor: BoundedExecutor

    /// - Parameters:
    ///   - cost: of new hashes. A hash that is verified brings its own.
    ///   - concurrency: how many run at once, each taking the cost's memory.
    ///   - waitingLimit: how many may wait; whoever comes on top gets `SecretHasherError.busy`.
    /// - Throws: `SecretHasherError.failed` when libsodium can't be set up.
    public init(
        cost: Argon2Cost = .interactive,
        concurrency: Int = 2,
        waitingLimit: Int = 64
    ) throws(SecretHasherError) {
        // Safe at any time and on any thread; what is set up already is left alone.
        guard sodium_init() >= 0 else { throw .failed(reason: "libsodium can't be set up") }
        self.cost = cost
        executor = BoundedExecutor(name: "secrets", width: max(1, concurrency), waitingLimit: waitingLimit)
    }

    public var concurrency: Int { executor.width }

    /// How many secrets are being hashed and how many wait.
    public var load: BoundedExecutor.Load { executor.load }

    public func hash(_ secret: String) async throws(SecretHasherError) -> SecretHash {
        let cost = cost
        return try await run { Argon2.hash(secret, cost: cost) }
    }

    public func verify(_ secret: String, against hash: SecretHash) async throws(SecretHasherError) -> Bool {
        try await run { Argon2.verify(secret, against: hash) }
    }

    private func run<Value: Sendable>(
        _ work: @escaping @Sendable () -> Result<Value, SecretHasherError>
    ) async throws(SecretHasherError) -> Value {
        let result: Result<Value, SecretHasherError>
        do throws(BoundedExecutorError) {
            result = try await executor.run(work)
        } catch {
            switch error {
            case .busy: throw .busy
            case .cancelled: throw .failed(reason: "cancelled while waiting")
            }
        }
        return try result.get()
    }
}
