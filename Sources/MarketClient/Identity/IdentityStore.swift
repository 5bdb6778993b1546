public import Foundation
public import MarketModels

/// A store for an app's identity in a market: the identifier of its vendor, and the secrets of and the tokens for its
/// products.
///
/// A secret is sufficient to change a product and can't be recovered if it is lost. A token only shows a product to its
/// seller, changes its state, renews and bumps it (API-282, API-446). On Apple platforms, store both in the Keychain. ``FileIdentityStore`` stores
/// them in files that only their owner can read.
///
/// All functions throw ``IdentityStoreError`` if the store can't be read or written. A market is the base URL of its
/// client.
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

    /// Returns the passwords of the forms in flight. With them, another process of the app goes on with these forms.
    func secretsInFlight(in market: URL) async throws(IdentityStoreError) -> [FormInFlight: String]

    /// Stores the password of a form that is about to be sent.
    func save(_ secret: String, of form: FormInFlight, in market: URL) async throws(IdentityStoreError)

    /// Removes the password of a form that isn't in flight any more.
    func removeSecret(of form: FormInFlight, in market: URL) async throws(IdentityStoreError)

    /// Returns the products with a stored secret or token, newest first; these are the user's own listings.
    func products(in market: URL) async throws(IdentityStoreError) -> [Product.ID]
}

/// A form that was sent and has no response yet.
public enum FormInFlight: Hashable, Sendable {
    /// The new listing; there is at most one.
    case listing
    /// The edit of a product.
    case edit(Product.ID)
}

extension FormInFlight: RawRepresentable {
    /// The form that a text stands for; nil if it stands for none.
    public init?(rawValue: String) {
        if rawValue == "listing" {
            self = .listing
        } else if rawValue.hasPrefix("edit-"), let number = Int64(rawValue.dropFirst(5)) {
            self = .edit(Product.ID(rawValue: number))
        } else {
            return nil
        }
    }

    /// The name under which a store keeps it, such as `edit-12`.
    public var rawValue: String {
        switch self {
        case .listing: "listing"
        case .edit(let product): "edit-\(product.rawValue)"
        }
    }
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
