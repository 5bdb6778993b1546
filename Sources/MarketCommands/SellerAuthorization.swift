import ArgumentParser
import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// The password or right of commands that change a product's state.
struct SellerAuthorization: ParsableArguments {
    @OptionGroup(title: "The password") var password: PasswordOptions

    @Flag(
        help: """
            Save a right on this machine, so that state, renew, and bump don't ask for the password. It permits nothing \
            else.
            """
    )
    var remember = false

    /// Changes a product, and prints it as it is now.
    func change(
        _ id: Product.ID,
        in market: MarketOptions,
        json: Bool,
        _ call: (MarketAPIClient, SellerCredential) async throws(MarketClientError) -> DetailedProduct
    ) async throws {
        try await reporting {
            let client = try await market.client()
            let given = try password.passwordFromOptions()
            let product = try await perform(id, given: given, client, market) {
                credential throws(MarketClientError) in
                try await call(client, credential)
            }
            try market.show(product, json: json)
        }
    }

    /// Calls the market with the given password, otherwise with the saved right or password, otherwise asks for one.
    ///
    /// - Parameters:
    ///   - given: The result of ``PasswordOptions/passwordFromOptions()``. It may come from standard input, which can be
    ///     read only once.
    ///   - call: The call. It is repeated with another credential if one is refused.
    /// - Returns: The product as it is now.
    private func perform(
        _ id: Product.ID,
        given: String?,
        _ client: MarketAPIClient,
        _ market: MarketOptions,
        _ call: (SellerCredential) async throws(MarketClientError) -> DetailedProduct
    ) async throws -> DetailedProduct {
        if let given { return try await perform(id, secret: given, client, market, call) }
        if let product = try await performBySavedCredential(id, client, market, call) { return product }
        return try await password.prompting(for: id) { try await perform(id, secret: $0, client, market, call) }
    }

    private func perform(
        _ id: Product.ID,
        secret: String,
        _ client: MarketAPIClient,
        _ market: MarketOptions,
        _ call: (SellerCredential) async throws(MarketClientError) -> DetailedProduct
    ) async throws -> DetailedProduct {
        let product = try await call(.secret(secret))
        if remember { try await saveToken(to: id, secret: secret, client, market) }
        return product
    }

    /// - Returns: Nil if nothing is saved, or the market doesn't accept it any more; then it is removed.
    private func performBySavedCredential(
        _ id: Product.ID,
        _ client: MarketAPIClient,
        _ market: MarketOptions,
        _ call: (SellerCredential) async throws(MarketClientError) -> DetailedProduct
    ) async throws -> DetailedProduct? {
        let (store, address) = (market.store(), try market.address())
        if let right = try await store.token(for: id, in: address) {
            do throws(MarketClientError) {
                return try await call(.token(right))
            } catch {
                guard error.isInvalidToken else { throw error }
            }
            try await store.removeToken(for: id, in: address)
        }
        guard let secret = try await store.secret(of: id, in: address) else { return nil }
        do {
            return try await perform(id, secret: secret, client, market, call)
        } catch let error as MarketClientError {
            guard error.isWrongSecret else { throw error }
        }
        try await market.removeWrongSecret(of: id)
        return nil
    }

    private func saveToken(
        to id: Product.ID,
        secret: String,
        _ client: MarketAPIClient,
        _ market: MarketOptions
    ) async throws {
        let right = try await client.issueToken(for: id, secret: secret)
        try await market.store().saveToken(right, for: id, in: try market.address())
    }
}

extension MarketOptions {
    /// Prints products after a change, as a table or as JSON.
    func show(_ product: DetailedProduct, json: Bool) throws {
        if json { return print(try ProductPrinting.json(product)) }
        for line in ProductPrinting(language: resolvedLanguage).table([product.listed]) { print(line) }
    }
}
