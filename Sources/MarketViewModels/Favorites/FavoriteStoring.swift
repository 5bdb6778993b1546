public import MarketAPI
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

/// A product that the user has saved on this device, as it was at that time.
public struct Favorite: Hashable, Sendable, Identifiable {
    /// The product with its name and price when it was saved.
    public let product: ListedProduct
    /// When it was saved.
    public let savedAt: Timestamp

    /// The product's identifier.
    public var id: Product.ID { product.id }

    /// Creates a favorite.
    ///
    /// - Parameters:
    ///   - product: The product as it is now.
    ///   - savedAt: The current time.
    public init(_ product: ListedProduct, savedAt: Timestamp) {
        self.product = product
        self.savedAt = savedAt
    }

    /// Returns whether a favorite comes before another in lists: newest first.
    static func isBefore(_ left: Favorite, _ right: Favorite) -> Bool {
        (left.savedAt, left.id) > (right.savedAt, right.id)
    }
}

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
