public import Foundation
public import MarketClient
import MarketModels

/// The secrets of the user's own products in a market, and the tokens for them.
public struct Keyring: Sendable {
    private let store: any IdentityStore
    private let market: URL

    /// Creates a keyring.
    ///
    /// - Parameter market: The base URL that identifies the market in the store.
    public init(store: any IdentityStore, market: URL) {
        self.store = store
        self.market = market
    }

    /// Returns whether the user has listed a product; false if neither its secret nor a token can be read.
    func isOwn(_ product: Product.ID) async -> Bool {
        if await secret(of: product) != nil { return true }
        return await token(for: product) != nil
    }

    /// Returns the products that the user has listed, newest first.
    func products() async throws(IdentityStoreError) -> [Product.ID] {
        try await store.products(in: market)
    }

    /// Returns the secret of a product; nil if there is none or it can't be read.
    func secret(of product: Product.ID) async -> String? {
        (try? await store.secret(of: product, in: market)) ?? nil
    }

    /// Returns the token for a product; nil if there is none or it can't be read.
    func token(for product: Product.ID) async -> String? {
        (try? await store.token(for: product, in: market)) ?? nil
    }

    /// Stores the token for a product. Without it, the next change of the state asks for the password again.
    func saveToken(_ token: String, for product: Product.ID) async {
        try? await store.saveToken(token, for: product, in: market)
    }

    /// Removes a token that has ended.
    func removeToken(for product: Product.ID) async {
        try? await store.removeToken(for: product, in: market)
    }

    /// Stores the secret of a product.
    ///
    /// - Returns: Whether the secret was stored.
    func save(_ secret: String, of product: Product.ID) async -> Bool {
        (try? await store.save(secret, of: product, in: market)) != nil
    }

    /// Returns the forms that were being sent when the app ended, and their passwords; none if they can't be read.
    ///
    /// ``ListingFormModel/restoreInFlight()`` and ``EditModel/restoreInFlight()`` go on with them.
    public func secretsInFlight() async -> [FormInFlight: String] {
        var secrets: [FormInFlight: String] = [:]
        for case .inFlight(let form) in (try? await store.keys(in: market)) ?? [] {
            secrets[form] = (try? await store.text(for: .inFlight(form), in: market)) ?? nil
        }
        return secrets
    }

    /// Stores the password of a form while the form is in flight. Without it, the next process can't go on with the form.
    func save(_ secret: String, of form: FormInFlight) async {
        try? await store.save(secret, for: .inFlight(form), in: market)
    }

    /// Removes the password of a form that isn't in flight any more.
    func removeSecret(of form: FormInFlight) async {
        try? await store.remove(.inFlight(form), in: market)
    }

    /// Removes the secret of a deleted product and the token for it. A failure is harmless because ids are never reused.
    func removeSecret(of product: Product.ID) async {
        try? await store.removeSecret(of: product, in: market)
        await removeToken(for: product)
    }
}
