public import Foundation
public import MarketModels

/// A store for an app's identity in a market: the identifier of its vendor, and the secrets of and the tokens for its
/// products.
///
/// A secret is sufficient to change a product and can't be recovered if it is lost. A token only changes the state of a
/// product, renews and bumps it (API-282). On Apple platforms, store both in the Keychain. ``FileIdentityStore`` stores
/// them in files that only their owner can read.
public protocol IdentityStore: Sendable {
    /// Returns the app's vendor identifier for a market. It is created on first use and never changes.
    func identifier(in market: URL) async throws(IdentityStoreError) -> VendorIdentifier

    /// Returns the secret of a product, or nil if none is stored.
    func secret(of product: Product.ID, in market: URL) async throws(IdentityStoreError) -> String?

    /// Stores the secret of a product.
    func save(_ secret: String, of product: Product.ID, in market: URL) async throws(IdentityStoreError)

    /// Removes the secret of a product that was deleted or has another secret.
    func removeSecret(of product: Product.ID, in market: URL) async throws(IdentityStoreError)

    /// Returns the token for a product, or nil if none is stored.
    func token(for product: Product.ID, in market: URL) async throws(IdentityStoreError) -> String?

    /// Stores a token that ``MarketService/issueToken(for:secret:)`` has returned, replacing an existing one.
    func saveToken(_ token: String, for product: Product.ID, in market: URL) async throws(IdentityStoreError)

    /// Removes the token for a product that was deleted, or whose token has ended.
    func removeToken(for product: Product.ID, in market: URL) async throws(IdentityStoreError)

    /// Returns the products with a stored secret or token, newest first; these are the user's own listings.
    func products(in market: URL) async throws(IdentityStoreError) -> [Product.ID]
}

/// An error of an identity store that can't be read or written.
public struct IdentityStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A description of the problem, for logs.
    public let description: String

    /// Creates an error.
    public init(_ description: String) {
        self.description = description
    }
}
