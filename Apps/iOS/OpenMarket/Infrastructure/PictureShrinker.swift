import CoreGraphics
import Foundation
import ImageIO
import MarketModels
import UniformTypeIdentifiers

/// Makes pictures smaller before they are sent. It takes one after another, because five decoded photos are too much for
/// the memory of a phone.
actor PictureShrinker {
    /// The largest width and height in pixels that the market shows.
    static let maximumSide = 2048
    /// Files of at most this many bytes are sent as they are.
    static let enoughBytes = 300 * 1024
    /// The quality of JPEG: visibly the same, at a fraction of the size.
    private static let quality = 0.85

    /// Makes an upright JPEG of at most ``maximumSide`` pixels on each side from a picture, if that is smaller.
    ///
    /// - Returns: The file to send. It is the given one if that is small enough, or if this device can't read it: the
    ///   market may be able to, or says what is wrong. Otherwise the given one is removed.
    func shrink(_ file: URL) -> URL {
        let smaller = file.appendingPathExtension("jpg")
        guard let bytes = Self.byteCount(of: file), bytes > Self.enoughBytes, let image = Self.read(file) else {
            return file
        }
        let isSmaller = Self.write(image, to: smaller) && Self.byteCount(of: smaller) ?? bytes < bytes
        try? FileManager.default.removeItem(at: isSmaller ? file : smaller)
        return isSmaller ? smaller : file
    }

    private static func byteCount(of file: URL) -> Int? {
        try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize
    }

    private static func read(_ file: URL) -> CGImage? {
        let sourceOptions: [CFString: Any] = [kCGImageSourceShouldCache: false]
        guard let source = CGImageSourceCreateWithURL(file as CFURL, sourceOptions as CFDictionary),
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
            let width = properties[kCGImagePropertyPixelWidth] as? Double,
            let height = properties[kCGImagePropertyPixelHeight] as? Double,
            width * height <= Double(ImageLimits.maximumPixelCount),
            // JPEG would make what is transparent black.
            properties[kCGImagePropertyHasAlpha] as? Bool != true
        else { return nil }
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true,
            kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceThumbnailMaxPixelSize: maximumSide,
        ]
        return CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
    }

    private static func write(_ image: CGImage, to file: URL) -> Bool {
        let type = UTType.jpeg.identifier as CFString
        guard let destination = CGImageDestinationCreateWithURL(file as CFURL, type, 1, nil) else { return false }
        let options: [CFString: Any] = [kCGImageDestinationLossyCompressionQuality: quality]
        CGImageDestinationAddImage(destination, image, options as CFDictionary)
        return CGImageDestinationFinalize(destination)
    }
}
