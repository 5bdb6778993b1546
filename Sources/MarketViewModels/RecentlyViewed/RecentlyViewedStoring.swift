public import MarketAPI
public import MarketModels

/// A store for the products of one market that the user has looked at on this device. ``FileRecentlyViewedStore`` keeps
/// them in files, ``MemoryRecentlyViewedStore`` until the app ends.
public protocol RecentlyViewedStoring: Sendable {
    /// Returns the products, last viewed first; at most ``RecentlyViewedLimits/maximumCount``.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if they can't be read.
    func products() async throws(DeviceStoreError) -> [ViewedProduct]

    /// Records a view of a product, replacing an earlier one. When there are more than
    /// ``RecentlyViewedLimits/maximumCount`` products, the one that was viewed longest ago is removed.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be written.
    func record(_ view: ViewedProduct) async throws(DeviceStoreError)

    /// Removes a product, if it was recorded.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be removed.
    func remove(_ id: Product.ID) async throws(DeviceStoreError)

    /// Removes all products.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if they can't be removed.
    func removeAll() async throws(DeviceStoreError)
}

/// The limits of recently viewed products.
public enum RecentlyViewedLimits {
    /// The maximum number of recently viewed products in a market.
    public static let maximumCount = 30
}

/// A product that the user has looked at on this device, as it was at that time.
public struct ViewedProduct: Hashable, Sendable, Identifiable {
    /// The product as it was shown.
    public let product: ListedProduct
    /// When it was shown last.
    public let viewedAt: Timestamp

    /// The product's identifier.
    public var id: Product.ID { product.id }

    /// Creates a view of a product.
    ///
    /// - Parameters:
    ///   - product: The product as it is shown.
    ///   - viewedAt: The current time.
    public init(_ product: ListedProduct, viewedAt: Timestamp) {
        self.product = product
        self.viewedAt = viewedAt
    }

    /// Returns whether a product comes before another in lists: last viewed first.
    static func isBefore(_ left: ViewedProduct, _ right: ViewedProduct) -> Bool {
        (left.viewedAt, left.id) > (right.viewedAt, right.id)
    }
}

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
