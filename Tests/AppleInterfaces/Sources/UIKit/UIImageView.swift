import CoreGraphics
import Foundation

open class UIImageView: UIView {
    open var image: UIImage?

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    public init(image: UIImage?) {
        self.image = image
        super.init(frame: .zero)
    }
}
