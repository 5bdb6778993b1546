import CoreGraphics
import Foundation

open class UIImage: NSObject, @unchecked Sendable {
    open var cgImage: CGImage? { picture }
    package let picture: CGImage?
    package let symbol: String?
    /// The photo as a file, which stands for what UIKit would encode.
    package var encoded: Data?
    let scale: CGFloat

    public init(cgImage: CGImage) {
        (picture, symbol, scale) = (cgImage, nil, 1)
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
