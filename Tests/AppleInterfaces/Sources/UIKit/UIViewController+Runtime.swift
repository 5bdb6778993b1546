import CoreGraphics
import Foundation

// The life cycle and presentation behind the declarations.
extension UIViewController {
    /// The controllers whose views appear and disappear with this one's.
    package var visibleChildren: [UIViewController] {
        switch self {
        case let navigation as UINavigationController: navigation.topViewController.map { [$0] } ?? []
        case let tabs as UITabBarController: tabs.selectedViewController.map { [$0] } ?? []
        default: children
        }
    }

    package func appear(_ animated: Bool) {
        guard appearance == .disappeared else { return }
        loadViewIfNeeded()
        appearance = .appearing
        viewWillAppear(animated)
        viewIsAppearing(animated)
        for child in visibleChildren { child.appear(animated) }
        appearance = .appeared
        viewDidAppear(animated)
        view.setNeedsLayout()
    }

    package func disappear(_ animated: Bool) {
        guard appearance == .appeared else { return }
        appearance = .disappearing
        viewWillDisappear(animated)
        for child in visibleChildren { child.disappear(animated) }
        appearance = .disappeared
        viewDidDisappear(animated)
    }

    /// The window's controller that covers this one or contains it.
    private var root: UIViewController { parent?.root ?? self }

    func presentOver(_ presented: UIViewController, _ animated: Bool) {
        let presenter = root
        // UIKit logs “attempt to present … which is already presenting” and does nothing.
        guard presenter.presentedViewController == nil, presented.presenter == nil,
            let window = presenter.viewIfLoaded?.window
        else { return }
        presenter.presentedViewController = presented
        presented.presenter = presenter
        presented.isBeingPresented = true
        if presented.modalPresentationStyle == .fullScreen { presenter.disappear(animated) }
        presented.view.frame = window.bounds
        presented.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        window.addSubview(presented.view)
        presented.appear(animated)
        presented.isBeingPresented = false
    }

    func dismissPresented(_ animated: Bool) {
        guard let presented = root.presentedViewController else {
            root.presenter?.dismissPresented(animated)
            return
        }
        presented.dismissPresentedAbove(animated)
        presented.isBeingDismissed = true
        presented.disappear(animated)
        presented.viewIfLoaded?.removeFromSuperview()
        presented.isBeingDismissed = false
        presented.presenter = nil
        root.presentedViewController = nil
        if root.appearance == .disappeared, root.viewIfLoaded?.window != nil { root.appear(animated) }
    }

    private func dismissPresentedAbove(_ animated: Bool) {
        if presentedViewController != nil { dismissPresented(animated) }
    }

    /// What is on top of this controller: the last presented one.
    package var topPresented: UIViewController { presentedViewController?.topPresented ?? self }

    /// The controller whose content the user sees, inside of containers.
    package var content: UIViewController {
        guard self is UINavigationController || self is UITabBarController else { return self }
        return visibleChildren.first?.content ?? self
    }

    func layoutContent() {
        for child in visibleChildren { child.layoutContent() }
        viewWillLayoutSubviews()
        viewDidLayoutSubviews()
    }
}
