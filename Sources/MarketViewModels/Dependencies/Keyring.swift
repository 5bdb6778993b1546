public import Foundation
public import MarketClient
import MarketModels

/// The secrets of the user's own products in a market.
public struct Keyring: Sendable {
    private let store: any IdentityStore
    private let market: URL

    /// Creates a keyring.
    ///
    /// - Parameters:
    ///   - store: The store of the secrets.
    ///   - market: The base URL that identifies the market in the store.
    public init(store: any IdentityStore, market: URL) {
        self.store = store
        self.market = market
    }

    /// Returns whether the user has listed a product; false if the secret can't be read.
    func isOwn(_ product: Product.ID) async -> Bool {
        ((try? await store.secret(of: product, in: market)) ?? nil) != nil
    }

    /// Stores the secret of a product.
    ///
    /// - Returns: Whether the secret was stored.
    func save(_ secret: String, of product: Product.ID) async -> Bool {
        (try? await store.save(secret, of: product, in: market)) != nil
    }

    /// Removes the secret of a deleted product. A failure is harmless because ids are never reused.
    func removeSecret(of product: Product.ID) async {
        try? await store.removeSecret(of: product, in: market)
    }
}
