import MarketAPI
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// What the user has saved, and what has become of it.
final class FavoritesViewController: ProductsViewController {
    let model: FavoritesModel

    init(
        _ favorites: Favorites,
        session: MarketSession,
        showProduct: @escaping (Product.ID, ListedProduct?) -> Void
    ) {
        model = FavoritesModel(favorites, service: session.client, dependencies: session.dependencies)
        super.init(session: session, title: session.texts.interface[.favorites], showProduct: showProduct)
        session.changes.subscribe(self) { [weak self] in self?.model.apply($0) }
    }

    override var isRefreshable: Bool { true }
    override var removal: String? { session.texts.interface[.removeFavorite] }

    override func appear() async { await model.appear() }
    override func load() async { await model.load() }
    override func stop() { model.stop() }
    override func remove(_ id: Product.ID) async { await model.remove(id) }

    override func open(_ id: Product.ID) {
        guard let row = rows.first(where: { $0.id == id }), !row.isGone else { return }
        showProduct(id, row.product)
    }

    // MARK: Rows

    private var rows: [FavoriteRow] {
        if case .loaded(let rows, _) = model.state { rows } else { [] }
    }

    override func makeDataSource() -> ItemDataSource<Product.ID> {
        collectionView.makeDataSource { [weak self] (cell: SavedProductCell, id) in
            guard let self, let row = rows.first(where: { $0.id == id }) else { return }
            cell.show(row, from: session)
        }
    }

    override func render() {
        super.render()
        let ids = rows.map(\.id)
        switch model.state {
        case .loading: showWaiting()
        case .loaded: showMessage(nil)
        case .empty:
            showMessage(
                Message(
                    symbol: "heart",
                    title: session.texts.interface[.noFavorites],
                    advice: session.texts.interface[.noFavoritesAdvice]
                )
            )
        case .failed: showMessage(failureMessage(model.failure ?? ""))
        }
        banner.message = ids.isEmpty ? nil : model.failure
        dataSource.show(ids, animated: true)
    }
}
