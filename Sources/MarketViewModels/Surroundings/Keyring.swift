public import Foundation
public import MarketClient
import MarketModels

/// The secrets of what was listed from here, in one market.
public struct Keyring: Sendable {
    private let store: any IdentityStore
    private let market: URL

    /// - Parameter market: the base URL by which the store knows the market.
    public init(store: any IdentityStore, market: URL) {
        self.store = store
        self.market = market
    }

    /// Whether a product was listed from here. What can't be read counts as not one's own.
    func isOwn(_ product: Product.ID) async -> Bool {
        ((try? await store.secret(of: product, in: market)) ?? nil) != nil
    }

    /// - Returns: whether the secret is kept.
    func keep(_ secret: String, of product: Product.ID) async -> Bool {
        (try? await store.keep(secret, of: product, in: market)) != nil
    }

    /// Forgets the secret of a product that is gone. What can't be forgotten does no harm: ids are never used again.
    func forget(_ product: Product.ID) async {
        try? await store.forget(product, in: market)
    }
}
