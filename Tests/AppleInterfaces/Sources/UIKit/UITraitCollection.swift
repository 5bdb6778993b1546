import CoreGraphics
import Foundation

public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    static let large = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryL")
    public static let accessibilityExtraExtraExtraLarge =
        UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityXXXL")

    public var isAccessibilityCategory: Bool { rawValue.contains("Accessibility") }
}

open class UITraitCollection: NSObject, @unchecked Sendable {
    open var displayScale: CGFloat { scale }
    open var preferredContentSizeCategory: UIContentSizeCategory { category }
    package let scale: CGFloat
    package let category: UIContentSizeCategory

    package init(
        scale: CGFloat = 2,
        category: UIContentSizeCategory = .large
    ) {
        (self.scale, self.category) = (scale, category)
        super.init()
    }
}

public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified
    case light
    case dark
}

public protocol UITraitDefinition<Value> {
    associatedtype Value
}

public struct UITraitPreferredContentSizeCategory: UITraitDefinition {
    public typealias Value = UIContentSizeCategory
}

public typealias UITrait = any UITraitDefinition.Type

@MainActor public protocol UITraitChangeRegistration: AnyObject, NSObjectProtocol {}

package final class TraitRegistration: NSObject, UITraitChangeRegistration {
    let traits: [UITrait]
    init(_ traits: [UITrait]) { self.traits = traits }
}

@MainActor public protocol UITraitEnvironment: NSObjectProtocol {
    var traitCollection: UITraitCollection { get }
}

@MainActor public protocol UITraitChangeObservable {}

extension UIView: UITraitEnvironment, UITraitChangeObservable {
    func notifyTraits() {}

    package func traitsChanged() {
        for handler in traitHandlers { handler.tell() }
        for view in subviews { view.traitsChanged() }
    }
}

extension UITraitChangeObservable where Self: UIView {
    @discardableResult
    public func registerForTraitChanges(
        _ traits: [UITrait],
        handler: @escaping (Self, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration {
        let registration = TraitRegistration(traits)
        traitHandlers.append(
            (
                registration,
                { [weak self] in
                    guard let self else { return }
                    handler(self, traitCollection)
                }
            )
        )
        return registration
    }
}
