internal import CSodium
public import MarketCore

/// Signs with BLAKE2b and a key of 256 bits.
public struct KeyedTicketSigner: TicketSigner {
    public static let keyByteCount = 32
    private static let codeByteCount = 32

    private let key: [UInt8]

    /// - Parameter key: ``keyByteCount`` random bytes.
    public init(key: [UInt8]) {
        precondition(key.count == Self.keyByteCount, "The key has another length.")
        self.key = key
    }

    /// With a key that nobody else has and that ends with the process.
    public init() {
        self.init(key: Self.makeKey())
    }

    public static func makeKey() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<keyByteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    public func code(for message: [UInt8]) throws(StoreError) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Self.codeByteCount)
        let result = crypto_generichash(&code, code.count, message, UInt64(message.count), key, key.count)
        guard result == 0 else { throw .unavailable(reason: "BLAKE2b refuses its parameters") }
        return code
    }

    public func isCode(_ code: [UInt8], for message: [UInt8]) throws(StoreError) -> Bool {
        let expected = try self.code(for: message)
        return code.count == expected.count && sodium_memcmp(code, expected, expected.count) == 0
    }
}
