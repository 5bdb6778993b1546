import CSodium
import Foundation
import MarketAPI

extension EntityTag {
    private static let digestByteCount = 16

    /// The tag of a representation: BLAKE2b-128 of its bytes, in hexadecimal digits between quotes.
    static func of(_ bytes: some ContiguousBytes) -> String {
        var digest = [UInt8](repeating: 0, count: digestByteCount)
        bytes.withUnsafeBytes { bytes in
            _ = crypto_generichash(
                &digest,
                digestByteCount,
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                UInt64(bytes.count),
                nil,
                0
            )
        }
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = [UInt8(ascii: "\"")]
        text.reserveCapacity(2 * digestByteCount + 2)
        for byte in digest { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        text.append(UInt8(ascii: "\""))
        return String(decoding: text, as: UTF8.self)
    }
}
