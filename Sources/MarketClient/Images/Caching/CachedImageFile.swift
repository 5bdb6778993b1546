internal import Foundation
internal import MarketModels

/// A file of the disk cache: a header, the image's URL and its bytes.
///
/// | bytes | content |
/// |---|---|
/// | 4 | `OMP1` |
/// | 8 | checksum of everything after it |
/// | 4 | length of the URL in bytes |
/// | 8 | length of the image in bytes |
///
/// Numbers are little-endian. The URL is stored because the file's name is only its hash.
struct CachedImageFile: Hashable {
    let url: URL
    let image: Data

    static let headerByteCount = 24
    private static let signature = Data("OMP1".utf8)
    private static let checksumEnd = 12

    init(url: URL, image: Data) {
        self.url = url
        self.image = image
    }

    /// Parses a file.
    ///
    /// - Returns: nil if any byte differs from what was written.
    init?(bytes: Data) {
        // The offsets below start at 0, which is not true of a slice.
        let bytes = bytes.startIndex == 0 ? bytes : Data(bytes)
        guard bytes.count >= Self.headerByteCount, bytes.starts(with: Self.signature) else { return nil }
        let checksum = Self.number(in: bytes[4..<12])
        let addressByteCount = Self.number(in: bytes[12..<16])
        let imageByteCount = Self.number(in: bytes[16..<24])
        let rest = UInt64(bytes.count - Self.headerByteCount)
        guard addressByteCount <= rest, imageByteCount == rest - addressByteCount,
            checksum == Checksum(of: bytes[Self.checksumEnd...]).value
        else { return nil }
        let start = Self.headerByteCount + Int(addressByteCount)
        guard let address = String(validating: bytes[Self.headerByteCount..<start], as: UTF8.self),
            let url = URL(string: address)
        else { return nil }
        self.init(url: url, image: Data(bytes[start...]))
    }

    /// The content of the file.
    var bytes: Data {
        let address = Array(url.absoluteString.utf8)
        var checked = Data(capacity: 12 + address.count + image.count)
        checked.append(contentsOf: Self.bytes(of: UInt64(address.count), count: 4))
        checked.append(contentsOf: Self.bytes(of: UInt64(image.count), count: 8))
        checked.append(contentsOf: address)
        checked.append(image)
        var bytes = Data(capacity: Self.checksumEnd + checked.count)
        bytes.append(Self.signature)
        bytes.append(contentsOf: Self.bytes(of: Checksum(of: checked).value, count: 8))
        bytes.append(checked)
        return bytes
    }

    private static func number(in bytes: Data) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func bytes(of number: UInt64, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
}

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

    /// Creates the checksum of bytes without a separator, such as the boundary of a form.
    init(of bytes: Data, without separator: [UInt8]) {
        let first = separator.first
        bytes.withUnsafeBytes { bytes in
            var index = 0
            while index < bytes.count {
                if bytes[index] == first, bytes[index...].starts(with: separator) {
                    index += separator.count
                } else {
                    update(bytes[index])
                    index += 1
                }
            }
        }
    }

    /// The checksum as 16 hexadecimal digits.
    var hexadecimal: String { value.hexDigits }

    private mutating func update(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
}
