import Testing
import UIKit

@testable import OpenMarket

/// Touches.
extension AppDriver {
    /// Taps what has a label: an action of an alert, a button of a bar or one of its menu, a control, a cell, a tab.
    func tap(_ label: String) async throws {
        var touch: (() -> Void)?
        try await wait("something to tap named “\(label)”") {
            touch = self.target(label)
            return touch != nil
        }
        touch?()
        await settle()
    }

    /// Whether something with a label can be tapped.
    func canTap(_ label: String) -> Bool { target(label) != nil }

    private func target(_ label: String) -> (() -> Void)? {
        guard let screen else { return nil }
        if let alert = screen as? UIAlertController {
            guard let action = alert.actions.first(where: { $0.title == label }), action.isEnabled else { return nil }
            return { alert.tap(action) }
        }
        return barTarget(label, screen) ?? messageTarget(label, screen) ?? viewTarget(label, screen)
            ?? tabTarget(label)
    }

    private func barTarget(_ label: String, _ screen: UIViewController) -> (() -> Void)? {
        let item = screen.navigationItem
        let buttons = ((item.leftBarButtonItems ?? []) + (item.rightBarButtonItems ?? [])).filter(\.isEnabled)
        for button in buttons where !button.isHidden {
            if (button.accessibilityLabel ?? button.title) == label, button.primaryAction != nil {
                return { button.tap() }
            }
            if let action = action(label, in: button.menu) { return { action.run(button) } }
        }
        return nil
    }

    private func action(_ label: String, in menu: UIMenu?) -> UIAction? {
        menu?.actions.first { $0.title == label && !$0.attributes.contains(.disabled) }
    }

    private func messageTarget(_ label: String, _ screen: UIViewController) -> (() -> Void)? {
        guard let message = screen.contentUnavailableConfiguration as? UIContentUnavailableConfiguration,
            message.button.title == label, let action = message.buttonProperties.primaryAction
        else { return nil }
        return { action.run(nil) }
    }

    private func viewTarget(_ label: String, _ screen: UIViewController) -> (() -> Void)? {
        guard let root = screen.viewIfLoaded else { return nil }
        let views = ScreenReader.visible(in: root)
        for case let control as UIControl in views where control.isEnabled {
            let button = control as? UIButton
            if (control.accessibilityLabel ?? button?.configuration?.title) == label {
                if let control = control as? UISwitch { return { control.tap() } }
                return { control.sendActions(for: [.primaryActionTriggered, .touchUpInside]) }
            }
            if let action = action(label, in: button?.menu) { return { action.run(control) } }
        }
        for case let cell as UICollectionViewCell in views {
            let names = [cell.accessibilityLabel].compactMap(\.self) + ScreenReader.texts(of: cell)
            guard names.contains(where: { $0 == label || $0.hasPrefix("\(label),") }),
                let list = cell.superview as? UICollectionView, let path = list.indexPath(for: cell)
            else { continue }
            return { list.tapItem(at: path) }
        }
        return nil
    }

    private func tabTarget(_ label: String) -> (() -> Void)? {
        guard let tabs = front as? UITabBarController,
            let index = tabs.viewControllers?.firstIndex(where: { $0.tabBarItem.title == label })
        else { return nil }
        return { tabs.selectedIndex = index }
    }

    /// Goes back as the back button of the bar does.
    func goBack() async {
        (screen?.navigationController)?.popViewController(animated: true)
        await settle()
    }

    /// The list of cells in front.
    func list() async throws -> UICollectionView {
        func found() -> UICollectionView? {
            screen?.viewIfLoaded.flatMap { ScreenReader.visible(in: $0).first { $0 is UICollectionView } }
                as? UICollectionView
        }
        try await wait("a list") { found() != nil }
        return try #require(found())
    }

    /// Scrolls a list by a distance in points, as a finger does.
    func scroll(_ list: UICollectionView, by distance: Double) async {
        let bottom = max(-list.adjustedContentInset.top, list.contentSize.height - list.bounds.height)
        let y = min(bottom, max(-list.adjustedContentInset.top, list.contentOffset.y + distance))
        list.contentOffset.y = y
        window?.layoutPass()
        await settle()
    }
}
