// Read from:
// - https://developer.apple.com/documentation/uikit/uimenuelement
// - https://developer.apple.com/documentation/uikit/uimenu
// - https://developer.apple.com/documentation/uikit/uiaction
// - https://developer.apple.com/documentation/uikit/uialertcontroller
// - https://developer.apple.com/documentation/uikit/uialertaction

@available(iOS 13.0, *) @MainActor open class UIMenuElement: NSObject {
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static var destructive: UIMenuElement.Attributes { fatalError() }
    }
    public enum State: Int, Sendable {
        case off = 0
        case on = 1
    }
}

@available(iOS 13.0, *) public typealias UIActionHandler = (UIAction) -> Void

@available(iOS 13.0, *) open class UIAction: UIMenuElement {
    public struct Identifier: Hashable, Sendable {}
    @available(iOS 15.0, *)
    public convenience init(
        title: String = "",
        subtitle: String? = nil,
        image: UIImage? = nil,
        identifier: UIAction.Identifier? = nil,
        discoverabilityTitle: String? = nil,
        attributes: UIMenuElement.Attributes = [],
        state: UIMenuElement.State = .off,
        handler: @escaping UIActionHandler
    ) { fatalError() }
    @available(iOS 14.0, *) open var sender: Any? { fatalError() }
}

@available(iOS 13.0, *) open class UIMenu: UIMenuElement {
    public struct Identifier: Hashable, Sendable {}
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static var displayInline: UIMenu.Options { fatalError() }
        @available(iOS 15.0, *) public static var singleSelection: UIMenu.Options { fatalError() }
    }
    @available(iOS 15.0, *)
    public convenience init(
        title: String = "",
        subtitle: String? = nil,
        image: UIImage? = nil,
        identifier: UIMenu.Identifier? = nil,
        options: UIMenu.Options = [],
        children: [UIMenuElement] = []
    ) { fatalError() }
}

@MainActor open class UIAlertAction: NSObject {
    public enum Style: Int, Sendable {
        case `default` = 0
        case cancel = 1
        case destructive = 2
    }
    public convenience init(
        title: String?,
        style: UIAlertAction.Style,
        handler: ((UIAlertAction) -> Void)? = nil
    ) { fatalError() }
}

open class UIAlertController: UIViewController {
    public enum Style: Int, Sendable {
        case alert = 1
    }
    public convenience init(title: String?, message: String?, preferredStyle: UIAlertController.Style) { fatalError() }
    open func addAction(_ action: UIAlertAction) { fatalError() }
    open var preferredAction: UIAlertAction?
}
