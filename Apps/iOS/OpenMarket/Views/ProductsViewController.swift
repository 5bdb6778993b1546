import MarketAPI
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// A list of products below a banner, which is drawn again whenever its model changes.
///
/// Subclasses override the functions of the last part.
class ProductsViewController: ViewController, UICollectionViewDelegate {
    let session: MarketSession
    /// Opens a product, with what is known of it.
    let showProduct: (Product.ID, ListedProduct?) -> Void
    let banner = BannerView()
    private(set) lazy var collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
    private(set) lazy var dataSource = makeDataSource()
    private var loading: Task<Void, Never>?

    init(session: MarketSession, title: String, showProduct: @escaping (Product.ID, ListedProduct?) -> Void) {
        self.session = session
        self.showProduct = showProduct
        super.init(title: title)
        // Below a banner, the list isn't what the bar follows, so a large title would stay large.
        navigationItem.largeTitleDisplayMode = .never
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.backgroundColor = .clear
        collectionView.delegate = self
        // A row grows by what is said about its last tap, which its cell shows by itself.
        collectionView.selfSizingInvalidation = .enabledIncludingConstraints
        let stack = StackView([banner, collectionView])
        view.add(stack) {
            stack.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor)
            stack.bottomAnchor.constraint(equalTo: view.bottomAnchor)
            stack.leadingAnchor.constraint(equalTo: view.leadingAnchor)
            stack.trailingAnchor.constraint(equalTo: view.trailingAnchor)
        }
        if isRefreshable { collectionView.addRefreshControl { [weak self] in self?.reload() } }
        collectionView.registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) {
            [weak self] (_: UICollectionView, _: UITraitCollection) in
            self?.render()
        }
        observeModels()
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        render()
        loading = Task { [weak self] in await self?.appear() }
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        loading?.cancel()
        stop()
    }

    /// Fills the rows in view, which load the pictures that they lack: also when there is a network again.
    override func render() {
        _ = session.dependencies.connectivity?.returnCount
    }

    func reload() {
        loading = Task { [weak self] in
            await self?.load()
            self?.collectionView.refreshControl?.endRefreshing()
        }
    }

    /// What takes the place of the list when nothing can be loaded.
    func failureMessage(_ sentence: String) -> Message {
        Message(
            symbol: "exclamationmark.triangle",
            title: sentence,
            action: (session.texts.interface[.tryAgain], { [weak self] in self?.reload() })
        )
    }

    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        collectionView.deselectItem(at: indexPath, animated: true)
        if let id = dataSource.itemIdentifier(for: indexPath) { open(id) }
    }

    private var layout: UICollectionViewLayout {
        var configuration = UICollectionLayoutListConfiguration(appearance: .plain)
        if let removal {
            configuration.trailingSwipeActionsConfigurationProvider = { [weak self] indexPath in
                let action = UIContextualAction(style: .destructive, title: removal) { [weak self] _, _, finish in
                    if let id = self?.dataSource.itemIdentifier(for: indexPath) { Task { await self?.remove(id) } }
                    finish(true)
                }
                return UISwipeActionsConfiguration(actions: [action])
            }
        }
        return UICollectionViewCompositionalLayout.list(using: configuration)
    }

    // MARK: The products

    /// The title of the action that removes a row with a swipe; nil if there is none.
    var removal: String? { nil }
    /// Whether the user loads again by pulling down.
    var isRefreshable: Bool { false }

    func remove(_ id: Product.ID) async {}
    func appear() async {}
    func load() async {}
    func stop() {}
    func open(_ id: Product.ID) {}

    func makeDataSource() -> ItemDataSource<Product.ID> {
        fatalError("A subclass fills the rows.")
    }

}

/// A data source of items, usually in one section.
typealias ItemDataSource<Item: Hashable & Sendable> = UICollectionViewDiffableDataSource<Int, Item>

extension UICollectionView {
    /// Lets the user pull down to refresh.
    func addRefreshControl(_ refresh: @escaping () -> Void) {
        let control = UIRefreshControl()
        control.on(.valueChanged, perform: refresh)
        refreshControl = control
    }

    /// Creates a data source whose cells are filled with an item each.
    func makeDataSource<Cell: UICollectionViewCell, Item>(
        _ fill: @escaping (Cell, Item) -> Void
    ) -> ItemDataSource<Item> {
        let registration = CellRegistration<Cell, Item> { cell, _, item in fill(cell, item) }
        return ItemDataSource(collectionView: self) { view, indexPath, item in
            view.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: item)
        }
    }
}

extension UICollectionViewDiffableDataSource where SectionIdentifierType == Int {
    /// Shows items, and updates those that were there in place.
    func show(_ items: [ItemIdentifierType], animated: Bool) {
        let known = Set(snapshot().itemIdentifiers)
        var snapshot = NSDiffableDataSourceSnapshot<Int, ItemIdentifierType>()
        snapshot.appendSections([0])
        snapshot.appendItems(items)
        snapshot.reconfigureItems(items.filter { known.contains($0) })
        apply(snapshot, animatingDifferences: animated && !UIAccessibility.isReduceMotionEnabled)
    }
}
