public import MarketAPI
public import MarketModels
import MarketTexts
public import Observation

/// The model of the screen of recently viewed products, which ``ProductModel`` records. They are shown as they were
/// viewed; opening one loads it as it is now.
@Observable
@MainActor
public final class RecentlyViewedModel {
    /// The state of the screen.
    public private(set) var state = RecentlyViewedState.loading

    private let store: FileProductStore
    private let dependencies: AppDependencies

    /// Creates a model.
    public init(store: FileProductStore, dependencies: AppDependencies) {
        self.store = store
        self.dependencies = dependencies
    }

    // MARK: Presentation

    /// The products, last viewed first; empty if there are none.
    public var products: [ListedProduct] {
        guard case .loaded(let views) = state else { return [] }
        return views.map { $0.product(at: dependencies.now()) }
    }

    /// Returns the view data of a product's row, with its current age.
    public func row(of product: ListedProduct) -> ProductRow {
        ProductRow(product, language: dependencies.language, now: dependencies.now())
    }

    /// The error message, or nil if there is none.
    public var failure: String? {
        state == .failed ? AppTexts(language: dependencies.language)[.recentlyViewedUnreadable] : nil
    }

    // MARK: Loading

    /// Reads the products whenever the screen appears. Those that are shown stay visible meanwhile.
    public func load() async {
        if case .loaded = state {} else { state = .loading }
        do throws(DeviceStoreError) {
            show(try await store.products())
        } catch {
            state = .failed
        }
    }

    private func show(_ views: [SavedProduct]) {
        state = views.isEmpty ? .empty : .loaded(views)
    }

    // MARK: Changes

    /// Removes a product from the list.
    public func remove(_ id: Product.ID) async {
        change { $0.filter { $0.id != id } }
        // If this fails, the product is listed again.
        try? await store.remove(id)
    }

    /// Removes all products from the list.
    public func removeAll() async {
        change { _ in [] }
        try? await store.removeAll()
    }

    /// Applies a change made on another screen: deleted products leave the list.
    public func apply(_ change: ProductChange) async {
        switch change {
        case .listed: return
        case .edited(let product):
            self.change { views in
                views.map { $0.id == product.id ? SavedProduct(product.listed, savedAt: $0.savedAt) : $0 }
            }
        case .deleted(let id): await remove(id)
        }
    }

    private func change(_ body: ([SavedProduct]) -> [SavedProduct]) {
        guard case .loaded(let views) = state else { return }
        show(body(views))
    }
}

/// The state of the screen of recently viewed products.
public enum RecentlyViewedState: Hashable, Sendable {
    /// The products are being read on this device, or will be.
    case loading
    /// The products as they were shown, last viewed first.
    case loaded([SavedProduct])
    /// Nothing was viewed.
    case empty
    /// The products can't be read on this device.
    case failed
}
