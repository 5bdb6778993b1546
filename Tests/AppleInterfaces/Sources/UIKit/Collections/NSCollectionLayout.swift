import CoreGraphics
import Foundation

@MainActor public class NSCollectionLayoutDimension: NSObject {
    package enum Kind { case fractionalWidth, fractionalHeight, absolute, estimated }
    package let kind: Kind
    package let value: CGFloat

    package required init(_ kind: Kind, _ value: CGFloat) {
        self.kind = kind
        self.value = value
        super.init()
    }

    public class func fractionalWidth(_ fractionalWidth: CGFloat) -> Self { Self(.fractionalWidth, fractionalWidth) }
    public class func fractionalHeight(_ fractionalHeight: CGFloat) -> Self {
        Self(.fractionalHeight, fractionalHeight)
    }
    public class func absolute(_ absoluteDimension: CGFloat) -> Self { Self(.absolute, absoluteDimension) }
    public class func estimated(_ estimatedDimension: CGFloat) -> Self { Self(.estimated, estimatedDimension) }

    func length(in container: CGSize) -> CGFloat {
        switch kind {
        case .fractionalWidth: value * container.width
        case .fractionalHeight: value * container.height
        case .absolute, .estimated: value
        }
    }
}

@MainActor open class NSCollectionLayoutSize: NSObject {
    package let width: NSCollectionLayoutDimension
    package let height: NSCollectionLayoutDimension

    public init(widthDimension width: NSCollectionLayoutDimension, heightDimension height: NSCollectionLayoutDimension)
    {
        self.width = width
        self.height = height
        super.init()
    }

    func size(in container: CGSize) -> CGSize {
        CGSize(width: width.length(in: container), height: height.length(in: container))
    }
}

@MainActor open class NSCollectionLayoutItem: NSObject {
    package let layoutSize: NSCollectionLayoutSize

    public init(layoutSize: NSCollectionLayoutSize) {
        self.layoutSize = layoutSize
        super.init()
    }
}

open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
    package let isHorizontal: Bool
    package let items: [NSCollectionLayoutItem]
    open var interItemSpacing: NSCollectionLayoutSpacing?

    private init(_ layoutSize: NSCollectionLayoutSize, _ isHorizontal: Bool, _ items: [NSCollectionLayoutItem]) {
        self.isHorizontal = isHorizontal
        self.items = items
        super.init(layoutSize: layoutSize)
    }

    open class func horizontal(
        layoutSize: NSCollectionLayoutSize,
        repeatingSubitem subitem: NSCollectionLayoutItem,
        count: Int
    ) -> NSCollectionLayoutGroup {
        NSCollectionLayoutGroup(layoutSize, true, Array(repeating: subitem, count: count))
    }

    open class func horizontal(
        layoutSize: NSCollectionLayoutSize,
        subitems: [NSCollectionLayoutItem]
    ) -> NSCollectionLayoutGroup { NSCollectionLayoutGroup(layoutSize, true, subitems) }
}

@MainActor public class NSCollectionLayoutSpacing: NSObject {
    package let spacing: CGFloat

    package required init(_ spacing: CGFloat) {
        self.spacing = spacing
        super.init()
    }

    public class func fixed(_ fixedSpacing: CGFloat) -> Self { Self(fixedSpacing) }
}

@MainActor open class NSCollectionLayoutSection: NSObject {
    package let group: NSCollectionLayoutGroup
    open var contentInsets = NSDirectionalEdgeInsets.zero
    open var interGroupSpacing: CGFloat = 0

    public init(group: NSCollectionLayoutGroup) {
        self.group = group
        super.init()
    }

    class func list(
        using configuration: UICollectionLayoutListConfiguration,
        layoutEnvironment: any NSCollectionLayoutEnvironment
    ) -> NSCollectionLayoutSection {
        let size = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(44))
        let item = NSCollectionLayoutItem(layoutSize: size)
        return NSCollectionLayoutSection(group: .horizontal(layoutSize: size, subitems: [item]))
    }
}

@MainActor public protocol NSCollectionLayoutContainer: NSObjectProtocol {
    var effectiveContentSize: CGSize { get }
}

@MainActor public protocol NSCollectionLayoutEnvironment: NSObjectProtocol {
    var container: any NSCollectionLayoutContainer { get }
    var traitCollection: UITraitCollection { get }
}

package final class LayoutEnvironment: NSObject, NSCollectionLayoutEnvironment, NSCollectionLayoutContainer {
    private let contentSize: CGSize
    package let traitCollection: UITraitCollection
    package var effectiveContentSize: CGSize { contentSize }
    package var container: any NSCollectionLayoutContainer { self }

    package init(_ size: CGSize, _ traits: UITraitCollection) {
        contentSize = size
        traitCollection = traits
        super.init()
    }
}

public struct UICollectionLayoutListConfiguration {
    public enum Appearance: Int, Sendable {
        case plain = 0
        case insetGrouped = 2
    }

    public typealias SwipeActionsConfigurationProvider = (IndexPath) -> UISwipeActionsConfiguration?

    package let appearance: Appearance
    public var trailingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?

    public init(appearance: Appearance) { self.appearance = appearance }
}
