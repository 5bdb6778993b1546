public import MarketCore
internal import MarketHashing

/// A ticket signer that uses keyed BLAKE2b with a 256-bit key.
public struct KeyedTicketSigner: TicketSigner {
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

    public func signature(for message: [UInt8]) throws(MarketError) -> [UInt8] {
        BLAKE2b.hash(message, byteCount: Self.signatureByteCount, key: key)
    }

    public func isValidSignature(_ signature: [UInt8], for message: [UInt8]) throws(MarketError) -> Bool {
        BLAKE2b.isEqual(signature, try self.signature(for: message))
    }
}
