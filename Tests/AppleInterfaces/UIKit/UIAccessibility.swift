// Read from:
// - https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilitylabel and its neighbours
// - https://developer.apple.com/documentation/uikit/uiaccessibility
// - https://developer.apple.com/documentation/uikit/uiaccessibilitytraits
// - https://developer.apple.com/documentation/uikit/uiaccessibilitycustomaction

public struct UIAccessibilityTraits: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { fatalError() }
    public static var button: UIAccessibilityTraits { fatalError() }
    public static var image: UIAccessibilityTraits { fatalError() }
    public static var staticText: UIAccessibilityTraits { fatalError() }
    public static var header: UIAccessibilityTraits { fatalError() }
}

@MainActor open class UIAccessibilityCustomAction: NSObject {
    public typealias Handler = (UIAccessibilityCustomAction) -> Bool
    @available(iOS 13.0, *)
    public init(name: String, actionHandler: @escaping UIAccessibilityCustomAction.Handler) { fatalError() }
}

public struct UIAccessibility {
    public struct Notification: Hashable, Sendable {
        public static var announcement: UIAccessibility.Notification { fatalError() }
        public static var layoutChanged: UIAccessibility.Notification { fatalError() }
    }
    @MainActor public static var isReduceMotionEnabled: Bool { fatalError() }
    @MainActor public static func post(notification: UIAccessibility.Notification, argument: Any?) { fatalError() }
}
