public import Foundation
import MarketClient
public import MarketModels

/// A store for the products of one market that the user has looked at on this device, in a folder with a file for each. A damaged
/// file counts as missing and is renamed to `ID.damaged`.
public actor FileRecentlyViewedStore {
    private struct Record: Codable {
        let product: ListedProductRecord
        let viewedAt: Int64

        var view: ViewedProduct {
            ViewedProduct(product.product, viewedAt: Timestamp(millisecondsSinceEpoch: viewedAt))
        }
    }

    private let folder: RecordFolder<Record>

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - folder: The folder for all markets and, if the app likes, all stores. It is created when it is first needed,
    ///     with mode 0700.
    ///   - market: The base URL of the market, which has a subfolder.
    public init(folder: URL, market: URL) {
        let place = folder.appending(component: market.marketFolderName).appending(component: "viewed")
        self.folder = RecordFolder(url: place)
    }

    /// Returns the products, last viewed first; at most ``RecentlyViewedLimits/maximumCount``.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if they can't be read.
    public func products() throws(DeviceStoreError) -> [ViewedProduct] {
        Array(try all().prefix(RecentlyViewedLimits.maximumCount))
    }

    /// Records a view of a product, replacing an earlier one. When there are more than
    /// ``RecentlyViewedLimits/maximumCount`` products, the one that was viewed longest ago is removed.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be written.
    public func record(_ view: ViewedProduct) throws(DeviceStoreError) {
        let record = Record(
            product: ListedProductRecord(view.product),
            viewedAt: view.viewedAt.millisecondsSinceEpoch
        )
        try folder.write(record, as: String(view.id.rawValue))
        guard try folder.names().count > RecentlyViewedLimits.maximumCount else { return }
        for old in try all().dropFirst(RecentlyViewedLimits.maximumCount) { try remove(old.id) }
    }

    /// Removes a product, if it was recorded.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be removed.
    public func remove(_ id: Product.ID) throws(DeviceStoreError) {
        try folder.remove(String(id.rawValue))
    }

    /// Removes all products.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if they can't be removed.
    public func removeAll() throws(DeviceStoreError) {
        try RecordFolder<Record>.remove(folder.url)
    }

    private func all() throws(DeviceStoreError) -> [ViewedProduct] {
        try folder.records().map(\.view).sorted(by: ViewedProduct.isBefore)
    }
}
