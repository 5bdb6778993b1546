import CoreGraphics
import Foundation

@MainActor open class UIView: UIResponder {
    public enum ContentMode: Int, Sendable {
        case scaleToFill
        case scaleAspectFit
        case scaleAspectFill
    }

    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
        public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
    }

    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    }

    // MARK: Hierarchy

    open private(set) weak var superview: UIView?
    open private(set) var subviews: [UIView] = []
    package weak var owner: UIViewController?

    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    public required init?(coder: NSCoder) { return nil }

    public convenience override init() { self.init(frame: .zero) }

    override var next: UIResponder? { owner ?? superview }

    open var window: UIWindow? { superview?.window }

    open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

    func insertSubview(_ view: UIView, at index: Int) {
        view.removeFromSuperview()
        subviews.insert(view, at: min(index, subviews.count))
        view.superview = self
        view.notifyTraits()
        view.window?.setNeedsLayoutPass()
    }

    open func removeFromSuperview() {
        guard let superview else { return }
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
    }

    func isDescendant(of view: UIView) -> Bool { self === view || superview?.isDescendant(of: view) ?? false }

    // MARK: Geometry

    open var frame: CGRect {
        didSet { if oldValue.size != frame.size { setNeedsLayout() } }
    }
    open var bounds: CGRect {
        get { CGRect(origin: boundsOrigin, size: frame.size) }
        set {
            boundsOrigin = newValue.origin
            frame.size = newValue.size
        }
    }
    package var boundsOrigin = CGPoint.zero
    open var autoresizingMask: AutoresizingMask = []
    open var translatesAutoresizingMaskIntoConstraints = true

    var safeAreaInsets: UIEdgeInsets { window?.deviceSafeArea ?? .zero }
    open var directionalLayoutMargins = NSDirectionalEdgeInsets(top: 8, leading: 8, bottom: 8, trailing: 8)
    open lazy var safeAreaLayoutGuide = UILayoutGuide(owner: self, kind: .safeArea)
    open lazy var layoutMarginsGuide = UILayoutGuide(owner: self, kind: .margins)
    open lazy var keyboardLayoutGuide = UIKeyboardLayoutGuide(owner: self, kind: .keyboard)
    package var constraintsOfThis: [NSLayoutConstraint] = []

    open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {}

    open func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority,
        for axis: NSLayoutConstraint.Axis
    ) {}

    func setNeedsLayout() { window?.setNeedsLayoutPass() }

    open func layoutIfNeeded() { window?.layoutPass() }

    open func layoutSubviews() {}

    // MARK: Appearance

    open var isHidden = false
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    open var alpha: CGFloat = 1
    open var backgroundColor: UIColor?
    open var tintColor: UIColor! = .systemBlue
    open var contentMode = ContentMode.scaleToFill
    open var clipsToBounds = false
    open var isUserInteractionEnabled = true
    public let layer = CALayer()

    // MARK: Traits

    open var traitCollection: UITraitCollection { window?.traits ?? UITraitCollection() }
    package var traitHandlers: [(registration: TraitRegistration, tell: () -> Void)] = []

    package var interactionsAdded: [AnyObject] = []

    // MARK: Animation

    open class func transition(
        with view: UIView,
        duration: TimeInterval,
        options: AnimationOptions = [],
        animations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        animations?()
        completion?(true)
    }

    // MARK: Accessibility

    open var isAccessibilityElement = false
    open var accessibilityLabel: String?
    open var accessibilityValue: String?
    open var accessibilityHint: String?
    open var accessibilityTraits: UIAccessibilityTraits = []
    open var accessibilityElementsHidden = false
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
}
