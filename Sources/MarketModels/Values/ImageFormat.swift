/// The image formats, recognized by their first bytes. File names and declared content types are not trusted.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    case jpeg = "JPEG"
    case png = "PNG"
    case gif = "GIF"
    case webp = "WebP"
    case heic = "HEIC"

    /// The number of bytes needed to recognize a format.
    public static let signatureByteCount = 256

    /// Recognizes a format, or returns nil for an unknown one.
    ///
    /// - Parameter start: The first ``signatureByteCount`` bytes, or the whole file if it is shorter.
    public init?(start: [UInt8]) {
        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if start.starts(with: Array("GIF87a".utf8)) || start.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webp
        } else if Self.isHEIC(start) {
            self = .heic
        } else {
            return nil
        }
    }

    /// The brands of HEVC images and sequences (ISO/IEC 23008-12, annex B).
    private static let brandsOfHEVC: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]
    /// The brands of HEIF files with any codec.
    private static let brandsOfAnyCoding: Set<String> = ["mif1", "mif2", "msf1"]

    /// Returns whether the bytes begin an ISO media file whose brands declare HEVC. AVIF files have the same box with
    /// other brands.
    private static func isHEIC(_ start: [UInt8]) -> Bool {
        guard start.count >= 16, start[4..<8].elementsEqual(Array("ftyp".utf8)) else { return false }
        let size = start[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let end = min(size, start.count)
        guard end >= 12 else { return false }
        let brand = { (offset: Int) in String(decoding: start[offset..<offset + 4], as: UTF8.self) }
        let major = brand(8)
        let compatible = stride(from: 16, through: end - 4, by: 4).map(brand)
        if brandsOfHEVC.contains(major) { return true }
        return brandsOfAnyCoding.contains(major) && !brandsOfHEVC.isDisjoint(with: compatible)
    }
}
