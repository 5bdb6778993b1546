import MarketAPI
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The products that were viewed on this device, the last one first.
final class RecentlyViewedViewController: ProductsViewController {
    let model: RecentlyViewedModel

    init(
        _ store: FileProductStore,
        session: MarketSession,
        showProduct: @escaping (Product.ID, ListedProduct?) -> Void
    ) {
        let model = RecentlyViewedModel(store: store, dependencies: session.dependencies)
        self.model = model
        super.init(session: session, title: session.texts.interface[.recentlyViewed], showProduct: showProduct)
        navigationItem.rightBarButtonItem = UIBarButtonItem(session.texts.app[.clearRecentlyViewed]) {
            Task { await model.removeAll() }
        }
        session.changes.subscribe(self) { [weak self] change in
            Task { await self?.model.apply(change) }
        }
    }

    override var removal: String? { session.texts.interface[.clear] }

    override func appear() async { await model.load() }
    override func load() async { await model.load() }
    override func remove(_ id: Product.ID) async { await model.remove(id) }
    override func open(_ id: Product.ID) { showProduct(id, model.products.first { $0.id == id }) }

    // MARK: Rows

    override func makeDataSource() -> ItemDataSource<Product.ID> {
        collectionView.makeDataSource { [weak self] (cell: SavedProductCell, id) in
            guard let self, let product = model.products.first(where: { $0.id == id }) else { return }
            cell.show(model.row(of: product), from: session)
        }
    }

    override func render() {
        super.render()
        let ids = model.products.map(\.id)
        navigationItem.rightBarButtonItem?.isEnabled = !ids.isEmpty
        switch model.state {
        case .loading: showWaiting()
        case .loaded: showMessage(nil)
        case .empty:
            showMessage(
                Message(
                    symbol: "clock",
                    title: session.texts.interface[.nothingViewed],
                    advice: session.texts.app[.nothingViewedAdvice]
                )
            )
        case .failed: showMessage(failureMessage(model.failure ?? ""))
        }
        dataSource.show(ids, animated: true)
    }
}
