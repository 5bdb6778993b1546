import MarketAPI
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// What the user has saved, and what has become of it.
final class FavoritesViewController: ViewController {
    let model: FavoritesModel

    private let favorites: Favorites
    private let session: MarketSession
    private let showProduct: (Product.ID, ListedProduct?) -> Void
    private lazy var screen = CollectionScreenView(
        layout: SavedListLayout.make(title: session.texts.interface[.removeFavorite]) { [weak self] in
            self?.remove(at: $0)
        }
    )
    private lazy var dataSource = makeDataSource()
    private var observation: ModelObservation?
    private var loading: Task<Void, Never>?

    /// - Parameter showProduct: opens a product, with what is known of it.
    init(
        _ favorites: Favorites,
        session: MarketSession,
        showProduct: @escaping (Product.ID, ListedProduct?) -> Void
    ) {
        self.favorites = favorites
        self.session = session
        self.showProduct = showProduct
        model = FavoritesModel(favorites, service: session.client, dependencies: session.dependencies)
        super.init(nibName: nil, bundle: nil)
        title = session.texts.interface[.favorites]
        session.changes.subscribe(self) { [weak self] in self?.model.apply($0) }
    }

    override func loadView() {
        view = screen
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        screen.collectionView.delegate = self
        screen.onPull { [weak self] in self?.load() }
        observation = ModelObservation { [weak self] in self?.render() }
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        loading = Task { [model] in await model.appear() }
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        loading?.cancel()
        model.stop()
    }

    private func load() {
        loading = Task { [model, screen] in
            await model.load()
            screen.endRefreshing()
        }
    }

    // MARK: Rows

    private var rows: [FavoriteRow] {
        if case .loaded(let rows, _) = model.state { rows } else { [] }
    }

    private func makeDataSource() -> ItemDataSource<Product.ID> {
        let cell = UICollectionView.CellRegistration<SavedProductCell, Product.ID> { [weak self] cell, _, id in
            guard let self, let row = rows.first(where: { $0.id == id }) else { return }
            cell.show(row, from: session)
        }
        return ItemDataSource(collectionView: screen.collectionView) { view, indexPath, id in
            view.dequeueConfiguredReusableCell(using: cell, for: indexPath, item: id)
        }
    }

    private func render() {
        let ids = rows.map(\.id)
        switch model.state {
        case .idle, .loading: showWaiting()
        case .loaded: showMessage(nil)
        case .empty:
            showMessage(
                Message(
                    symbol: "heart",
                    title: session.texts.interface[.noFavorites],
                    advice: session.texts.interface[.noFavoritesAdvice]
                )
            )
        case .failed:
            showMessage(
                Message(
                    symbol: "exclamationmark.triangle",
                    title: model.failure ?? "",
                    action: (session.texts.interface[.tryAgain], { [weak self] in self?.load() })
                )
            )
        }
        screen.banner.message = ids.isEmpty ? nil : model.failure
        dataSource.show(ids, animated: true)
    }

    private func remove(at indexPath: IndexPath) {
        guard let id = dataSource.itemIdentifier(for: indexPath) else { return }
        Task { [model] in await model.remove(id) }
    }
}

extension FavoritesViewController: UICollectionViewDelegate {
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        collectionView.deselectItem(at: indexPath, animated: true)
        guard let id = dataSource.itemIdentifier(for: indexPath),
            let row = rows.first(where: { $0.id == id }), !row.isGone
        else { return }
        showProduct(id, row.product)
    }
}
