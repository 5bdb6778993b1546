import Foundation

@MainActor open class UIContextualAction: NSObject {
    public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

    public enum Style: Int, Sendable {
        case normal
        case destructive
    }

    open private(set) var style: Style
    open private(set) var handler: Handler
    open var title: String?

    public init(style: UIContextualAction.Style, title: String?, handler: @escaping Handler) {
        self.style = style
        self.handler = handler
        self.title = title
        super.init()
    }
}

@MainActor open class UISwipeActionsConfiguration: NSObject {
    open private(set) var actions: [UIContextualAction]

    public init(actions: [UIContextualAction]) {
        self.actions = actions
        super.init()
    }
}
