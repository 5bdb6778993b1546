public import Foundation
import MarketClient
public import MarketModels

/// A store for the favorites of one market on this device, in a folder with a file for each. A damaged file counts as missing and
/// is renamed to `ID.damaged`.
public actor FileFavoriteStore {
    private struct Record: Codable {
        let product: ListedProductRecord
        let savedAt: Int64
    }

    private let folder: RecordFolder<Record>

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - folder: The folder for all markets and, if the app likes, all stores. It is created when it is first needed,
    ///     with mode 0700.
    ///   - market: The base URL of the market, which has a subfolder.
    public init(folder: URL, market: URL) {
        let place = folder.appending(component: market.marketFolderName).appending(component: "favorites")
        self.folder = RecordFolder(url: place)
    }

    /// Returns all favorites, newest first.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if they can't be read.
    public func favorites() throws(DeviceStoreError) -> [Favorite] {
        try folder.records()
            .map { Favorite($0.product.product, savedAt: Timestamp(millisecondsSinceEpoch: $0.savedAt)) }
            .sorted(by: Favorite.isBefore)
    }

    /// Saves a favorite, replacing one of the same product.
    ///
    /// - Throws: ``DeviceStoreError/limitReached(maximum:)`` for another product when there are
    ///   ``FavoriteLimits/maximumCount`` favorites, ``DeviceStoreError/unusable(_:)`` if it can't be written.
    public func save(_ favorite: Favorite) throws(DeviceStoreError) {
        let others = try folder.names().filter { $0 != Self.name(favorite.id) }
        guard others.count < FavoriteLimits.maximumCount else {
            throw .limitReached(maximum: FavoriteLimits.maximumCount)
        }
        let record = Record(
            product: ListedProductRecord(favorite.product),
            savedAt: favorite.savedAt.millisecondsSinceEpoch
        )
        try folder.write(record, as: Self.name(favorite.id))
    }

    /// Removes a favorite, if there is one.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be removed.
    public func remove(_ id: Product.ID) throws(DeviceStoreError) {
        try folder.remove(Self.name(id))
    }

    private static func name(_ id: Product.ID) -> String { String(id.rawValue) }
}
