// Read from:
// - https://developer.apple.com/documentation/uikit/uitraitcollection
// - https://developer.apple.com/documentation/uikit/uitraitdefinition
// - https://developer.apple.com/documentation/uikit/uitraitchangeobservable-67e94
// - https://developer.apple.com/documentation/uikit/uicontentsizecategory

open class UITraitCollection: NSObject, @unchecked Sendable {
    open var displayScale: CGFloat { fatalError() }
    open var preferredContentSizeCategory: UIContentSizeCategory { fatalError() }
}

public struct UIContentSizeCategory: Hashable, Sendable {
    public var isAccessibilityCategory: Bool { fatalError() }
}

@available(iOS 12.0, *) public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified = 0
    case light = 1
    case dark = 2
}

@available(iOS 17.0, *) public protocol UITraitDefinition {}

@available(iOS 17.0, *) public struct UITraitPreferredContentSizeCategory: UITraitDefinition {}

@available(iOS 17.0, *) public typealias UITrait = any UITraitDefinition.Type

@available(iOS 17.0, *) @MainActor public protocol UITraitChangeRegistration: NSObjectProtocol {}

@MainActor public protocol UITraitEnvironment: NSObjectProtocol {
    var traitCollection: UITraitCollection { get }
}

extension UIView: UITraitEnvironment {
    public var traitCollection: UITraitCollection { fatalError() }
    // Of UITraitChangeObservable.
    @available(iOS 17.0, *) @discardableResult
    public func registerForTraitChanges<TraitEnvironment>(
        _ traits: [UITrait],
        handler: @escaping (TraitEnvironment, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration where TraitEnvironment: UITraitEnvironment { fatalError() }
}
