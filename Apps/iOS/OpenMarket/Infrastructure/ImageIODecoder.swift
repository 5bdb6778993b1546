import CoreGraphics
import Foundation
import ImageIO
import MarketClient

/// A decoded image. It is immutable, so it can be passed between tasks.
struct Drawing: @unchecked Sendable {
    let image: CGImage
}

/// Decodes images with ImageIO to the size in which they are shown.
struct ImageIODecoder: ImageDecoding {
    enum Failure: Error {
        case notAnImage
        case tooManyPixels
    }

    /// Larger images would take 200 MB of memory before they are made smaller.
    private static let maximumPixels = 50_000_000.0

    func decode(_ data: Data, fitting size: PixelSize?) async throws -> DecodedImage<Drawing> {
        try Task.checkCancellation()
        let sourceOptions: [CFString: Any] = [kCGImageSourceShouldCache: false]
        guard let source = CGImageSourceCreateWithData(data as CFData, sourceOptions as CFDictionary),
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
            let width = properties[kCGImagePropertyPixelWidth] as? Double,
            let height = properties[kCGImagePropertyPixelHeight] as? Double
        else { throw Failure.notAnImage }
        guard width * height <= Self.maximumPixels else { throw Failure.tooManyPixels }
        // Orientations 5 to 8 are rotated by 90°.
        let isOnItsSide = (properties[kCGImagePropertyOrientation] as? Int ?? 1) > 4
        let upright = isOnItsSide ? (width: height, height: width) : (width: width, height: height)
        let scale = size?.scale(imageWidth: upright.width, imageHeight: upright.height) ?? 1
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true,
            kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceShouldCacheImmediately: true,
            kCGImageSourceThumbnailMaxPixelSize: max(1, Int((max(width, height) * scale).rounded(.up))),
        ]
        guard let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary) else {
            throw Failure.notAnImage
        }
        return DecodedImage(image: Drawing(image: image), cost: image.bytesPerRow * image.height)
    }
}
