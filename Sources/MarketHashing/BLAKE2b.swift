internal import CSodium

/// An incremental BLAKE2b hash (RFC 7693), computed by libsodium.
public struct BLAKE2b: ~Copyable {
    /// libsodium's `crypto_generichash_state`, which asks for an alignment that Swift can't import.
    private let state: UnsafeMutableRawPointer
    private let byteCount: Int

    /// - Parameter byteCount: The length of the hash in bytes, from 16 to 64.
    public init(byteCount: Int) {
        precondition(16...64 ~= byteCount, "A BLAKE2b hash has from 16 to 64 bytes.")
        self.byteCount = byteCount
        state = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
        crypto_generichash_init(OpaquePointer(state), nil, 0, byteCount)
    }

    deinit {
        state.deallocate()
    }

    public mutating func update(_ bytes: [UInt8]) {
        crypto_generichash_update(OpaquePointer(state), bytes, UInt64(bytes.count))
    }

    /// Adds the length of a text in bytes, a colon, and the text, so that no two sequences of texts add up to the same
    /// bytes.
    public mutating func update(lengthPrefixed text: String) {
        update(Array("\(text.utf8.count):\(text)".utf8))
    }

    public consuming func finalize() -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: byteCount)
        crypto_generichash_final(OpaquePointer(state), &hash, hash.count)
        return hash
    }

    /// Returns the hash of some bytes.
    ///
    /// - Parameters:
    ///   - byteCount: The length of the hash in bytes, from 16 to 64.
    ///   - key: A secret key of at most 64 bytes, which makes the hash a message authentication code.
    public static func hash(_ bytes: UnsafeRawBufferPointer, byteCount: Int, key: [UInt8] = []) -> [UInt8] {
        precondition(16...64 ~= byteCount && key.count <= 64, "BLAKE2b hashes have 16 to 64 bytes, keys at most 64.")
        var hash = [UInt8](repeating: 0, count: byteCount)
        crypto_generichash(
            &hash,
            byteCount,
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            UInt64(bytes.count),
            key,
            key.count
        )
        return hash
    }

    /// Returns the hash of some bytes; see ``hash(_:byteCount:key:)-(UnsafeRawBufferPointer,_,_)``.
    public static func hash(_ bytes: [UInt8], byteCount: Int, key: [UInt8] = []) -> [UInt8] {
        bytes.withUnsafeBytes { hash($0, byteCount: byteCount, key: key) }
    }

    /// Compares two hashes in a time that doesn't depend on where they differ.
    public static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}
