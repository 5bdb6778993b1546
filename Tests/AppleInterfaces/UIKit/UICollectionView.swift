// Read from:
// - https://developer.apple.com/documentation/uikit/uicollectionview
// - https://developer.apple.com/documentation/uikit/uicollectionview/cellregistration
// - https://developer.apple.com/documentation/uikit/uicollectionview/selfsizinginvalidation-swift.enum
// - https://developer.apple.com/documentation/uikit/uicollectionviewcell
// - https://developer.apple.com/documentation/uikit/uicollectionviewcontroller
// - https://developer.apple.com/documentation/uikit/uicollectionviewdelegate
// - https://developer.apple.com/documentation/uikit/uicollectionviewdatasourceprefetching

open class UICollectionView: UIScrollView {
    public typealias ScrollDirection = UICollectionViewScrollDirection
    public struct ScrollPosition: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { fatalError() }
        public static var centeredHorizontally: UICollectionView.ScrollPosition { fatalError() }
    }
    @available(iOS 14.0, *) @MainActor public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void
        public init(handler: @escaping UICollectionView.CellRegistration<Cell, Item>.Handler) { fatalError() }
    }
    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    @available(iOS 16.0, *) @MainActor public enum SelfSizingInvalidation: Int, Sendable {
        case disabled
        case enabled
        case enabledIncludingConstraints
    }
    open var collectionViewLayout: UICollectionViewLayout
    @available(iOS 16.0, *) open var selfSizingInvalidation: UICollectionView.SelfSizingInvalidation
    open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
    open var indexPathsForVisibleItems: [IndexPath] { fatalError() }
    // Isolated as the class is; the delegate of scroll views is that of the collection view.
    @available(iOS 14.0, *) public func dequeueConfiguredReusableCell<Cell, Item>(
        using registration: UICollectionView.CellRegistration<Cell, Item>,
        for indexPath: IndexPath,
        item: Item?
    ) -> Cell where Cell: UICollectionViewCell { fatalError() }
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { fatalError() }
    open func indexPathForItem(at point: CGPoint) -> IndexPath? { fatalError() }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { fatalError() }
    open func scrollToItem(
        at indexPath: IndexPath,
        at scrollPosition: UICollectionView.ScrollPosition,
        animated: Bool
    ) { fatalError() }
    open func deselectItem(at indexPath: IndexPath, animated: Bool) { fatalError() }
}

@MainActor open class UICollectionViewLayoutAttributes: NSObject {
    public override init() { fatalError() }
    open var frame: CGRect
}

@MainActor open class UICollectionReusableView: UIView {
    open func prepareForReuse() { fatalError() }
}

open class UICollectionViewCell: UICollectionReusableView {
    open var contentView: UIView { fatalError() }
    @available(iOS 14.0, *) open var contentConfiguration: (any UIContentConfiguration)?
}

open class UICollectionViewController: UIViewController, UICollectionViewDelegate {
    public init(collectionViewLayout layout: UICollectionViewLayout) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    open var collectionView: UICollectionView!
    open func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        fatalError()
    }
    open func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) { fatalError() }
    @available(iOS 15.0, *) open func collectionView(
        _ collectionView: UICollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath,
        toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath { fatalError() }
}

@MainActor public protocol UICollectionViewDelegate: UIScrollViewDelegate {
    // All functions are optional.
    func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
    func collectionView(
        _ collectionView: UICollectionView,
        willDisplay cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath
    )
    func collectionView(
        _ collectionView: UICollectionView,
        didEndDisplaying cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath
    )
}

extension UICollectionViewDelegate {
    public func collectionView(
        _ collectionView: UICollectionView,
        shouldSelectItemAt indexPath: IndexPath
    ) -> Bool { fatalError() }
    public func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        fatalError()
    }
    public func collectionView(
        _ collectionView: UICollectionView,
        willDisplay cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath
    ) { fatalError() }
    public func collectionView(
        _ collectionView: UICollectionView,
        didEndDisplaying cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath
    ) { fatalError() }
}

@available(iOS 10.0, *) @MainActor public protocol UICollectionViewDataSourcePrefetching: NSObjectProtocol {
    func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])
    // Optional.
    func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}
