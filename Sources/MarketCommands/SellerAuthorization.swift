import ArgumentParser
import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// The options of commands that change a product's state: which it is, and the password or right for it.
struct SellerAuthorization: ParsableArguments {
    @Argument(help: "The product's id.")
    var id: Product.ID

    @OptionGroup(title: "The password") var password: PasswordOptions

    @Flag(
        help: """
            Save a right on this machine, so that state, renew, and bump don't ask for the password. It permits nothing \
            else.
            """
    )
    var remember = false

    @Flag(help: "Print the product as JSON, with the same names as the HTTP API.")
    var json = false

    @OptionGroup var market: MarketOptions

    /// Changes the product, and prints it as it is now.
    func change(
        _ call: (MarketAPIClient, Product.ID, SellerCredential) async throws(MarketClientError) -> DetailedProduct
    ) async throws {
        let client = try await market.client()
        let given = try password.passwordFromOptions()
        let product = try await perform(given: given, client) { credential throws(MarketClientError) in
            try await call(client, id, credential)
        }
        try market.show(product, json: json)
    }

    /// Calls the market with the given password, otherwise with the saved right or password, otherwise asks for one.
    ///
    /// - Parameters:
    ///   - given: The result of ``PasswordOptions/passwordFromOptions()``. It may come from standard input, which can be
    ///     read only once.
    ///   - call: The call. It is repeated with another credential if one is refused.
    /// - Returns: The product as it is now.
    private func perform(
        given: String?,
        _ client: MarketAPIClient,
        _ call: (SellerCredential) async throws(MarketClientError) -> DetailedProduct
    ) async throws -> DetailedProduct {
        if let given { return try await perform(secret: given, client, call) }
        if let product = try await performBySavedCredential(client, call) { return product }
        return try await password.prompting(for: id) { try await perform(secret: $0, client, call) }
    }

    private func perform(
        secret: String,
        _ client: MarketAPIClient,
        _ call: (SellerCredential) async throws(MarketClientError) -> DetailedProduct
    ) async throws -> DetailedProduct {
        let product = try await call(.secret(secret))
        if remember {
            let right = try await client.issueToken(for: id, secret: secret)
            try await market.store().saveToken(right, for: id, in: try market.address())
        }
        return product
    }

    /// - Returns: Nil if nothing is saved, or the market doesn't accept it any more; then it is removed.
    private func performBySavedCredential(
        _ client: MarketAPIClient,
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
            return try await perform(secret: secret, client, call)
        } catch let error as MarketClientError {
            guard error.isWrongSecret else { throw error }
        }
        try await market.removeWrongSecret(of: id)
        return nil
    }
}

extension MarketOptions {
    /// Prints products after a change, as a table or as JSON.
    func show(_ product: DetailedProduct, json: Bool) throws {
        if json { return print(try ProductPrinting.json(product)) }
        for line in ProductPrinting(language: resolvedLanguage).table([product.listed]) { print(line) }
    }
}
