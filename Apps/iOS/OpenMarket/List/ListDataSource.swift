import Foundation
import MarketAPI
import MarketClient
import MarketTexts
import MarketViewModels
import UIKit

/// Fills the collection view of a list from its model, and loads the pictures of rows that are about to appear.
@MainActor
final class ListDataSource: NSObject {
    private typealias Source = UICollectionViewDiffableDataSource<ListSection, ListItem>

    private unowned let collectionView: UICollectionView
    private let session: MarketSession
    private let model: ProductListModel
    private let message: (ListItem) -> ListMessage?
    private lazy var source = makeSource()
    private var content = ListContent()
    private var layout: ListLayout
    private var favorites: [SavedProduct.ID] = []

    /// - Parameter message: returns what to say in a notice or at the end of the list.
    init(
        _ collectionView: UICollectionView,
        _ session: MarketSession,
        _ model: ProductListModel,
        message: @escaping (ListItem) -> ListMessage?
    ) {
        self.collectionView = collectionView
        self.session = session
        self.model = model
        self.message = message
        layout = model.layout
        super.init()
    }

    /// Registers the cells before one is asked for. UIKit ends an app that makes a registration while it is asked.
    private func makeSource() -> Source {
        let products = UICollectionView.CellRegistration<ProductCell, ListedProduct> {
            [unowned self] cell, _, product in
            fill(cell, product)
        }
        let placeholders = UICollectionView.CellRegistration<PlaceholderCell, ListLayout> { cell, _, layout in
            cell.show(as: layout)
        }
        let messages = UICollectionView.CellRegistration<ListMessageCell, ListMessage> { cell, _, message in
            cell.show(message)
        }
        return Source(collectionView: collectionView) { [unowned self] view, path, item in
            switch item {
            case .product:
                view.dequeueConfiguredReusableCell(using: products, for: path, item: content.product(item))
            case .placeholder:
                view.dequeueConfiguredReusableCell(using: placeholders, for: path, item: model.layout)
            case .notice, .end:
                view.dequeueConfiguredReusableCell(using: messages, for: path, item: message(item))
            }
        }
    }

    private func fill(_ cell: ProductCell, _ product: ListedProduct) {
        let isFavorite = model.isFavorite(product.id)
        let name: InterfaceString = isFavorite ? .removeFavorite : .addFavorite
        cell.show(
            model.row(of: product),
            as: model.layout,
            filling: pictureSize,
            from: session.images,
            isFavorite: isFavorite,
            favorite: UIAccessibilityCustomAction(name: session.texts.interface[name]) { [model] _ in
                Task { await model.toggleFavorite(product) }
                return true
            }
        )
    }

    /// Shows what the model has. Products keep their cells, wherever they move.
    ///
    /// - Parameter all: whether all cells look different, for example because texts have another size.
    func render(all: Bool = false) {
        let wasLayout = layout
        layout = model.layout
        let favorites = session.dependencies.favorites?.saved.map(\.id) ?? []
        var new = ListContent(model.state, hasNotice: model.hasNotice)
        new.reconfigureChanges(since: content, all: all || layout != wasLayout || favorites != self.favorites)
        self.favorites = favorites
        let isFirst = content.products.isEmpty
        content = new
        source.apply(new.snapshot, animatingDifferences: !isFirst && !UIAccessibility.isReduceMotionEnabled)
        if all || layout != wasLayout { collectionView.collectionViewLayout.invalidateLayout() }
        collectionView.layoutIfNeeded()
        loadPictures()
    }

    /// Loads the pictures in view that have failed. A refresh that changes nothing fills no row anew.
    func loadPictures() {
        for path in collectionView.indexPathsForVisibleItems {
            (collectionView.cellForItem(at: path) as? ProductCell)?.picture.load()
        }
    }

    /// Returns the product of a cell; nil for a placeholder or a message.
    func product(at path: IndexPath) -> ListedProduct? {
        source.itemIdentifier(for: path).flatMap { content.product($0) }
    }

    /// Returns the view with a product's picture; nil if it isn't in view.
    func picture(of product: ListedProduct.ID) -> UIView? {
        let cell = indexPath(of: product).flatMap { collectionView.cellForItem(at: $0) }
        return (cell as? ProductCell)?.picture
    }

    func indexPath(of product: ListedProduct.ID) -> IndexPath? { source.indexPath(for: .product(product)) }

    /// Returns the layout of a section by its index, which depends on whether there is a notice.
    static func section(
        _ index: Int,
        of model: ProductListModel,
        _ environment: any NSCollectionLayoutEnvironment
    ) -> NSCollectionLayoutSection {
        let products = model.hasNotice ? 1 : 0
        return index == products
            ? ListLayoutSections.products(model.layout, environment) : ListLayoutSections.message()
    }
}

extension ListDataSource: UICollectionViewDataSourcePrefetching {
    func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        session.images.prefetch(thumbnails(at: indexPaths), fitting: pictureSize)
    }

    func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
        session.images.cancelPrefetch(thumbnails(at: indexPaths), fitting: pictureSize)
    }

    private func thumbnails(at paths: [IndexPath]) -> [URL] { paths.compactMap { product(at: $0)?.thumbnail } }

    private var pictureSize: PixelSize { ListPictureSize.pixels(model.layout, in: collectionView) }
}
