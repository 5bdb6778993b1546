@_exported public import CoreGraphics
import Foundation

public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"

/// A file that is written when it is finalized.
public final class CGImageDestination {
    let file: URL
    var image: CGImage?

    init(file: URL) {
        self.file = file
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageDestinationCreateWithURL(
    _ url: CFURL,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(file: url)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
    idst.image = image
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
    guard let image = idst.image else { return false }
    return (try? PlainPNG.data(width: image.width, height: image.height).write(to: idst.file)) != nil
}
