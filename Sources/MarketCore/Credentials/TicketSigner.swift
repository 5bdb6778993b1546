internal import MarketHashing
internal import MarketModels

/// A signer of tokens that the market issues and has to recognize later, with keyed BLAKE2b. The nodes of one market share its key.
public struct TicketSigner: Sendable {
    /// The length of a key in bytes.
    public static let keyByteCount = 32
    private static let signatureByteCount = 32

    private let key: [UInt8]

    /// - Parameter key: ``keyByteCount`` random bytes.
    public init(key: [UInt8]) {
        precondition(key.count == Self.keyByteCount, "The key has another length.")
        self.key = key
    }

    /// Creates a signer with a random key that is lost when the process ends.
    public init() {
        self.init(key: Self.makeKey())
    }

    /// Returns a new random key.
    public static func makeKey() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<keyByteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Computes the signature of a message, a message authentication code. All signatures have the same length.
    public func signature(for message: [UInt8]) -> [UInt8] {
        BLAKE2b.hash(message, byteCount: Self.signatureByteCount, key: key)
    }

    /// Returns whether a signature is valid for the message. The comparison takes constant time.
    public func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        BLAKE2b.isEqual(signature, self.signature(for: message))
    }

    /// Returns 128 bits that nobody can compute without the key of the market, in hexadecimal digits.
    func keyedHash(of text: String) -> String {
        Array(signature(for: Array(text.utf8)).prefix(BrowserKey.length / 2)).hexDigits
    }
}
