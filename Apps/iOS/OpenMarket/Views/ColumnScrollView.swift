import UIKit

/// Views below each other that scroll, and end above the keyboard, so that what is being typed is never behind it.
final class ColumnScrollView: UIScrollView {
    let stack: StackView

    init(_ views: [UIView] = [], spacing: Double = 16) {
        stack = StackView(views, spacing: spacing)
        super.init(frame: .zero)
        keyboardDismissMode = .interactive
        alwaysBounceVertical = true
        add(stack) {
            stack.topAnchor.constraint(equalTo: contentLayoutGuide.topAnchor, constant: 16)
            stack.bottomAnchor.constraint(equalTo: contentLayoutGuide.bottomAnchor, constant: -32)
        }
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The screen has no storyboard.")
    }

    /// Fills the view of a screen.
    func fill(_ view: UIView) {
        view.add(self) {
            topAnchor.constraint(equalTo: view.topAnchor)
            leadingAnchor.constraint(equalTo: view.leadingAnchor)
            trailingAnchor.constraint(equalTo: view.trailingAnchor)
            bottomAnchor.constraint(equalTo: view.keyboardLayoutGuide.topAnchor)
            stack.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor)
            stack.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor)
        }
    }

    /// Scrolls to a view in the column.
    func show(_ view: UIView, animated: Bool) {
        scrollRectToVisible(view.convert(view.bounds, to: self), animated: animated)
    }
}
