public import MarketModels

/// A store for recently viewed products in memory, for previews and tests.
public actor MemoryRecentlyViewedStore: RecentlyViewedStoring {
    private var views: [ViewedProduct] = []

    /// Creates an empty store.
    public init() {}

    /// Returns the products, last viewed first.
    public func products() throws(DeviceStoreError) -> [ViewedProduct] { views }

    /// Records a view of a product, replacing an earlier one.
    public func record(_ view: ViewedProduct) throws(DeviceStoreError) {
        let all = views.filter { $0.id != view.id } + [view]
        views = Array(all.sorted(by: ViewedProduct.isBefore).prefix(RecentlyViewedLimits.maximumCount))
    }

    /// Removes a product, if it was recorded.
    public func remove(_ id: Product.ID) throws(DeviceStoreError) {
        views.removeAll { $0.id == id }
    }

    /// Removes all products.
    public func removeAll() throws(DeviceStoreError) {
        views = []
    }
}
