import CoreGraphics
import Foundation

@MainActor open class UIWindow: UIView {
    package weak var firstResponder: UIResponder?

    weak var windowScene: UIWindowScene?
    package var traits = UITraitCollection()
    package var deviceSafeArea = UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
    /// The height of the keyboard above the bottom edge, 0 if it is hidden.
    package var keyboardHeight: CGFloat = 0 {
        didSet { setNeedsLayoutPass() }
    }
    private var isLayoutScheduled = false

    public init(windowScene: UIWindowScene) {
        self.windowScene = windowScene
        super.init(frame: CGRect(origin: .zero, size: windowScene.size))
        windowScene.windowsOfScene.append(self)
    }

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open override var window: UIWindow? { self }

    open var rootViewController: UIViewController? {
        didSet {
            oldValue?.topPresented.dismiss(animated: false)
            oldValue?.disappear(false)
            oldValue?.viewIfLoaded?.removeFromSuperview()
            if isKeyWindow { showRoot() }
        }
    }

    var isKeyWindow = false

    open func makeKeyAndVisible() {
        isKeyWindow = true
        showRoot()
    }

    private func showRoot() {
        guard let root = rootViewController, let view = root.view else { return }
        view.frame = bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insertSubview(view, at: 0)
        root.appear(false)
    }

    // MARK: Layout

    package func setNeedsLayoutPass() {
        guard !isLayoutScheduled else { return }
        isLayoutScheduled = true
        Task { [weak self] in self?.layoutPass() }
    }

    package func layoutPass() {
        isLayoutScheduled = false
        ConstraintSolver.solve(self)
        layout(self)
        rootViewController?.layoutContent()
        rootViewController?.presentedViewController?.layoutContent()
    }

    private func layout(_ view: UIView) {
        view.layoutSubviews()
        for subview in view.subviews { layout(subview) }
    }
}
