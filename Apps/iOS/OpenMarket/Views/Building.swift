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
}

extension UIView {
    /// Adds a view that fills this one.
    ///
    /// - Parameter inset: the distance of the edges, in points.
    func fill(with view: UIView, inset: Double = 0) {
        view.translatesAutoresizingMaskIntoConstraints = false
        addSubview(view)
        NSLayoutConstraint.activate([
            view.topAnchor.constraint(equalTo: topAnchor, constant: inset),
            view.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -inset),
            view.leadingAnchor.constraint(equalTo: leadingAnchor, constant: inset),
            view.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -inset),
        ])
    }
}

extension UIBarButtonItem {
    /// Creates a button with a title.
    convenience init(_ title: String, perform: @escaping () -> Void) {
        self.init(primaryAction: UIAction(title: title) { _ in perform() })
    }
}

extension UIAlertController {
    /// Creates a message with one button.
    ///
    /// - Parameter perform: what to do when it was read.
    convenience init(_ message: String?, okay: String, perform: @escaping () -> Void = {}) {
        self.init(title: nil, message: message, preferredStyle: .alert)
        addAction(UIAlertAction(title: okay, style: .default) { _ in perform() })
    }
}
