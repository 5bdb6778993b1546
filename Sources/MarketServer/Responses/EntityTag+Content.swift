import Foundation
import MarketAPI
import MarketHashing
import MarketModels

extension EntityTag {
    private static let digestByteCount = 16

    /// Returns the tag of a representation: BLAKE2b-128 of its bytes, in hexadecimal digits between quotes.
    static func of(_ bytes: some ContiguousBytes) -> String {
        "\"\(bytes.withUnsafeBytes { BLAKE2b.hash($0, byteCount: digestByteCount) }.hexDigits)\""
    }
}
