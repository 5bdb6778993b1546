import CoreGraphics
import Foundation

open class UICollectionViewController: UIViewController, UICollectionViewDelegate {
    private let firstLayout: UICollectionViewLayout

    public init(collectionViewLayout layout: UICollectionViewLayout) {
        firstLayout = layout
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) { return nil }

    open override func loadView() {
        let collectionView = UICollectionView(frame: .zero, collectionViewLayout: firstLayout)
        collectionView.delegate = self
        view = collectionView
    }

    open var collectionView: UICollectionView! {
        get { view as? UICollectionView }
        set { view = newValue }
    }

    /// Whether a long press on an item lifts it, if the data source lets it move.

    // A subclass overrides what the protocol leaves optional.

    open func collectionView(
        _ collectionView: UICollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath,
        toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath { proposedIndexPath }
}
