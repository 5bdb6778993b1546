import MarketAPI
public import MarketClient
public import MarketModels
import MarketTexts
public import Observation

/// The model of the screen of favorites: what the user has saved, and what has become of it.
@Observable
@MainActor
public final class FavoritesModel {
    /// What is known about a product now.
    private enum Current {
        case product(ListedProduct)
        case gone
        case failed(MarketClientError)
    }

    private let favorites: Favorites
    private let service: any MarketService
    private let dependencies: AppDependencies
    private var current: [Product.ID: Current] = [:]
    private let loads: ProductLoads
    /// What other screens have said to be gone since the last load began. A hidden product may be for sale again by the next.
    @ObservationIgnored private var goneMeanwhile: Set<Product.ID> = []

    /// Creates a model.
    ///
    /// - Parameter favorites: The favorites, which the other screens share.
    public init(_ favorites: Favorites, service: any MarketService, dependencies: AppDependencies) {
        self.favorites = favorites
        self.service = service
        self.dependencies = dependencies
        loads = ProductLoads(dependencies)
    }

    // MARK: Presentation

    /// The state of the screen. It changes with ``Favorites``, wherever a favorite is added or removed.
    public var state: FavoritesState {
        switch favorites.state {
        case .idle, .loading: .loading
        case .failed where favorites.saved.isEmpty: .failed
        case .loaded, .failed:
            favorites.saved.isEmpty ? .empty : .loaded(favorites.saved.map { row($0) }, loads.refresh)
        }
    }

    /// The error message, or nil if there is none.
    public var failure: String? {
        if case .failed = state { return AppTexts(language: dependencies.language)[.favoritesUnreadable] }
        guard case .loaded(_, .failed(let error)) = state else { return nil }
        return ProblemTexts(language: dependencies.language).sentence(for: error)
    }

    private func row(_ favorite: SavedProduct) -> FavoriteRow {
        let now = dependencies.now()
        let saved = favorite.product(at: now)
        let (product, status): (ListedProduct, FavoriteStatus) =
            switch current[favorite.id] {
            case nil: (saved, .loading)
            case .gone?: (saved, .gone)
            case .failed(let error)?: (saved, .failed(error))
            case .product(let loaded)?:
                (loaded, FavoriteStatus(from: saved.pricing, to: loaded.pricing, stock: loaded.stock))
            }
        return FavoriteRow(product, status, language: dependencies.language, now: now)
    }

    // MARK: Loading

    /// Loads the favorites when the screen appears, unless all of them were loaded within the last minute.
    public func appear() async {
        if loads.isFresh, favorites.saved.allSatisfy({ current[$0.id] != nil }) { return }
        await load()
    }

    /// Loads the favorites as they are now, when the user refreshes the screen. Known states stay visible until the
    /// responses are received, and also if the requests fail.
    ///
    /// A few products are loaded at the same time. If the market can't be reached, no further ones are requested.
    public func load() async {
        await loads.run { [weak self] in await self?.loadAll() }
    }

    /// Cancels all requests because the user leaves the screen. ``load()`` resumes them.
    public func stop() {
        loads.stop()
    }

    private func loadAll() async {
        await favorites.load()
        guard !Task.isCancelled else { return }
        goneMeanwhile = []
        for (id, state) in current { if case .failed = state { current[id] = nil } }
        await loads.load(favorites.saved.map(\.id), with: service.product) { id, result in
            switch result {
            case .success(let product): show(product.listed)
            case .failure(let error) where error.isGone: current[id] = .gone
            case .failure(let error): if current[id] == nil { current[id] = .failed(error) }
            }
        }
    }

    private func show(_ product: ListedProduct) {
        switch current[product.id] {
        // The response may be older than a change made by this app.
        case .gone? where goneMeanwhile.contains(product.id): return
        case .product(let shown)? where shown.version > product.version: return
        case .gone?, .product?, .failed?, nil: current[product.id] = .product(product)
        }
    }

    // MARK: Changes

    /// Removes a favorite.
    public func remove(_ id: Product.ID) async {
        await favorites.remove(id)
    }

    /// Applies a change made on another screen.
    public func apply(_ change: ProductChange) {
        switch change {
        case .listed: return
        case .edited(let product): show(product.listed)
        case .deleted(let id):
            current[id] = .gone
            goneMeanwhile.insert(id)
        }
    }
}

/// The state of the screen of favorites.
public enum FavoritesState: Hashable, Sendable {
    /// The favorites are being read on this device, or will be.
    case loading
    /// The favorites, newest first, and the state of loading what has become of them.
    case loaded([FavoriteRow], ListRefresh)
    /// There are no favorites.
    case empty
    /// The favorites can't be read on this device.
    case failed
}
