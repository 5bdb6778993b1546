internal import Foundation

/// FNV-1a in 64 bits: finds every change of a single byte and all but one in 10¹⁹ of any others. No protection against
/// somebody who wants two texts of one sum, and none is needed here.
struct Checksum: Hashable, Sendable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init(of bytes: Data) {
        bytes.withUnsafeBytes { bytes in
            for byte in bytes { take(byte) }
        }
    }

    init(of text: String) {
        for byte in text.utf8 { take(byte) }
    }

    /// 16 digits.
    var hexadecimal: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private mutating func take(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
}
