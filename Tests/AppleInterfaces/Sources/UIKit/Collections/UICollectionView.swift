import CoreGraphics
import Foundation

@MainActor open class UICollectionView: UIScrollView {
    public typealias ScrollDirection = UICollectionViewScrollDirection

    public struct ScrollPosition: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let centeredHorizontally = ScrollPosition(rawValue: 1 << 4)
    }

    open var collectionViewLayout: UICollectionViewLayout {
        didSet { adopt(collectionViewLayout) }
    }
    weak var dataSource: (any UICollectionViewDataSource)?
    open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
    var allowsSelection = true
    var isPrefetchingEnabled = true

    var needsItemFrames = true
    var itemFrames: [[CGRect]] = []
    var shown: [IndexPath: UICollectionViewCell] = [:]
    var prefetched: Set<IndexPath> = []
    var unused: [AnyHashable: [UICollectionViewCell]] = [:]
    /// The cell to hand out while its item is being reconfigured.
    var reconfigured: UICollectionViewCell?
    private var laidOutSize = CGSize.zero

    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
        adopt(layout)
    }

    public required init?(coder: NSCoder) { return nil }

    private var collectionDelegate: (any UICollectionViewDelegate)? { delegate as? any UICollectionViewDelegate }

    private func adopt(_ layout: UICollectionViewLayout) {
        layout.collectionView = self
        needsItemFrames = true
        setNeedsLayout()
    }

    // MARK: Content

    var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }

    func numberOfItems(inSection section: Int) -> Int {
        dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
    }

    func reloadData() {
        for (path, cell) in shown { end(cell, path) }
        shown = [:]
        contentHasChanged()
    }

    func contentHasChanged() {
        prefetched = []
        needsItemFrames = true
        setNeedsLayout()
    }

    open var visibleCells: [UICollectionViewCell] { indexPathsForVisibleItems.compactMap { shown[$0] } }
    open var indexPathsForVisibleItems: [IndexPath] { shown.keys.sorted() }
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { shown[indexPath] }
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? { shown.first { $0.value === cell }?.key }

    open func indexPathForItem(at point: CGPoint) -> IndexPath? {
        updateItemFrames()
        for (section, frames) in itemFrames.enumerated() {
            if let item = frames.firstIndex(where: { $0.contains(point) }) {
                return IndexPath(item: item, section: section)
            }
        }
        return nil
    }

    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        updateItemFrames()
        guard itemFrames.indices.contains(indexPath.section),
            itemFrames[indexPath.section].indices.contains(indexPath.item)
        else { return nil }
        let attributes = UICollectionViewLayoutAttributes()
        attributes.frame = itemFrames[indexPath.section][indexPath.item]
        return attributes
    }

    open func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        guard let frame = layoutAttributesForItem(at: indexPath)?.frame else { return }
        let target =
            scrollPosition.contains(.centeredHorizontally)
            ? CGPoint(x: frame.midX - bounds.width / 2, y: contentOffset.y)
            : CGPoint(x: contentOffset.x, y: frame.minY - adjustedContentInset.top)
        setContentOffset(CGPoint(x: max(0, target.x), y: target.y), animated: animated)
    }

    func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        if let indexPath { shown[indexPath]?.isSelected = true }
    }

    open func deselectItem(at indexPath: IndexPath, animated: Bool) { shown[indexPath]?.isSelected = false }

    /// Selects an item as a tap does.
    package func tapItem(at path: IndexPath) {
        guard allowsSelection, collectionDelegate?.collectionView(self, shouldSelectItemAt: path) ?? true else {
            return
        }
        selectItem(at: path, animated: false, scrollPosition: [])
        collectionDelegate?.collectionView(self, didSelectItemAt: path)
    }

    /// Lifts an item with a long press and drops it at the place of another.
    package func drag(_ source: IndexPath, to proposed: IndexPath) {
        guard dataSource?.collectionView(self, canMoveItemAt: source) ?? false else { return }
        let target =
            collectionDelegate?.collectionView(
                self,
                targetIndexPathForMoveOfItemFromOriginalIndexPath: source,
                atCurrentIndexPath: source,
                toProposedIndexPath: proposed
            ) ?? proposed
        dataSource?.collectionView(self, moveItemAt: source, to: target)
    }

    /// Swipes a row of a list and taps the action with a title.
    package func swipe(_ path: IndexPath, _ title: String) -> Bool {
        let list = (collectionViewLayout as? UICollectionViewCompositionalLayout)?.listConfiguration
        let actions = list?.trailingSwipeActionsConfigurationProvider?(path)?.actions ?? []
        guard let action = actions.first(where: { $0.title == title }) else { return false }
        action.handler(action, self) { _ in }
        return true
    }

    // MARK: Layout

    open override func layoutSubviews() {
        super.layoutSubviews()
        updateItemFrames()
        showVisibleItems()
    }

    func updateItemFrames() {
        guard needsItemFrames || laidOutSize != frame.size else { return }
        needsItemFrames = false
        laidOutSize = frame.size
        let counts = (0..<numberOfSections).map { numberOfItems(inSection: $0) }
        let placed = collectionViewLayout.frames(of: counts, in: frame.size, traitCollection)
        itemFrames = placed.frames
        contentSize = placed.size
        for (path, cell) in shown
        where itemFrames.indices.contains(path.section)
            && itemFrames[path.section].indices.contains(path.item)
        { cell.frame = itemFrames[path.section][path.item] }
    }

    /// Unlike `intersects` of Foundation on Linux, rectangles that only touch don't overlap.
    private func overlap(_ left: CGRect, _ right: CGRect) -> Bool {
        left.minX < right.maxX && right.minX < left.maxX && left.minY < right.maxY && right.minY < left.maxY
    }

    private func items(in rect: CGRect) -> [IndexPath] {
        itemFrames.enumerated().flatMap { section, frames in
            frames.indices.filter { overlap(frames[$0], rect) }.map { IndexPath(item: $0, section: section) }
        }
    }

    private func showVisibleItems() {
        guard frame.width > 0, frame.height > 0 else { return }
        let visible = items(in: bounds)
        let set = Set(visible)
        for (path, cell) in shown where !set.contains(path) {
            shown[path] = nil
            end(cell, path)
        }
        for path in visible where shown[path] == nil { begin(path) }
        prefetch(around: set)
    }

    private func begin(_ path: IndexPath) {
        guard let cell = dataSource?.collectionView(self, cellForItemAt: path) else { return }
        cell.frame = itemFrames[path.section][path.item]
        shown[path] = cell
        addSubview(cell)
        collectionDelegate?.collectionView(self, willDisplay: cell, forItemAt: path)
    }

    func end(_ cell: UICollectionViewCell, _ path: IndexPath) {
        cell.removeFromSuperview()
        collectionDelegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
        if let key = cell.reuseKey { unused[key, default: []].append(cell) }
    }

    private func prefetch(around visible: Set<IndexPath>) {
        guard isPrefetchingEnabled, let prefetchDataSource else { return }
        let near = Set(items(in: bounds.insetBy(dx: 0, dy: -bounds.height))).subtracting(visible)
        let left = prefetched.subtracting(near).subtracting(visible)
        if !left.isEmpty { prefetchDataSource.collectionView(self, cancelPrefetchingForItemsAt: left.sorted()) }
        let new = near.subtracting(prefetched)
        if !new.isEmpty { prefetchDataSource.collectionView(self, prefetchItemsAt: new.sorted()) }
        prefetched = near
    }
}

@MainActor open class UICollectionViewLayoutAttributes: NSObject {
    open var frame = CGRect.zero
}
