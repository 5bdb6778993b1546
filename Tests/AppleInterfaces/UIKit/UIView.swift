// Read from:
// - https://developer.apple.com/documentation/uikit/uiview
// - https://developer.apple.com/documentation/uikit/uiwindow
// - https://developer.apple.com/documentation/quartzcore/calayer
// - https://developer.apple.com/documentation/uikit/uiedgeinsets
// - https://developer.apple.com/documentation/uikit/nsdirectionaledgeinsets

@MainActor open class UIView: UIResponder {
    public enum ContentMode: Int, Sendable {
        case scaleAspectFit = 1
        case scaleAspectFill = 2
    }
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static var flexibleWidth: UIView.AutoresizingMask { fatalError() }
        public static var flexibleHeight: UIView.AutoresizingMask { fatalError() }
    }
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static var transitionCrossDissolve: UIView.AnimationOptions { fatalError() }
    }
    public init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    // Inherited from NSObject: it calls `init(frame:)`.
    public convenience override init() { fatalError() }
    // MARK: Hierarchy
    open var window: UIWindow? { fatalError() }
    open func addSubview(_ view: UIView) { fatalError() }
    open func removeFromSuperview() { fatalError() }
    // MARK: Geometry
    open var frame: CGRect
    open var bounds: CGRect
    open var autoresizingMask: UIView.AutoresizingMask
    open var translatesAutoresizingMaskIntoConstraints: Bool
    open var directionalLayoutMargins: NSDirectionalEdgeInsets
    open var safeAreaLayoutGuide: UILayoutGuide { fatalError() }
    open var layoutMarginsGuide: UILayoutGuide { fatalError() }
    @available(iOS 15.0, *) open var keyboardLayoutGuide: UIKeyboardLayoutGuide { fatalError() }
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect { fatalError() }
    open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        fatalError()
    }
    open func setContentCompressionResistancePriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        fatalError()
    }
    open func layoutIfNeeded() { fatalError() }
    open func layoutSubviews() { fatalError() }
    // MARK: Appearance
    open var isHidden: Bool
    @available(iOS 13.0, *) open var overrideUserInterfaceStyle: UIUserInterfaceStyle
    open var backgroundColor: UIColor?
    open var tintColor: UIColor!
    open var contentMode: UIView.ContentMode
    open var clipsToBounds: Bool
    open var isUserInteractionEnabled: Bool
    open var layer: CALayer { fatalError() }
    open class func transition(
        with view: UIView,
        duration: TimeInterval,
        options: UIView.AnimationOptions = [],
        animations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) { fatalError() }
    // MARK: Accessibility, on Apple's systems an informal protocol of NSObject
    open var isAccessibilityElement: Bool
    open var accessibilityLabel: String?
    open var accessibilityValue: String?
    open var accessibilityHint: String?
    open var accessibilityTraits: UIAccessibilityTraits
    open var accessibilityElementsHidden: Bool
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
    // MARK: Editing
    @discardableResult
    open func endEditing(_ force: Bool) -> Bool { fatalError() }
}

open class UIWindow: UIView {
    @available(iOS 13.0, *) public init(windowScene: UIWindowScene) { fatalError() }
    public override init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open var rootViewController: UIViewController?
    open func makeKeyAndVisible() { fatalError() }
}

// CALayer isn't isolated to the main actor.
open class CALayer: NSObject {
    public override init() { fatalError() }
    open var cornerRadius: CGFloat
}

public struct UIEdgeInsets: Equatable, Sendable {
    public var top: CGFloat
    public var bottom: CGFloat
}

@available(iOS 11.0, *) public struct NSDirectionalEdgeInsets: Equatable, Sendable {
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) { fatalError() }
}

@available(iOS 13.0, *) public struct NSDirectionalRectEdge: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static var top: NSDirectionalRectEdge { fatalError() }
}
