public import MarketModels

/// A store for the favorites of one market on this device. ``FileFavoriteStore`` keeps them in files,
/// ``MemoryFavoriteStore`` until the app ends.
public protocol FavoriteStoring: Sendable {
    /// Returns all favorites, newest first.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if they can't be read.
    func favorites() async throws(DeviceStoreError) -> [Favorite]

    /// Saves a favorite, replacing one of the same product.
    ///
    /// - Throws: ``DeviceStoreError/limitReached(maximum:)`` for another product when there are
    ///   ``FavoriteLimits/maximumCount`` favorites, ``DeviceStoreError/unusable(_:)`` if it can't be written.
    func save(_ favorite: Favorite) async throws(DeviceStoreError)

    /// Removes a favorite, if there is one.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if it can't be removed.
    func remove(_ id: Product.ID) async throws(DeviceStoreError)
}

/// The limits of favorites.
public enum FavoriteLimits {
    /// The maximum number of favorites in a market.
    public static let maximumCount = 300
}
