import MarketAPI
public import MarketClient
public import MarketModels
import MarketTexts
public import Observation

/// The model of the screen of the user's own listings, in all states.
///
/// A hidden or expired product is loaded with its stored token or password, because the market shows it to nobody else.
@Observable
@MainActor
public final class MyListingsModel {
    /// What is known about a product now.
    private enum Current {
        case product(ListingStateModel)
        case concealed
        case gone
        case failed(MarketClientError)
    }

    private enum Reading {
        case loading, loaded
        case failed(IdentityStoreError)
    }

    /// The state whose listings are shown, or nil for all.
    public var tab: ListingState.Kind?

    private let service: any MarketService
    private let keyring: Keyring
    private let dependencies: AppDependencies
    private let tell: @MainActor (ProductChange) -> Void
    private var ids: [Product.ID] = []
    private var reading = Reading.loading
    private var current: [Product.ID: Current] = [:]
    private let loads: ProductLoads

    /// Creates a model.
    ///
    /// - Parameter tell: Called after each change, for the screens that show the product.
    public init(
        service: any MarketService,
        keyring: Keyring,
        dependencies: AppDependencies,
        tell: @escaping @MainActor (ProductChange) -> Void = { _ in }
    ) {
        self.service = service
        self.keyring = keyring
        self.dependencies = dependencies
        self.tell = tell
        loads = ProductLoads(dependencies)
    }

    // MARK: Presentation

    /// The state of the screen. Deleted products are left out; with a ``tab``, so are those in other states.
    public var state: MyListingsState {
        switch reading {
        case .loading: return .loading
        case .failed(let error): return .failed(error)
        case .loaded:
            let all = ids.compactMap { listing($0) }
            return all.isEmpty ? .empty : .loaded(all.filter { tab == nil || $0.model?.state == tab }, loads.refresh)
        }
    }

    /// The numbers of loaded listings by state.
    public var counts: [ListingState.Kind: Int] {
        ids.reduce(into: [:]) { counts, id in
            if case .product(let model)? = current[id] { counts[model.state, default: 0] += 1 }
        }
    }

    /// Returns the label of a tab with its count: `전체 3`, `예약 중 1`; nil is the tab of all.
    public func label(of tab: ListingState.Kind?) -> String {
        guard let tab else {
            let all = InterfaceTexts(language: dependencies.language)[.everyState]
            return "\(all) \(counts.values.reduce(0, +))"
        }
        return "\(ProductTexts(language: dependencies.language).state(tab)) \(counts[tab] ?? 0)"
    }

    /// Returns the texts of a listing's row.
    public func row(of model: ListingStateModel) -> ProductRow {
        ProductRow(model.product.listed, language: dependencies.language, now: dependencies.now())
    }

    private func listing(_ id: Product.ID) -> MyListing? {
        switch current[id] {
        case .gone?: nil
        case nil: MyListing(id: id, status: .loading)
        case .product(let model)?: MyListing(id: id, status: .loaded(model))
        case .concealed?: MyListing(id: id, status: .concealed)
        case .failed(let error)?: MyListing(id: id, status: .failed(error))
        }
    }

    // MARK: Loading

    /// Loads the listings when the screen appears, unless all of them were loaded within the last minute: what this app
    /// changes shows at once.
    public func appear() async {
        let known = ids
        if loads.isFresh, await (try? keyring.products()) == known { return }
        await load()
    }

    /// Loads the listings as they are now, when the user refreshes the screen. Known products stay visible until the
    /// responses are received, and also if the requests fail.
    public func load() async {
        await loads.run { [weak self] in await self?.loadAll() }
    }

    /// Cancels all requests because the user leaves the screen. ``load()`` resumes them.
    public func stop() {
        loads.stop()
    }

    private func loadAll() async {
        if case .loaded = reading {} else { reading = .loading }
        do throws(IdentityStoreError) {
            ids = try await keyring.products()
        } catch {
            reading = .failed(error)
            return
        }
        reading = .loaded
        guard !Task.isCancelled else { return }
        for (id, state) in current { if case .failed = state { current[id] = nil } }
        await loads.load(ids, with: request) { id, result in
            switch result {
            case .success(let product?): show(product)
            case .success(nil): current[id] = .concealed
            case .failure(let error) where error.isGone: current[id] = .gone
            case .failure(let error): if current[id] == nil { current[id] = .failed(error) }
            }
        }
    }

    private nonisolated func request(_ id: Product.ID) async throws(MarketClientError) -> DetailedProduct? {
        try await service.product(id, ofSellerWith: keyring, dependencies.recentSecrets)
    }

    private func show(_ product: DetailedProduct) {
        if case .product(let model)? = current[product.id] {
            model.apply(.edited(product))
        } else {
            current[product.id] = .product(
                ListingStateModel(
                    product,
                    service: service,
                    keyring: keyring,
                    dependencies: dependencies,
                    tell: { [weak self] change in self?.didChange(change) }
                )
            )
        }
    }

    // MARK: Changes

    /// Applies a change made on another screen.
    public func apply(_ change: ProductChange) {
        switch change {
        case .listed(let product):
            guard !ids.contains(product.id) else { return }
            ids.insert(product.id, at: 0)
            show(product)
        case .edited(let product): if current[product.id] != nil { show(product) }
        case .deleted(let id): current[id] = .gone
        }
    }

    private func didChange(_ change: ProductChange) {
        if case .deleted(let id) = change { current[id] = .gone }
        tell(change)
    }
}

extension MarketService {
    /// Loads a product. If it is gone for others, it is loaded as its seller with what the device has, a token or the password:
    /// it may be hidden or expired, or wait for approval.
    ///
    /// - Returns: Nil if it is gone for others and the device has neither, or what it has is no longer valid.
    func product(
        _ id: Product.ID,
        ofSellerWith keyring: Keyring?,
        _ recentSecrets: RecentSecrets?
    ) async throws(MarketClientError) -> DetailedProduct? {
        do throws(MarketClientError) {
            return try await product(id)
        } catch {
            guard error.isGone else { throw error }
        }
        if let token = await keyring?.token(for: id) {
            do throws(MarketClientError) {
                return try await product(id, token: token)
            } catch {
                guard error.isInvalidToken else { throw error }
            }
        }
        var secret = await keyring?.secret(of: id)
        if secret == nil { secret = await recentSecrets?.secret(of: id) }
        guard let secret else { return nil }
        do throws(MarketClientError) {
            return try await check(secret, of: id)
        } catch {
            guard error.isWrongSecret else { throw error }
            return nil
        }
    }
}
