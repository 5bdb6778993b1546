import MarketAPI
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// A list of products: the whole market's, one seller's, or a category's.
final class ListViewController: ViewController {
    let session: MarketSession
    let model: ProductListModel
    let scope: ListScope
    let collectionView: UICollectionView
    private lazy var source = ListDataSource(collectionView, session, model) { [weak self] in self?.message(for: $0) }
    private lazy var place = ListPlace(collectionView, source)
    private lazy var bar = makeBar()
    private lazy var search = ListSearch(model, texts: session.texts)
    /// The filter of the list that was rendered last.
    private var renderedFilter: ProductFilter?

    init(session: MarketSession, scope: ListScope = .market) {
        self.session = session
        self.scope = scope
        model = ProductListModel(
            service: session.client,
            preferences: session.preferences,
            dependencies: session.dependencies,
            filter: scope.filter
        )
        let model = model
        collectionView = UICollectionView(
            frame: .zero,
            collectionViewLayout: UICollectionViewCompositionalLayout { [weak model] index, environment in
                // The products are above the end of the list, and below a notice if there is one.
                model.map { ListDataSource.section(index, of: $0, environment) }
            }
        )
        super.init(title: scope.title(session.texts))
        session.changes.subscribe(self) { [weak self] in self?.model.apply($0) }
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.frame = view.bounds
        collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        collectionView.delegate = self
        collectionView.prefetchDataSource = source
        collectionView.alwaysBounceVertical = true
        collectionView.keyboardDismissMode = .onDrag
        view.addSubview(collectionView)
        collectionView.addRefreshControl { [weak self] in Task { await self?.model.refresh() } }
        navigationItem.rightBarButtonItems = [bar.layout, bar.filter, bar.order, bar.refresh]
        if scope.isMarket {
            navigationItem.searchController = search.controller
            navigationItem.hidesSearchBarWhenScrolling = false
            // Screens that are opened from the results are above them.
            definesPresentationContext = true
            addNewListingButton()
        } else {
            navigationItem.largeTitleDisplayMode = .never
        }
        collectionView.registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) {
            [weak self] (_: UICollectionView, _: UITraitCollection) in
            self?.keepingPlace { self?.source.render(all: true) }
        }
        observeModels()
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        let stored = scope.isMarket && model.state == .idle ? session.settings.listPosition : nil
        Task {
            if let stored { await model.restore(stored) } else { await model.load() }
        }
        source.loadPictures()
    }

    func sceneWillEnterForeground() { source.loadPictures() }

    override func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        super.viewWillTransition(to: size, with: coordinator)
        let first = place.first
        coordinator.animate(alongsideTransition: nil) { [weak self] _ in
            // Cards have another size, and so have their pictures.
            self?.source.render(all: true)
            if let first { self?.place.scroll(to: first) }
        }
    }

    /// Makes a change that moves all products, and keeps the first one in view where it is.
    func keepingPlace(_ change: () -> Void) {
        let first = place.first
        change()
        render()
        if let first { place.scroll(to: first) }
    }

    /// Stores the place in the list, so that it is the same after a relaunch.
    func savePosition() {
        guard let first = place.first else { return }
        // While the list is being loaded, the stored place is still the right one.
        guard let position = model.position(of: first.product, offset: first.offset) else { return }
        session.settings.listPosition = position
    }

    // MARK: Drawing

    override func render() {
        // With a network, the pictures in view are loaded that weren't before.
        _ = session.dependencies.connectivity?.returnCount
        bar.render()
        navigationItem.prompt = model.total
        search.render()
        source.render()
        if let renderedFilter, renderedFilter != model.shownFilter { place.scrollToTop() }
        renderedFilter = model.shownFilter
        showMessage(emptyMessage)
        if case .loaded(_, .inFlight) = model.state {} else { collectionView.refreshControl?.endRefreshing() }
        if let restored = model.restoredPosition {
            model.didShowRestoredPosition()
            place.scroll(to: ListPlace.Visible(product: restored.product, offset: restored.offset))
        }
    }

    private func addNewListingButton() {
        let button = NewListingButton(title: session.texts.interface[.newListing]) { [weak self] in
            self?.startNewListing()
        }
        view.add(button) {
            button.trailingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.trailingAnchor, constant: -16)
            button.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor, constant: -16)
        }
        // The price of the last row stays visible above the button.
        collectionView.contentInset.bottom = NewListingButton.side + 32
    }

    // MARK: Ways to other screens

    func startNewListing() {
        let form = ListingFormViewController(session: session) { [weak self] id, known in self?.open(id, known) }
        presenter.present(UINavigationController(rootViewController: form), animated: true)
    }

    /// What presents sheets: during a search, the search is what is presented here.
    var presenter: UIViewController { presentedViewController ?? self }

    private func open(_ id: Product.ID, _ known: ListedProduct?) {
        let screen = ProductViewController(id, known: known, session: session)
        // The thumbnail grows into the product's picture, wherever the row is when the user comes back.
        screen.preferredTransition = .zoom { [weak self] _ in self?.source.picture(of: id) }
        navigationController?.pushViewController(screen, animated: true)
    }
}

extension ListViewController: UICollectionViewDelegate {
    func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        source.product(at: indexPath) != nil
    }

    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        collectionView.deselectItem(at: indexPath, animated: true)
        guard let product = source.product(at: indexPath) else { return }
        // Results while typing that led to a product are worth remembering.
        model.rememberSearch()
        open(product.id, product)
    }

    func collectionView(
        _ collectionView: UICollectionView,
        willDisplay cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath
    ) {
        // A cell that was scrolled away a short time ago comes back without being filled again.
        (cell as? ProductCell)?.picture.load()
        guard let product = source.product(at: indexPath) else { return }
        model.rowAppeared(product.id)
    }

    func collectionView(
        _ collectionView: UICollectionView,
        didEndDisplaying cell: UICollectionViewCell,
        forItemAt indexPath: IndexPath
    ) {
        (cell as? ProductCell)?.picture.stopLoading()
    }
}
