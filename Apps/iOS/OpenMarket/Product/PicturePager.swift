import MarketAPI
import MarketClient
import MarketViewModels
import UIKit

/// Pictures beside each other, which are paged through with a swipe.
final class PicturePager: View {
    private let model: ProductModel<Drawing>
    private let collectionView: UICollectionView
    private let open: (Int) -> Void
    /// The index of the picture that the pages stand at, and the size of a page.
    private var shown = 0
    private var shownSize = CGSize.zero
    private let registration: UICollectionView.CellRegistration<GalleryCell, Int>
    private lazy var source = ItemDataSource<Int>(collectionView: collectionView) { [registration] view, path, item in
        view.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
    }

    /// - Parameters:
    ///   - whole: what loads a picture whole when it is enlarged with two fingers or a double tap; nil if none can be.
    ///   - open: called with the index of a picture that was tapped.
    init(
        _ model: ProductModel<Drawing>,
        retryTitle: String,
        whole: ImageLoader<ImageIODecoder>? = nil,
        open: @escaping (Int) -> Void
    ) {
        self.model = model
        self.open = open
        let configuration = UICollectionViewCompositionalLayoutConfiguration()
        configuration.scrollDirection = .horizontal
        configuration.contentInsetsReference = .none
        let layout = UICollectionViewCompositionalLayout(
            sectionProvider: { _, _ in Self.page },
            configuration: configuration
        )
        collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
        registration = UICollectionView.CellRegistration { cell, _, index in
            guard model.gallery.slots.indices.contains(index) else { return }
            let slot = model.gallery.slots[index]
            cell.isZoomable = whole != nil
            cell.url = slot.image.url
            cell.loadWhole = { try? await whole?.image(for: slot.image.url, fitting: nil) }
            cell.show(slot.state, label: model.accessibilityLabel(ofImage: index), retryTitle: retryTitle) {
                model.retryImage(index)
            }
        }
        super.init(frame: .zero)
        collectionView.frame = bounds
        collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        collectionView.backgroundColor = .clear
        collectionView.isPagingEnabled = true
        // Pages have the whole width, beside a notch, too.
        collectionView.contentInsetAdjustmentBehavior = .never
        collectionView.showsHorizontalScrollIndicator = false
        collectionView.delegate = self
        addSubview(collectionView)
    }

    private static var page: NSCollectionLayoutSection {
        let size = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1))
        return NSCollectionLayoutSection(
            group: .horizontal(layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)])
        )
    }

    /// Shows the pictures. The current one may be another since, for example because the large ones were paged through.
    func render() {
        source.show(Array(model.gallery.slots.indices), animated: false)
        if shown != model.gallery.current { showCurrent() }
    }

    /// Shows the same picture when pages have another size, because the phone was turned here or on a screen above this one.
    override func layoutSubviews() {
        super.layoutSubviews()
        guard bounds.size != shownSize else { return }
        shownSize = bounds.size
        showCurrent()
    }

    private func showCurrent() {
        // The pictures may have changed and not been rendered yet.
        guard let path = source.indexPath(for: model.gallery.current) else { return }
        shown = model.gallery.current
        collectionView.collectionViewLayout.invalidateLayout()
        collectionView.layoutIfNeeded()
        collectionView.scrollToItem(at: path, at: .centeredHorizontally, animated: false)
    }
}

extension PicturePager: UICollectionViewDelegate {
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
        takePage()
    }

    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        if !decelerate { takePage() }
    }

    /// After a page was turned by VoiceOver.
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
        takePage()
    }

    private func takePage() {
        // Asked of the layout, because from right to left the first picture is at the other end.
        let middle = CGPoint(x: collectionView.bounds.midX, y: collectionView.bounds.midY)
        guard let path = collectionView.indexPathForItem(at: middle) else { return }
        shown = path.item
        model.showImage(path.item)
    }

    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        collectionView.deselectItem(at: indexPath, animated: false)
        open(indexPath.item)
    }
}
