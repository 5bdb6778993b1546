import CoreGraphics
import Foundation

open class UIProgressView: UIView {
    public enum Style: Int, Sendable {
        case `default`
    }

    open var progress: Float = 0
    open var observedProgress: Progress?

    public convenience init(progressViewStyle style: UIProgressView.Style) {
        self.init(frame: .zero)
    }

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }
}

open class UIActivityIndicatorView: UIView {
    public enum Style: Int, Sendable {
        case medium = 100
    }

    var isAnimating = false
    var style: Style

    public init(style: UIActivityIndicatorView.Style) {
        self.style = style
        super.init(frame: .zero)
        isHidden = true
    }

    public required init(coder: NSCoder) {
        style = .medium
        super.init(frame: .zero)
    }

    open func startAnimating() { (isAnimating, isHidden) = (true, false) }

    open func stopAnimating() { (isAnimating, isHidden) = (false, true) }
}
