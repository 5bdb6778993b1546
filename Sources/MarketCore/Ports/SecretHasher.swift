/// Hashes the secrets that guard products.
public protocol SecretHasher: Sendable {
    /// How many secrets it hashes at once.
    var concurrency: Int { get }

    /// Deliberately slow. - Parameter secret: 1 to 128 bytes of UTF-8.
    func hash(_ secret: String) async throws(SecretHasherError) -> SecretHash

    /// Takes as long as hashing does, right or wrong.
    func verify(_ secret: String, against hash: SecretHash) async throws(SecretHasherError) -> Bool
}

/// A secret's salted hash with its parameters, as one line of text (`$argon2id$…`).
public struct SecretHash: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

public enum SecretHasherError: Error, Hashable, Sendable {
    /// More are waiting than can be served in time.
    case busy
    /// `reason` is for logs.
    case failed(reason: String)
}
