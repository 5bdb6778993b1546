import CSodium
import Foundation

/// BLAKE2b over texts.
enum ContentDigest {
    private static let byteCount = 16

    /// Each text with its length in front, so that nothing can pass for something else.
    static func bytes(of texts: [String]) -> [UInt8] {
        let content = texts.flatMap { Array("\($0.utf8.count):\($0)".utf8) }
        var digest = [UInt8](repeating: 0, count: byteCount)
        crypto_generichash(&digest, digest.count, content, UInt64(content.count), nil, 0)
        return digest
    }

    static func hex(of texts: [String]) -> String {
        bytes(of: texts).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// A digest in the form of a UUID (version 8, which is free for such uses: RFC 9562).
    static func uuid(of texts: [String]) -> UUID {
        var bytes = bytes(of: texts)
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let parts = [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
        return UUID(uuidString: parts.map { $0.joined() }.joined(separator: "-")) ?? UUID()
    }
}
