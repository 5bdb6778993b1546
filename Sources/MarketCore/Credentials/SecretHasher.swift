internal import Foundation
internal import MarketModels

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

/// The byte sequences that represent the same secret. Some keyboards send 가 as one character, others as ㄱ and ㅏ.
enum SecretNormalization {
    /// Returns the form in which a new secret is stored: Unicode's composed form (NFC).
    static func normalized(_ secret: String) -> String { secret.precomposedStringWithCanonicalMapping }

    /// Returns the forms of a presented secret that are compared with a stored hash: its composed form and, if it
    /// differs, the form in which it was sent, for secrets that were stored that way. There are at most two, and none
    /// for a text that is too long to be a secret.
    static func candidates(_ secret: String) -> [String] {
        let maximum = ListingRules.secretByteCount.upperBound
        // The decomposed form is at most three times as long as the composed form.
        guard secret.utf8.count <= 3 * maximum else { return [] }
        let normalized = normalized(secret)
        let isNormalized = normalized.utf8.elementsEqual(secret.utf8)
        guard min(normalized.utf8.count, secret.utf8.count) <= maximum else { return [] }
        return isNormalized ? [normalized] : [normalized, secret]
    }
}
