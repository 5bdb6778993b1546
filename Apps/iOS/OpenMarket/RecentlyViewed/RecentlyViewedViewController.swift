import MarketAPI
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The products that were viewed on this device, the last one first.
final class RecentlyViewedViewController: ViewController {
    let model: RecentlyViewedModel

    private let session: MarketSession
    private let showProduct: (Product.ID, ListedProduct?) -> Void
    private lazy var screen = CollectionScreenView(
        layout: SavedListLayout.make(title: session.texts.interface[.clear]) { [weak self] in self?.remove(at: $0) }
    )
    private lazy var dataSource = makeDataSource()
    private var observation: ModelObservation?

    /// - Parameter showProduct: opens a product, with what is known of it.
    init(
        _ store: FileRecentlyViewedStore,
        session: MarketSession,
        showProduct: @escaping (Product.ID, ListedProduct?) -> Void
    ) {
        self.session = session
        self.showProduct = showProduct
        model = RecentlyViewedModel(store: store, dependencies: session.dependencies)
        super.init(nibName: nil, bundle: nil)
        title = session.texts.interface[.recentlyViewed]
        session.changes.subscribe(self) { [weak self] change in
            Task { await self?.model.apply(change) }
        }
    }

    override func loadView() {
        view = screen
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        screen.collectionView.delegate = self
        navigationItem.rightBarButtonItem = UIBarButtonItem(session.texts.app[.clearRecentlyViewed]) { [model] in
            Task { await model.removeAll() }
        }
        observation = ModelObservation { [weak self] in self?.render() }
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        load()
    }

    private func load() {
        Task { [model] in await model.load() }
    }

    // MARK: Rows

    private func makeDataSource() -> ItemDataSource<Product.ID> {
        let cell = UICollectionView.CellRegistration<SavedProductCell, Product.ID> { [weak self] cell, _, id in
            guard let self, let product = model.products.first(where: { $0.id == id }) else { return }
            cell.show(model.row(of: product), from: session)
        }
        return ItemDataSource(collectionView: screen.collectionView) { view, indexPath, id in
            view.dequeueConfiguredReusableCell(using: cell, for: indexPath, item: id)
        }
    }

    private func render() {
        let ids = model.products.map(\.id)
        navigationItem.rightBarButtonItem?.isEnabled = !ids.isEmpty
        switch model.state {
        case .idle, .loading: showWaiting()
        case .loaded: showMessage(nil)
        case .empty:
            showMessage(
                Message(
                    symbol: "clock",
                    title: session.texts.interface[.nothingViewed],
                    advice: session.texts.app[.nothingViewedAdvice]
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
        dataSource.show(ids, animated: true)
    }

    private func remove(at indexPath: IndexPath) {
        guard let id = dataSource.itemIdentifier(for: indexPath) else { return }
        Task { [model] in await model.remove(id) }
    }
}

extension RecentlyViewedViewController: UICollectionViewDelegate {
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        collectionView.deselectItem(at: indexPath, animated: true)
        guard let id = dataSource.itemIdentifier(for: indexPath) else { return }
        showProduct(id, model.products.first { $0.id == id })
    }
}
