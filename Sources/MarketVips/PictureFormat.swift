internal import CVipsShim
internal import Foundation

/// The formats that are decoded, known by their first bytes: what a server or a file name says is never asked.
public enum PictureFormat: String, Hashable, Sendable, CaseIterable {
    case jpeg = "JPEG"
    case png = "PNG"
    case gif = "GIF"
    case webp = "WebP"

    /// How many bytes are enough to tell.
    static let signatureByteCount = 12

    init?(start: some Collection<UInt8>) {
        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if start.starts(with: Array("GIF87a".utf8)) || start.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webp
        } else {
            return nil
        }
    }

    /// The only loader that sees the bytes.
    var loader: market_image_format {
        switch self {
        case .jpeg: MARKET_IMAGE_JPEG
        case .png: MARKET_IMAGE_PNG
        case .gif: MARKET_IMAGE_GIF
        case .webp: MARKET_IMAGE_WEBP
        }
    }
}
