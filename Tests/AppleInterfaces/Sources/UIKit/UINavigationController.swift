import CoreGraphics
import Foundation

@MainActor open class UINavigationBar: UIView {
    open var prefersLargeTitles = false
}

open class UINavigationController: UIViewController {
    public let navigationBar = UINavigationBar(frame: .zero)

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        pushViewController(rootViewController, animated: false)
    }

    open var topViewController: UIViewController? { children.last }

    open override func viewDidLoad() {
        super.viewDidLoad()
        showTop()
    }

    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        let covered = topViewController
        if appearance == .appeared { covered?.disappear(animated) }
        covered?.viewIfLoaded?.removeFromSuperview()
        viewController.isMovingToParent = true
        addChild(viewController)
        if isViewLoaded { showTop() }
        if appearance == .appeared { viewController.appear(animated) }
        viewController.isMovingToParent = false
        viewController.didMove(toParent: self)
    }

    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard children.count > 1, let top = topViewController else { return nil }
        top.isMovingFromParent = true
        top.willMove(toParent: nil)
        if appearance == .appeared { top.disappear(animated) }
        top.viewIfLoaded?.removeFromSuperview()
        top.removeFromParent()
        top.isMovingFromParent = false
        if isViewLoaded { showTop() }
        if appearance == .appeared { topViewController?.appear(animated) }
        return top
    }

    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        let old = children.filter { child in !viewControllers.contains { $0 === child } }
        if appearance == .appeared, let top = topViewController, top !== viewControllers.last {
            top.disappear(animated)
        }
        for child in children { child.viewIfLoaded?.removeFromSuperview() }
        for child in old {
            child.willMove(toParent: nil)
            child.removeFromParent()
        }
        children = []
        for child in viewControllers { addChild(child) }
        if isViewLoaded { showTop() }
        if appearance == .appeared { topViewController?.appear(animated) }
    }

    private func showTop() {
        guard let shown = topViewController?.view else { return }
        shown.frame = view.bounds
        shown.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(shown)
    }
}
