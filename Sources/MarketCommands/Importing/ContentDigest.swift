import Foundation
import MarketHashing
import MarketModels

/// A BLAKE2b digest of texts, each prefixed with its length so that different lists never have the same input.
enum ContentDigest {
    private static let byteCount = 16

    static func bytes(of texts: [String]) -> [UInt8] {
        var hash = BLAKE2b(byteCount: byteCount)
        for text in texts { hash.update(lengthPrefixed: text) }
        return hash.finalize()
    }

    static func hex(of texts: [String]) -> String { bytes(of: texts).hexDigits }

    /// Returns a digest as a UUID (version 8, which RFC 9562 reserves for custom formats).
    static func uuid(of texts: [String]) -> UUID {
        var bytes = bytes(of: texts)
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
