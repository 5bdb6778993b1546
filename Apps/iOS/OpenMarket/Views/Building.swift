import UIKit

extension UILabel {
    /// Creates a label whose text has the size that the user has chosen for all apps.
    ///
    /// - Parameter lines: the number of lines, or 0 for as many as the text needs.
    convenience init(_ style: UIFont.TextStyle, _ color: UIColor = .label, lines: Int = 0) {
        self.init(frame: .zero)
        font = .preferredFont(forTextStyle: style)
        adjustsFontForContentSizeCategory = true
        textColor = color
        numberOfLines = lines
    }

    /// Shows a text; without one the label is hidden.
    func show(_ text: String?) {
        self.text = text
        isHidden = text == nil
    }

    /// Shows a price struck through; without one the label is hidden.
    func show(struck price: String?) {
        let style = [NSAttributedString.Key.strikethroughStyle: NSUnderlineStyle.single.rawValue]
        attributedText = price.map { NSAttributedString(string: $0, attributes: style) }
        isHidden = price == nil
    }
}

extension UITextField {
    /// Creates a field that is high enough for a finger, with a text in the size that the user has chosen for all apps.
    static func rounded() -> UITextField {
        let field = UITextField()
        field.borderStyle = .roundedRect
        field.font = .preferredFont(forTextStyle: .body)
        field.adjustsFontForContentSizeCategory = true
        field.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
        return field
    }
}

extension UIButton {
    /// Creates a button that opens a menu of choices, and is high enough for a finger.
    static func popup() -> UIButton {
        let button = UIButton(configuration: .gray())
        button.showsMenuAsPrimaryAction = true
        button.contentHorizontalAlignment = .leading
        button.configuration?.indicator = .popup
        button.configuration?.baseForegroundColor = .label
        button.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
        return button
    }

    /// Creates a tinted button.
    convenience init(_ title: String, perform: @escaping () -> Void) {
        var configuration = UIButton.Configuration.tinted()
        configuration.title = title
        self.init(configuration: configuration, primaryAction: UIAction { _ in perform() })
    }
}

/// Takes constraints that are written below each other.
@resultBuilder
enum ConstraintBuilder {
    static func buildBlock(_ constraints: NSLayoutConstraint...) -> [NSLayoutConstraint] { constraints }
}

extension UIView {
    /// Makes a change of what is shown gradually, unless the user has reduced motion.
    func dissolve(_ change: @escaping () -> Void) {
        guard !UIAccessibility.isReduceMotionEnabled else { return change() }
        UIView.transition(with: self, duration: 0.2, options: .transitionCrossDissolve, animations: change)
    }

    /// Adds views that constraints place in this one.
    func add(_ views: UIView..., @ConstraintBuilder constraints: () -> [NSLayoutConstraint]) {
        for view in views {
            view.translatesAutoresizingMaskIntoConstraints = false
            addSubview(view)
        }
        NSLayoutConstraint.activate(constraints())
    }

    /// Adds a view that fills this one.
    ///
    /// - Parameter inset: the distance of the edges, in points.
    func fill(with view: UIView, inset: Double = 0) {
        add(view) {
            view.topAnchor.constraint(equalTo: topAnchor, constant: inset)
            view.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -inset)
            view.leadingAnchor.constraint(equalTo: leadingAnchor, constant: inset)
            view.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -inset)
        }
    }
}

extension UIControl {
    /// Has the control do something at an event.
    func on(_ event: UIControl.Event, perform: @escaping () -> Void) {
        addAction(UIAction { _ in perform() }, for: event)
    }
}

extension UIBarButtonItem {
    /// Creates a button with a title.
    convenience init(_ title: String, perform: @escaping () -> Void) {
        self.init(primaryAction: UIAction(title: title) { _ in perform() })
    }
}

extension UIAlertController {
    /// Creates a question with a button that cancels.
    convenience init(_ title: String?, _ message: String? = nil, actions: [UIAlertAction], cancel: String) {
        self.init(title: title, message: message, preferredStyle: .alert)
        for action in actions { addAction(action) }
        addAction(UIAlertAction(title: cancel, style: .cancel))
    }

    /// Creates a message with one button.
    ///
    /// - Parameter perform: what to do when it was read.
    convenience init(_ message: String?, okay: String, perform: @escaping () -> Void = {}) {
        self.init(title: nil, message: message, preferredStyle: .alert)
        addAction(UIAlertAction(title: okay, style: .default) { _ in perform() })
    }
}
