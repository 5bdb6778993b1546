internal import CSodium
import Foundation
internal import MarketCore

/// argon2id by libsodium, in its text encoding. It blocks.
enum Argon2 {
    static func hash(_ secret: String, cost: Argon2Cost) -> Result<SecretHash, MarketError> {
        var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
        let result = secret.withCString { bytes in
            crypto_pwhash_str_alg(
                &text,
                bytes,
                UInt64(secret.utf8.count),
                UInt64(cost.passes),
                cost.memory,
                crypto_pwhash_alg_argon2id13()
            )
        }
        guard result == 0 else {
            return .failure(.unavailable(reason: "no memory for argon2id, or its cost out of bounds"))
        }
        return .success(SecretHash(rawValue: String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)))
    }

    static func verify(_ secret: String, against hash: SecretHash) -> Result<Bool, MarketError> {
        // Called only to parse the text; its result regarding the cost is irrelevant.
        let reading = crypto_pwhash_argon2id_str_needs_rehash(hash.rawValue, 1, crypto_pwhash_argon2id_memlimit_min())
        guard reading >= 0, hasWholeDigest(hash.rawValue) else {
            return .failure(.unavailable(reason: "the stored hash is not of argon2id"))
        }
        errno = 0
        let result = secret.withCString { bytes in
            crypto_pwhash_argon2id_str_verify(hash.rawValue, bytes, UInt64(secret.utf8.count))
        }
        if result == 0 { return .success(true) }
        // Once the text has been parsed, libsodium sets `EINVAL` only for a secret that doesn't match.
        guard errno == EINVAL else { return .failure(.unavailable(reason: "no memory for argon2id")) }
        return .success(false)
    }

    /// Returns whether the digest is complete. libsodium accepts shorter digests, but here a shorter one has been
    /// truncated.
    private static func hasWholeDigest(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "$")).last?.count == digestDigitCount
    }

    /// The length of 32 bytes in base 64 without padding.
    private static let digestDigitCount = 43
}
