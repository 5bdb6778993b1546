import CoreGraphics
import Foundation

open class UIImage: NSObject, @unchecked Sendable {
    public enum Orientation: Int, Sendable {
        case up
    }

    open var cgImage: CGImage? { picture }
    package let picture: CGImage?
    package let symbol: String?
    /// The photo as a file, which stands for what UIKit would encode.
    package var encoded: Data?
    public let scale: CGFloat
    open var size: CGSize {
        CGSize(width: CGFloat(picture?.width ?? 24) / scale, height: CGFloat(picture?.height ?? 24) / scale)
    }

    public init(cgImage: CGImage) {
        (picture, symbol, scale) = (cgImage, nil, 1)
        super.init()
    }

    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        (picture, symbol, self.scale) = (cgImage, nil, scale)
        super.init()
    }

    public init?(systemName name: String) {
        (picture, symbol, scale) = (nil, name, 1)
        super.init()
    }
}

extension UIImage {
    public func jpegData(compressionQuality: CGFloat) -> Data? { encoded }
}
