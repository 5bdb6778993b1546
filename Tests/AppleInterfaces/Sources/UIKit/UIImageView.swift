import CoreGraphics
import Foundation

open class UIImageView: UIView {
    open var image: UIImage?
    open var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
    open var adjustsImageSizeForAccessibilityContentSizeCategory = false

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    public init(image: UIImage?) {
        self.image = image
        super.init(frame: .zero)
    }
}

extension UIImage {
    open class SymbolConfiguration: NSObject, @unchecked Sendable {
        public convenience init(textStyle: UIFont.TextStyle) { self.init() }
    }
}
