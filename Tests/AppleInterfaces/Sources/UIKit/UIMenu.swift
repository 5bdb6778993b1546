import Foundation

@MainActor open class UIMenuElement: NSObject {
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let disabled = Attributes(rawValue: 1 << 0)
        public static let destructive = Attributes(rawValue: 1 << 1)
    }

    public enum State: Int, Sendable {
        case off
        case on
    }

    open private(set) var title: String
    var image: UIImage?

    package init(title: String, image: UIImage?) {
        self.title = title
        self.image = image
        super.init()
    }
}

public typealias UIActionHandler = (UIAction) -> Void

open class UIAction: UIMenuElement {
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    open var attributes: UIMenuElement.Attributes
    var state: UIMenuElement.State
    open internal(set) weak var sender: AnyObject?
    package let handler: UIActionHandler

    public init(
        title: String = "",
        subtitle: String? = nil,
        image: UIImage? = nil,
        identifier: UIAction.Identifier? = nil,
        discoverabilityTitle: String? = nil,
        attributes: UIMenuElement.Attributes = [],
        state: UIMenuElement.State = .off,
        handler: @escaping UIActionHandler
    ) {
        self.attributes = attributes
        self.state = state
        self.handler = handler
        super.init(title: title, image: image)
    }

    package func run(_ sender: AnyObject?) {
        guard !attributes.contains(.disabled) else { return }
        self.sender = sender
        handler(self)
    }
}

open class UIMenu: UIMenuElement {
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let displayInline = Options(rawValue: 1 << 0)
        public static let singleSelection = Options(rawValue: 1 << 5)
    }

    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    var children: [UIMenuElement]

    public init(
        title: String = "",
        subtitle: String? = nil,
        image: UIImage? = nil,
        identifier: UIMenu.Identifier? = nil,
        options: UIMenu.Options = [],
        children: [UIMenuElement] = []
    ) {
        self.children = children
        super.init(title: title, image: image)
    }

    /// The actions of this menu and of those in it.
    package var actions: [UIAction] {
        children.flatMap { child in
            if let menu = child as? UIMenu { menu.actions } else { (child as? UIAction).map { [$0] } ?? [] }
        }
    }
}
