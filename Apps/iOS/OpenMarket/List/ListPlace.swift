import MarketAPI
import MarketModels
import UIKit

/// The place in a list: the first product in view, and how far it is from the top.
@MainActor
final class ListPlace {
    struct Visible {
        let product: Product.ID
        /// The distance from the top of what is in view to the top of the row, in points; negative if it is cut off.
        let offset: Double
    }

    private unowned let collectionView: UICollectionView
    private let source: ListDataSource

    init(_ collectionView: UICollectionView, _ source: ListDataSource) {
        self.collectionView = collectionView
        self.source = source
    }

    /// Where what is in view begins, below the bars.
    private var top: Double { collectionView.contentOffset.y + collectionView.adjustedContentInset.top }

    /// The first product that is in view at least in part; nil if there is none.
    var first: Visible? {
        for path in collectionView.indexPathsForVisibleItems.sorted() {
            guard let product = source.product(at: path),
                let frame = collectionView.layoutAttributesForItem(at: path)?.frame, frame.maxY > top
            else { continue }
            return Visible(product: product.id, offset: frame.minY - top)
        }
        return nil
    }

    /// Scrolls to where another list begins.
    func scrollToTop() {
        collectionView.setContentOffset(CGPoint(x: 0, y: -collectionView.adjustedContentInset.top), animated: false)
    }

    /// Scrolls so that a product is where it was.
    func scroll(to place: Visible) {
        collectionView.layoutIfNeeded()
        guard let path = source.indexPath(of: place.product),
            let frame = collectionView.layoutAttributesForItem(at: path)?.frame
        else { return }
        let inset = collectionView.adjustedContentInset
        let bottom = collectionView.contentSize.height + inset.bottom - collectionView.bounds.height
        let y = min(frame.minY - place.offset - inset.top, max(-inset.top, bottom))
        collectionView.setContentOffset(CGPoint(x: 0, y: y), animated: false)
    }
}
