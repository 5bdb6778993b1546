public import Foundation
import MarketAPI
import MarketClient
public import MarketModels

/// A store for products of one market on this device, in a folder with a file for each. A damaged file counts as missing and
/// is renamed to `ID.damaged`.
public actor FileProductStore {
    /// What products are kept for.
    public enum Purpose: String, Sendable {
        /// The user has chosen them. One above the maximum is refused.
        case favorites
        /// The user has looked at them. When there are more than the maximum, the one that was saved longest ago is removed.
        case recentlyViewed = "viewed"

        /// The maximum number of products in a market.
        public var maximumCount: Int {
            switch self {
            case .favorites: 300
            case .recentlyViewed: 30
            }
        }
    }

    private struct Record: Codable {
        let product: ListedProduct
        let savedAt: Int64
    }

    private let purpose: Purpose
    private let folder: RecordFolder<Record>

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - purpose: What the products are kept for.
    ///   - folder: The folder for all markets and, if the app likes, all stores. It is created when it is first needed,
    ///     with mode 0700.
    ///   - market: The base URL of the market, which has a subfolder.
    public init(_ purpose: Purpose, folder: URL, market: URL) {
        self.purpose = purpose
        let place = folder.appending(component: market.marketFolderName).appending(component: purpose.rawValue)
        self.folder = RecordFolder(url: place)
    }

    /// Returns the products, last saved first; at most ``Purpose/maximumCount``.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if they can't be read.
    public func products() throws(DeviceStoreError) -> [SavedProduct] {
        Array(try all().prefix(purpose.maximumCount))
    }

    /// Saves a product, replacing what was saved of it before.
    ///
    /// - Throws: ``DeviceStoreError/limitReached(maximum:)`` for another favorite when there are ``Purpose/maximumCount``,
    ///   ``DeviceStoreError/unusable(_:)`` if it can't be written.
    public func save(_ saved: SavedProduct) throws(DeviceStoreError) {
        let (name, maximum) = (Self.name(saved.id), purpose.maximumCount)
        let isFull = try folder.names().count { $0 != name } >= maximum
        guard !isFull || purpose != .favorites else { throw .limitReached(maximum: maximum) }
        try folder.write(Record(product: saved.product, savedAt: saved.savedAt.millisecondsSinceEpoch), as: name)
        guard isFull else { return }
        for old in try all().dropFirst(maximum) { try remove(old.id) }
    }

    /// Removes a product, if it was saved.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be removed.
    public func remove(_ id: Product.ID) throws(DeviceStoreError) {
        try folder.remove(Self.name(id))
    }

    /// Removes all products.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if they can't be removed.
    public func removeAll() throws(DeviceStoreError) {
        try RecordFolder<Record>.remove(folder.url)
    }

    private func all() throws(DeviceStoreError) -> [SavedProduct] {
        try folder.records()
            .map { SavedProduct($0.product, savedAt: Timestamp(millisecondsSinceEpoch: $0.savedAt)) }
            .sorted(by: SavedProduct.isBefore)
    }

    private static func name(_ id: Product.ID) -> String { String(id.rawValue) }
}
