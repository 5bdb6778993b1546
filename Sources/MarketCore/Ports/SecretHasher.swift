/// A hasher of the secrets that protect products.
public protocol SecretHasher: Sendable {
    /// The maximum number of secrets that are hashed at once.
    var concurrency: Int { get }

    /// Hashes a secret. It is deliberately slow.
    ///
    /// - Parameter secret: 1 to 128 bytes of UTF-8.
    /// - Throws: ``MarketError/busy`` if more calls wait than can be served in time.
    func hash(_ secret: String) async throws(MarketError) -> SecretHash

    /// Returns whether the secret matches the hash. It takes as long as hashing in either case.
    func verify(_ secret: String, against hash: SecretHash) async throws(MarketError) -> Bool
}

/// The salted hash of a secret with its parameters, as one line of text (`$argon2id$…`).
public struct SecretHash: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
