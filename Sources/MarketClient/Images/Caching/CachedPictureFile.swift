internal import Foundation

/// A file of the disk cache: a header, the address of the picture, the picture.
///
/// | bytes | what |
/// |---|---|
/// | 4 | `OMP1` |
/// | 8 | checksum of all that follows |
/// | 4 | how many bytes the address has |
/// | 8 | how many bytes the picture has |
///
/// Numbers have their lowest byte first. The address is kept because the file's name is only a hash of it.
struct CachedPictureFile: Hashable {
    let url: URL
    let picture: Data

    static let headerByteCount = 24
    private static let signature = Data("OMP1".utf8)
    private static let checksumEnd = 12

    init(url: URL, picture: Data) {
        self.url = url
        self.picture = picture
    }

    /// - Returns: nil if a single byte is not as it was written.
    init?(bytes: Data) {
        // Offsets below count from 0, which those of a slice don't.
        let bytes = bytes.startIndex == 0 ? bytes : Data(bytes)
        guard bytes.count >= Self.headerByteCount, bytes.starts(with: Self.signature) else { return nil }
        let checksum = Self.number(in: bytes[4..<12])
        let addressByteCount = Self.number(in: bytes[12..<16])
        let pictureByteCount = Self.number(in: bytes[16..<24])
        let rest = UInt64(bytes.count - Self.headerByteCount)
        guard addressByteCount <= rest, pictureByteCount == rest - addressByteCount,
            checksum == Checksum(of: bytes[Self.checksumEnd...]).value
        else { return nil }
        let start = Self.headerByteCount + Int(addressByteCount)
        guard let address = String(validating: bytes[Self.headerByteCount..<start], as: UTF8.self),
            let url = URL(string: address)
        else { return nil }
        self.init(url: url, picture: Data(bytes[start...]))
    }

    /// What the file holds.
    var bytes: Data {
        let address = Array(url.absoluteString.utf8)
        var checked = Data(capacity: 12 + address.count + picture.count)
        checked.append(contentsOf: Self.bytes(of: UInt64(address.count), count: 4))
        checked.append(contentsOf: Self.bytes(of: UInt64(picture.count), count: 8))
        checked.append(contentsOf: address)
        checked.append(picture)
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
