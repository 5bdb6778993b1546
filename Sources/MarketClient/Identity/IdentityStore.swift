public import Foundation
public import MarketModels

/// Where an app keeps who it is in a market: its vendor's identifier, and the secrets of what it has listed.
///
/// A secret is all that is needed to change a product, and nobody can find it out again. On Apple's systems the
/// Keychain is the place for it; ``FileIdentityStore`` keeps it in files that only their owner may read.
public protocol IdentityStore: Sendable {
    /// The identifier by which this app lists in a market; made when it is asked for the first time, and then the same
    /// for ever.
    func identifier(in market: URL) async throws(IdentityStoreError) -> VendorIdentifier

    /// The secret of a product that was listed from here.
    func secret(of product: Product.ID, in market: URL) async throws(IdentityStoreError) -> String?

    /// Keeps a product's secret.
    func keep(_ secret: String, of product: Product.ID, in market: URL) async throws(IdentityStoreError)

    /// Forgets a product's secret, because the product is gone or has another.
    func forget(_ product: Product.ID, in market: URL) async throws(IdentityStoreError)

    /// The products whose secrets are kept, the newest first: what one has listed oneself.
    func products(in market: URL) async throws(IdentityStoreError) -> [Product.ID]
}

/// What is kept can't be read, or nothing can be kept.
public struct IdentityStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
