import CoreGraphics
import Foundation

@MainActor open class UIAlertAction: NSObject {
    public enum Style: Int, Sendable {
        case `default`
        case cancel
        case destructive
    }

    open private(set) var title: String?
    var style: Style
    open var isEnabled = true
    private let handler: ((UIAlertAction) -> Void)?

    public init(title: String?, style: UIAlertAction.Style, handler: ((UIAlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        self.handler = handler
        super.init()
    }

    package func run() { handler?(self) }
}

open class UIAlertController: UIViewController {
    public enum Style: Int, Sendable {
        case alert
    }

    open var message: String?
    var preferredStyle = Style.alert
    open private(set) var actions: [UIAlertAction] = []
    open var preferredAction: UIAlertAction?
    var textFields: [UITextField]?

    public convenience init(title: String?, message: String?, preferredStyle: UIAlertController.Style) {
        self.init(nibName: nil, bundle: nil)
        self.title = title
        self.message = message
        self.preferredStyle = preferredStyle
    }

    open func addAction(_ action: UIAlertAction) { actions.append(action) }

    /// Dismisses the alert, then performs the action, as a tap does.
    package func tap(_ action: UIAlertAction) {
        guard action.isEnabled else { return }
        presentingViewController?.dismiss(animated: true)
        action.run()
    }
}
