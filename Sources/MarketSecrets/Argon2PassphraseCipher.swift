internal import CSodium
public import MarketCore

/// A cipher that derives keys with argon2id and encrypts with XChaCha20-Poly1305, both by libsodium.
///
/// Its output is a header and the ciphertext, which authenticates the header: one byte with the number of passes, four
/// bytes with the memory in KiB (big endian), 16 bytes of salt, and 24 bytes of nonce.
public struct Argon2PassphraseCipher: PassphraseCipher {
    private static let costByteCount = 5
    private static let saltByteCount = 16
    private static let nonceByteCount = 24
    private static let headerByteCount = costByteCount + saltByteCount + nonceByteCount
    private static let tagByteCount = 16
    /// The costs that are accepted from a file, which anybody may have written.
    private static let maximumCost = Argon2Cost(passes: 10, memory: 19 << 20)

    private let hasher: Argon2SecretHasher
    private let cost: Argon2Cost

    /// - Parameters:
    ///   - hasher: the hasher on whose threads keys are derived.
    ///   - cost: the cost of new keys. Decryption uses the cost that the header contains, up to 19 MiB and ten passes.
    public init(hasher: Argon2SecretHasher, cost: Argon2Cost = .file) {
        self.hasher = hasher
        self.cost = cost
    }

    public func seal(_ bytes: [UInt8], with passphrase: String) async throws(MarketError) -> [UInt8] {
        var random = [UInt8](repeating: 0, count: Self.saltByteCount + Self.nonceByteCount)
        randombytes_buf(&random, random.count)
        let memory = UInt32(cost.memory >> 10)
        let header =
            [UInt8(cost.passes)] + stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: memory >> $0) }
            + random
        return try await hasher.run { [cost] in
            Self.key(of: passphrase, salt: Self.salt(of: header), cost: cost).map { key in
                var sealed = [UInt8](repeating: 0, count: bytes.count + Self.tagByteCount)
                crypto_aead_xchacha20poly1305_ietf_encrypt(
                    &sealed,
                    nil,
                    bytes,
                    UInt64(bytes.count),
                    header,
                    UInt64(header.count),
                    nil,
                    Self.nonce(of: header),
                    key
                )
                return header + sealed
            }
        }
    }

    public func open(_ sealed: [UInt8], with passphrase: String) async throws(MarketError) -> OpenedBytes {
        guard sealed.count >= Self.headerByteCount + Self.tagByteCount else { return .malformed }
        let header = Array(sealed.prefix(Self.headerByteCount))
        let memory = header[1..<Self.costByteCount].reduce(0) { $0 << 8 | Int($1) } << 10
        let cost = Argon2Cost(passes: Int(header[0]), memory: memory)
        guard 1...Self.maximumCost.passes ~= cost.passes,
            Argon2Cost.minimal.memory...Self.maximumCost.memory ~= cost.memory
        else { return .malformed }
        return try await hasher.run {
            Self.key(of: passphrase, salt: Self.salt(of: header), cost: cost).map { key in
                let ciphertext = Array(sealed.dropFirst(Self.headerByteCount))
                var bytes = [UInt8](repeating: 0, count: ciphertext.count - Self.tagByteCount)
                let result = crypto_aead_xchacha20poly1305_ietf_decrypt(
                    &bytes,
                    nil,
                    nil,
                    ciphertext,
                    UInt64(ciphertext.count),
                    header,
                    UInt64(header.count),
                    Self.nonce(of: header),
                    key
                )
                return result == 0 ? .opened(bytes) : .wrongPassphrase
            }
        }
    }

    private static func salt(of header: [UInt8]) -> [UInt8] {
        Array(header.dropFirst(costByteCount).prefix(saltByteCount))
    }

    private static func nonce(of header: [UInt8]) -> [UInt8] { Array(header.suffix(nonceByteCount)) }

    private static func key(
        of passphrase: String,
        salt: [UInt8],
        cost: Argon2Cost
    ) -> Result<[UInt8], MarketError> {
        var key = [UInt8](repeating: 0, count: crypto_aead_xchacha20poly1305_ietf_keybytes())
        let result = passphrase.withCString { bytes in
            crypto_pwhash(
                &key,
                UInt64(key.count),
                bytes,
                UInt64(passphrase.utf8.count),
                salt,
                UInt64(cost.passes),
                cost.memory,
                crypto_pwhash_alg_argon2id13()
            )
        }
        return result == 0 ? .success(key) : .failure(.unavailable(reason: "no memory for argon2id"))
    }
}
