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
