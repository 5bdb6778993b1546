// Read from:
// - https://developer.apple.com/documentation/uikit/uilabel
// - https://developer.apple.com/documentation/uikit/uiimageview
// - https://developer.apple.com/documentation/uikit/uistackview
// - https://developer.apple.com/documentation/uikit/uiprogressview
// - https://developer.apple.com/documentation/uikit/uiactivityindicatorview
// - https://developer.apple.com/documentation/uikit/uitoolbar

public enum NSTextAlignment: Int, Sendable {
    case center = 1
    case natural = 4
}

open class UILabel: UIView {
    public override init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open var text: String?
    open var attributedText: NSAttributedString?
    open var font: UIFont!
    open var textColor: UIColor!
    open var textAlignment: NSTextAlignment
    open var numberOfLines: Int
    open var adjustsFontForContentSizeCategory: Bool
}

open class UIImageView: UIView {
    public override init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    public init(image: UIImage?) { fatalError() }
    open var image: UIImage?
}

open class UIStackView: UIView {
    public enum Alignment: Int, Sendable {
        case fill = 0
        case leading = 1
        case firstBaseline = 2
        case center = 3
        public static var top: UIStackView.Alignment { fatalError() }
    }
    public override init(frame: CGRect) { fatalError() }
    public required init(coder: NSCoder) { fatalError() }
    public convenience init(arrangedSubviews views: [UIView]) { fatalError() }
    open var arrangedSubviews: [UIView] { fatalError() }
    open var axis: NSLayoutConstraint.Axis
    open var alignment: UIStackView.Alignment
    open var spacing: CGFloat
    open var isLayoutMarginsRelativeArrangement: Bool
    open func addArrangedSubview(_ view: UIView) { fatalError() }
    @available(iOS 11.0, *)
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) { fatalError() }
}

open class UIProgressView: UIView {
    public enum Style: Int, Sendable {
        case `default` = 0
    }
    public override init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    public convenience init(progressViewStyle style: UIProgressView.Style) { fatalError() }
    open var progress: Float
    open var observedProgress: Progress?
}

open class UIActivityIndicatorView: UIView {
    public enum Style: Int, Sendable {
        case medium = 100
    }
    public init(style: UIActivityIndicatorView.Style) { fatalError() }
    public override init(frame: CGRect) { fatalError() }
    public required init(coder: NSCoder) { fatalError() }
    open func startAnimating() { fatalError() }
    open func stopAnimating() { fatalError() }
}

open class UIToolbar: UIView {
    open var items: [UIBarButtonItem]?
}
