import UIKit

/// Reads what a screen shows: bars, messages and views, without what is hidden.
@MainActor
enum ScreenReader {
    static func texts(of screen: UIViewController) -> [String] {
        var found = barTexts(of: screen)
        if let alert = screen as? UIAlertController {
            found += [alert.title, alert.message].compactMap(\.self) + alert.actions.compactMap(\.title)
        }
        if let message = screen.contentUnavailableConfiguration as? UIContentUnavailableConfiguration {
            found += [message.text, message.secondaryText, message.button.title].compactMap(\.self)
        }
        if let view = screen.viewIfLoaded { found += texts(of: view) }
        return found
    }

    private static func barTexts(of screen: UIViewController) -> [String] {
        let item = screen.navigationItem
        let buttons = (item.leftBarButtonItems ?? []) + (item.rightBarButtonItems ?? [])
        return [item.title ?? screen.title, item.prompt].compactMap(\.self)
            + buttons.filter { !$0.isHidden }.compactMap { $0.accessibilityLabel ?? $0.title }
    }

    static func texts(of view: UIView) -> [String] {
        guard !view.isHidden, view.alpha > 0, !view.accessibilityElementsHidden else { return [] }
        if view.isAccessibilityElement, let label = view.accessibilityLabel {
            return [label, view.accessibilityValue].compactMap(\.self)
        }
        return [ownText(of: view)].compactMap(\.self) + ordered(view.subviews).flatMap(texts)
    }

    private static func ownText(of view: UIView) -> String? {
        switch view {
        case let label as UILabel: label.text.flatMap { $0.isEmpty ? nil : $0 }
        case let button as UIButton: button.accessibilityLabel ?? button.configuration?.title
        case let field as UITextField: field.text.flatMap { $0.isEmpty ? nil : $0 } ?? field.placeholder
        default: nil
        }
    }

    /// Cells are read by their place, in whatever order they were added.
    private static func ordered(_ views: [UIView]) -> [UIView] {
        guard views.contains(where: { $0 is UICollectionViewCell }) else { return views }
        return views.sorted { ($0.frame.minY, $0.frame.minX) < ($1.frame.minY, $1.frame.minX) }
    }

    /// Returns all views under a view that can be seen, itself first.
    static func visible(in view: UIView) -> [UIView] {
        guard !view.isHidden, view.alpha > 0 else { return [] }
        return [view] + view.subviews.flatMap(visible)
    }
}
