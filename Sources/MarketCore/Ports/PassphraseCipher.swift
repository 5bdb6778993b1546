/// An authenticated cipher whose key is derived from a passphrase.
public protocol PassphraseCipher: Sendable {
    /// Encrypts bytes. It is deliberately slow.
    ///
    /// - Parameter passphrase: 8 to 128 characters.
    func seal(_ bytes: [UInt8], with passphrase: String) async throws(MarketError) -> [UInt8]

    /// Decrypts bytes. It takes as long as encrypting them, unless they are malformed.
    func open(_ sealed: [UInt8], with passphrase: String) async throws(MarketError) -> OpenedBytes
}

/// The result of decrypting bytes with a passphrase.
public enum OpenedBytes: Hashable, Sendable {
    case opened([UInt8])
    /// The passphrase is wrong, or the bytes were changed.
    case wrongPassphrase
    /// The bytes aren't the output of this cipher.
    case malformed
}
