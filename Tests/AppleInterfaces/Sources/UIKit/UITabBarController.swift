import CoreGraphics
import Foundation

open class UITabBarController: UIViewController {
    open var viewControllers: [UIViewController]? {
        get { children }
        set {
            for child in children { child.parent = nil }
            children = []
            for child in newValue ?? [] { addChild(child) }
            if isViewLoaded { show(selectedIndex) }
        }
    }

    open var selectedIndex = 0 {
        didSet { if oldValue != selectedIndex { select(from: oldValue) } }
    }

    open var selectedViewController: UIViewController? {
        get { children.indices.contains(selectedIndex) ? children[selectedIndex] : nil }
        set { if let index = children.firstIndex(where: { $0 === newValue }) { selectedIndex = index } }
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        show(selectedIndex)
    }

    private func select(from old: Int) {
        guard isViewLoaded else { return }
        if children.indices.contains(old) {
            children[old].disappear(false)
            children[old].viewIfLoaded?.removeFromSuperview()
        }
        show(selectedIndex)
        if appearance == .appeared { selectedViewController?.appear(false) }
    }

    private func show(_ index: Int) {
        guard let shown = selectedViewController?.view else { return }
        shown.frame = view.bounds
        shown.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(shown)
    }
}
