import MarketModels
import Synchronization

/// Remembers which passwords were right, from which addresses, without holding any of them: as hashes with a key that only
/// this process has and that ends with it.
final class RememberedSecrets: Sendable {
    private static let capacity = 100_000

    private let hasher: any RightHasher
    private let key: String
    private let table = Mutex(BoundedTable<RightHash, Bool>(capacity: capacity))

    init(_ hasher: any RightHasher) {
        self.hasher = hasher
        var generator = SystemRandomNumberGenerator()
        key = (0..<4).map { _ in (generator.next() as UInt64).hexDigits }.joined()
    }

    /// - Parameter hash: the product's password as it is stored, so that another one isn't taken for it.
    func fingerprint(_ secret: String, of id: Product.ID, _ hash: SecretHash, from source: ClientAddress) -> RightHash {
        hasher.hash("\(key) \(id.rawValue) \(hash.rawValue) \(source) \(secret)")
    }

    func contains(_ fingerprint: RightHash) -> Bool { table.withLock { $0[fingerprint] != nil } }

    func add(_ fingerprint: RightHash) { table.withLock { $0.set(true, for: fingerprint) } }
}
