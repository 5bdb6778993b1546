public import MarketModels

/// A favorite store in memory, for previews and tests.
public actor MemoryFavoriteStore: FavoriteStoring {
    private var saved: [Product.ID: Favorite] = [:]

    /// Creates an empty store.
    public init() {}

    /// Returns all favorites, newest first.
    public func favorites() throws(DeviceStoreError) -> [Favorite] {
        saved.values.sorted(by: Favorite.isBefore)
    }

    /// Saves a favorite, replacing one of the same product.
    ///
    /// - Throws: ``DeviceStoreError/limitReached(maximum:)`` if there are too many.
    public func save(_ favorite: Favorite) throws(DeviceStoreError) {
        guard saved[favorite.id] != nil || saved.count < FavoriteLimits.maximumCount else {
            throw .limitReached(maximum: FavoriteLimits.maximumCount)
        }
        saved[favorite.id] = favorite
    }

    /// Removes a favorite, if there is one.
    public func remove(_ id: Product.ID) throws(DeviceStoreError) {
        saved[id] = nil
    }
}
