/// A hasher of the secrets that protect products.
public protocol SecretHasher: Sendable {
    /// The maximum number of secrets that are hashed at once.
    var concurrency: Int { get }

    /// Hashes a secret. It is deliberately slow.
    ///
    /// - Parameter secret: 1 to 128 bytes of UTF-8.
    func hash(_ secret: String) async throws(SecretHasherError) -> SecretHash

    /// Returns whether the secret matches the hash. It takes as long as hashing in either case.
    func verify(_ secret: String, against hash: SecretHash) async throws(SecretHasherError) -> Bool
}

/// The salted hash of a secret with its parameters, as one line of text (`$argon2id$…`).
public struct SecretHash: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The reason why a secret was not hashed.
public enum SecretHasherError: Error, Hashable, Sendable {
    /// More calls are waiting than can be served in time.
    case busy
    /// The hasher has failed; `reason` is for logs.
    case failed(reason: String)
}

extension SecretHasherError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .busy: "too many passwords are waiting to be hashed"
        case .failed(let reason): reason
        }
    }
}
