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

    /// Returns what is stored for a key, or nil if nothing is.
    func text(for key: IdentityKey, in market: URL) async throws(IdentityStoreError) -> String?

    /// Stores a text for a key, replacing an existing one.
    func save(_ text: String, for key: IdentityKey, in market: URL) async throws(IdentityStoreError)

    /// Removes what is stored for a key, if anything is.
    func remove(_ key: IdentityKey, in market: URL) async throws(IdentityStoreError)

    /// Returns the keys for which something is stored, in no particular order.
    func keys(in market: URL) async throws(IdentityStoreError) -> [IdentityKey]
}

/// What an identity store has a text for.
public enum IdentityKey: Hashable, Sendable {
    /// The secret of a product.
    case secret(Product.ID)
    /// The token for a product that ``MarketService/issueToken(for:secret:)`` has returned.
    case token(Product.ID)
    /// The password of a form in flight. With it, another process of the app goes on with the form.
    case inFlight(FormInFlight)
}

extension IdentityKey: RawRepresentable {
    /// The key that a name stands for; nil if it stands for none.
    public init?(rawValue: String) {
        let parts = rawValue.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = parts.first, let name = parts.dropFirst().first else { return nil }
        let product = Int64(name).map { Product.ID(rawValue: $0) }
        switch (kind, product) {
        case ("secrets", let product?): self = .secret(product)
        case ("rights", let product?): self = .token(product)
        case ("in-flight", nil) where name == "listing": self = .inFlight(.listing)
        case ("in-flight", nil) where name.hasPrefix("edit-"):
            guard let product = Int64(name.dropFirst(5)) else { return nil }
            self = .inFlight(.edit(Product.ID(rawValue: product)))
        default: return nil
        }
    }

    /// The name under which a store keeps it, such as `secrets/12`.
    public var rawValue: String {
        switch self {
        case .secret(let product): "secrets/\(product.rawValue)"
        case .token(let product): "rights/\(product.rawValue)"
        case .inFlight(.listing): "in-flight/listing"
        case .inFlight(.edit(let product)): "in-flight/edit-\(product.rawValue)"
        }
    }
}

/// A form that was sent and has no response yet.
public enum FormInFlight: Hashable, Sendable {
    /// The new listing; there is at most one.
    case listing
    /// The edit of a product.
    case edit(Product.ID)
}

extension IdentityStore {
    /// Returns the secret of a product, or nil if none is stored.
    public func secret(of product: Product.ID, in market: URL) async throws(IdentityStoreError) -> String? {
        try await text(for: .secret(product), in: market)
    }

    /// Stores the secret of a product.
    public func save(_ secret: String, of product: Product.ID, in market: URL) async throws(IdentityStoreError) {
        try await save(secret, for: .secret(product), in: market)
    }

    /// Removes the secret of a product that was deleted or has another secret.
    public func removeSecret(of product: Product.ID, in market: URL) async throws(IdentityStoreError) {
        try await remove(.secret(product), in: market)
    }

    /// Returns the token for a product, or nil if none is stored.
    public func token(for product: Product.ID, in market: URL) async throws(IdentityStoreError) -> String? {
        try await text(for: .token(product), in: market)
    }

    /// Stores a token, replacing an existing one.
    public func saveToken(_ token: String, for product: Product.ID, in market: URL) async throws(IdentityStoreError) {
        try await save(token, for: .token(product), in: market)
    }

    /// Removes the token for a product that was deleted, or whose token has ended.
    public func removeToken(for product: Product.ID, in market: URL) async throws(IdentityStoreError) {
        try await remove(.token(product), in: market)
    }

    /// Returns the products with a stored secret or token, newest first; these are the user's own listings.
    public func products(in market: URL) async throws(IdentityStoreError) -> [Product.ID] {
        let products = try await keys(in: market).compactMap { key -> Product.ID? in
            switch key {
            case .secret(let product), .token(let product): product
            case .inFlight: nil
            }
        }
        return Set(products).sorted(by: >)
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
