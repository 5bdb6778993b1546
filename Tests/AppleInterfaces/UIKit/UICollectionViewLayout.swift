// Read from:
// - https://developer.apple.com/documentation/uikit/uicollectionviewlayout
// - https://developer.apple.com/documentation/uikit/uicollectionviewcompositionallayout
// - https://developer.apple.com/documentation/uikit/nscollectionlayoutsection and the pages of its parts
// - https://developer.apple.com/documentation/uikit/uicollectionlayoutlistconfiguration-swift.struct
// - https://developer.apple.com/documentation/uikit/uiswipeactionsconfiguration
// - https://developer.apple.com/documentation/uikit/uicontextualaction

@MainActor open class UICollectionViewLayout: NSObject {
    open func invalidateLayout() { fatalError() }
}

public enum UICollectionViewScrollDirection: Int, Sendable {
    case horizontal = 1
}

@available(iOS 14.0, *) public enum UIContentInsetsReference: Int, Sendable {
    case none = 1
}

@available(iOS 13.0, *) @MainActor open class UICollectionViewCompositionalLayoutConfiguration: NSObject {
    public override init() { fatalError() }
    open var scrollDirection: UICollectionView.ScrollDirection
    @available(iOS 14.0, *) open var contentInsetsReference: UIContentInsetsReference
}

@available(iOS 13.0, *)
public typealias UICollectionViewCompositionalLayoutSectionProvider = (Int, any NSCollectionLayoutEnvironment) ->
    NSCollectionLayoutSection?

@available(iOS 13.0, *) open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
    public init(section: NSCollectionLayoutSection, configuration: UICollectionViewCompositionalLayoutConfiguration) {
        fatalError()
    }
    public init(sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider) { fatalError() }
    public init(
        sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider,
        configuration: UICollectionViewCompositionalLayoutConfiguration
    ) { fatalError() }
    @available(iOS 14.0, *) public class func list(
        using configuration: UICollectionLayoutListConfiguration
    ) -> UICollectionViewCompositionalLayout { fatalError() }
}

@available(iOS 13.0, *) @MainActor open class NSCollectionLayoutDimension: NSObject {
    open class func fractionalWidth(_ fractionalWidth: CGFloat) -> Self { fatalError() }
    open class func fractionalHeight(_ fractionalHeight: CGFloat) -> Self { fatalError() }
    open class func absolute(_ absoluteDimension: CGFloat) -> Self { fatalError() }
    open class func estimated(_ estimatedDimension: CGFloat) -> Self { fatalError() }
}

@available(iOS 13.0, *) @MainActor open class NSCollectionLayoutSize: NSObject {
    public convenience init(
        widthDimension width: NSCollectionLayoutDimension,
        heightDimension height: NSCollectionLayoutDimension
    ) { fatalError() }
}

@available(iOS 13.0, *) @MainActor open class NSCollectionLayoutItem: NSObject {
    public convenience init(layoutSize: NSCollectionLayoutSize) { fatalError() }
}

@available(iOS 13.0, *) open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
    @available(iOS 16.0, *) open class func horizontal(
        layoutSize: NSCollectionLayoutSize,
        repeatingSubitem subitem: NSCollectionLayoutItem,
        count: Int
    ) -> Self { fatalError() }
    open class func horizontal(
        layoutSize: NSCollectionLayoutSize,
        subitems: [NSCollectionLayoutItem]
    ) -> Self { fatalError() }
    open var interItemSpacing: NSCollectionLayoutSpacing?
}

@available(iOS 13.0, *) @MainActor open class NSCollectionLayoutSpacing: NSObject {
    open class func fixed(_ fixedSpacing: CGFloat) -> Self { fatalError() }
}

@available(iOS 13.0, *) @MainActor open class NSCollectionLayoutSection: NSObject {
    public init(group: NSCollectionLayoutGroup) { fatalError() }
    open var contentInsets: NSDirectionalEdgeInsets
    open var interGroupSpacing: CGFloat
}

@available(iOS 13.0, *) @MainActor public protocol NSCollectionLayoutContainer: NSObjectProtocol {
    var effectiveContentSize: CGSize { get }
}

@available(iOS 13.0, *) @MainActor public protocol NSCollectionLayoutEnvironment: NSObjectProtocol {
    var container: any NSCollectionLayoutContainer { get }
    var traitCollection: UITraitCollection { get }
}

@available(iOS 14.0, *) public struct UICollectionLayoutListConfiguration {
    public enum Appearance: Int, Sendable {
        case plain = 0
        case insetGrouped = 2
    }
    public typealias SwipeActionsConfigurationProvider = (_ indexPath: IndexPath) -> UISwipeActionsConfiguration?
    public init(appearance: UICollectionLayoutListConfiguration.Appearance) { fatalError() }
    public var trailingSwipeActionsConfigurationProvider:
        UICollectionLayoutListConfiguration.SwipeActionsConfigurationProvider?
}

@available(iOS 11.0, *) @MainActor open class UIContextualAction: NSObject {
    public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void
    public enum Style: Int, Sendable {
        case destructive = 1
    }
    public convenience init(
        style: UIContextualAction.Style,
        title: String?,
        handler: @escaping UIContextualAction.Handler
    ) { fatalError() }
}

@available(iOS 11.0, *) @MainActor open class UISwipeActionsConfiguration: NSObject {
    public convenience init(actions: [UIContextualAction]) { fatalError() }
}
