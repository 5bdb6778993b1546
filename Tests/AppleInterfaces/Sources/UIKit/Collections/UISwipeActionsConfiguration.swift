import Foundation

@MainActor open class UIContextualAction: NSObject {
    public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

    public enum Style: Int, Sendable {
        case destructive
    }

    var style: Style
    var handler: Handler
    var title: String?

    public init(style: UIContextualAction.Style, title: String?, handler: @escaping Handler) {
        self.style = style
        self.handler = handler
        self.title = title
        super.init()
    }
}

@MainActor open class UISwipeActionsConfiguration: NSObject {
    var actions: [UIContextualAction]

    public init(actions: [UIContextualAction]) {
        self.actions = actions
        super.init()
    }
}
