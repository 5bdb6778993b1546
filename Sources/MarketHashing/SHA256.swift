internal import CSodium

/// SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), computed by libsodium.
public enum SHA256 {
    /// The length of a hash in bytes.
    public static let byteCount = 32

    /// Returns the hash of some bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: byteCount)
        crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
        return hash
    }

    /// Returns the message authentication code of some bytes.
    ///
    /// - Parameter key: a key of any length.
    public static func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var state = crypto_auth_hmacsha256_state()
        var code = [UInt8](repeating: 0, count: byteCount)
        crypto_auth_hmacsha256_init(&state, key, key.count)
        crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
        crypto_auth_hmacsha256_final(&state, &code)
        return code
    }
}
