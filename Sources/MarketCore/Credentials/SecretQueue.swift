internal import MarketModels
internal import Synchronization

/// A queue that hashes secrets in an order that is fair to clients. A client that sends many secrets delays itself. New
/// listings take turns with checks of secrets, so a flood of guesses doesn't delay listings.
public struct SecretQueue: Sendable {
    private enum Lane: Int, CaseIterable {
        /// Those of sellers who are known wait behind no stranger, however many networks strangers have.
        case checks, listings, checksOfSellers
    }

    /// The maximum number of waiting hashes. It takes about two seconds at 20 ms per hash on two cores. Old apps time
    /// out after three.
    static let waiting = 128
    /// The maximum number per address, enough for a family or an office behind one address.
    static let waitingPerAddress = 16

    private let hasher: any SecretHasher
    private let queue: FairQueue

    public init(_ hasher: any SecretHasher) {
        self.hasher = hasher
        let limits = FairQueue.Limits(
            concurrency: hasher.concurrency,
            waitingPerKey: Self.waitingPerAddress,
            waiting: Self.waiting
        )
        queue = FairQueue(limits: limits, laneCount: Lane.allCases.count)
    }

    /// Hashes the secret of a new product in its normalized form (``SecretNormalization``).
    func hash(_ secret: String, for client: ClientAddress) async throws(MarketError) -> SecretHash {
        try await run(.listings, client) { () throws(MarketError) in
            try await hasher.hash(SecretNormalization.normalized(secret))
        }
    }

    /// - Parameter isOfSeller: whether the client is known to be the seller's, so that its check waits for no stranger's.
    func verify(
        _ secret: String,
        against hash: SecretHash,
        for client: ClientAddress,
        isOfSeller: Bool
    ) async throws(MarketError) -> Bool {
        try await run(isOfSeller ? .checksOfSellers : .checks, client) { () throws(MarketError) in
            try await hasher.verify(secret, against: hash)
        }
    }

    private func run<Value>(
        _ lane: Lane,
        _ client: ClientAddress,
        _ operation: () async throws(MarketError) -> Value
    ) async throws(MarketError) -> Value {
        do {
            return try await queue.inTurn(of: client, lane: lane.rawValue, operation)
        } catch .interrupted {
            throw .unavailable(reason: "cancelled while waiting for a hash")
        }
    }
}

/// Remembers which passwords were right, from which addresses, without holding any of them: as hashes with a key that only
/// this process has and that ends with it.
final class RememberedSecrets: Sendable {
    private static let capacity = 100_000

    private let key = String.randomToken() + String.randomToken()
    private let table = Mutex(BoundedTable<RightHash, Bool>(capacity: capacity))

    /// - Parameter hash: the product's password as it is stored, so that another one isn't taken for it.
    func fingerprint(_ secret: String, of id: Product.ID, _ hash: SecretHash, from source: ClientAddress) -> RightHash {
        RightHash(of: "\(key) \(id.rawValue) \(hash.rawValue) \(source) \(secret)")
    }

    func contains(_ fingerprint: RightHash) -> Bool { table.withLock { $0[fingerprint] != nil } }

    func add(_ fingerprint: RightHash) { table.withLock { $0.set(true, for: fingerprint) } }
}
