@_exported public import CoreGraphics
import Foundation

public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
public let kCGImagePropertyOrientation: CFString = "Orientation"
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"

/// A file whose size is read from its header; its pixels aren't decoded.
public final class CGImageSource: Sendable {
    let data: Data
    let size: (width: Int, height: Int)?

    init(data: Data) {
        self.data = data
        size = ImageHeader.size(of: data)
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    data.isEmpty ? nil : CGImageSource(data: data)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    (try? Data(contentsOf: url)).map { CGImageSource(data: $0) }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CFDictionary? {
    guard let size = isrc.size else { return nil }
    return [
        kCGImagePropertyPixelWidth: Double(size.width), kCGImagePropertyPixelHeight: Double(size.height),
        kCGImagePropertyOrientation: 1,
    ]
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    guard let size = isrc.size, let longest = options?[kCGImageSourceThumbnailMaxPixelSize] as? Int else { return nil }
    let scale = min(1, Double(longest) / Double(max(size.width, size.height)))
    return CGImage(
        width: max(1, Int(Double(size.width) * scale)),
        height: max(1, Int(Double(size.height) * scale)),
        source: isrc.data
    )
}
