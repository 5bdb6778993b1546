import CoreGraphics
import Foundation

public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public let rawValue: Float
    public init(rawValue: Float) { self.rawValue = rawValue }
    public static let required = UILayoutPriority(rawValue: 1000)
}

@MainActor open class NSLayoutConstraint: NSObject {
    public enum Axis: Int, Sendable {
        case horizontal
        case vertical
    }

    package enum Relation: Int, Sendable {
        case lessThanOrEqual = -1
        case equal = 0
        case greaterThanOrEqual = 1
    }

    package typealias Side = (item: AnyObject?, attribute: LayoutAttribute)
    package let first: Side
    package let second: Side?
    package let kind: Relation
    package let factor: CGFloat
    var constant: CGFloat

    package init(_ first: Side, _ kind: Relation, _ second: Side?, multiplier: CGFloat, constant: CGFloat) {
        (self.first, self.second, self.kind, factor, self.constant) = (first, second, kind, multiplier, constant)
        super.init()
    }

    open var isActive = false {
        didSet {
            guard isActive != oldValue else { return }
            let view = first.item as? UIView ?? (first.item as? UILayoutGuide)?.owningView
            if isActive {
                view?.constraintsOfThis.append(self)
            } else {
                view?.constraintsOfThis.removeAll { $0 === self }
            }
            view?.setNeedsLayout()
        }
    }

    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }
}
