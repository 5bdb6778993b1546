internal import Foundation
internal import MarketModels

/// A 64-bit FNV-1a checksum. It detects every change of a single byte, and all but one in 10¹⁹ of other changes. It is
/// not cryptographic, and doesn't need to be.
struct Checksum: Hashable, Sendable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init(of bytes: Data) {
        bytes.withUnsafeBytes { bytes in
            for byte in bytes { update(byte) }
        }
    }

    init(of text: String) {
        for byte in text.utf8 { update(byte) }
    }

    /// The checksum as 16 hexadecimal digits.
    var hexadecimal: String { value.hexDigits }

    private mutating func update(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
}
