import ArgumentParser
import Foundation
import MarketAPI
import MarketClient
import MarketModels

extension PasswordOptions {
    /// Returns a product and its password: verifies the given or stored one, or asks for one, with retries.
    ///
    /// - Parameter given: The result of ``passwordFromOptions()``. It may come from standard input, which can be read only
    ///   once.
    func unlock(
        _ id: Product.ID,
        given: String?,
        _ client: MarketAPIClient,
        _ market: MarketOptions
    ) async throws -> (secret: String, product: DetailedProduct) {
        if let given { return (given, try await client.check(given, of: id)) }
        if let unlocked = try await unlockByKeptPassword(id, client, market) { return unlocked }
        // Fails before asking if the product doesn't exist.
        _ = try await client.product(id)
        return try await prompting(for: id) { typed in (typed, try await client.check(typed, of: id)) }
    }

    /// Asks for the password of a product until the market doesn't refuse it.
    func prompting<Value>(for id: Product.ID, _ call: (String) async throws -> Value) async throws -> Value {
        while true {
            let typed = try prompt("Password for product \(id.rawValue)")
            do {
                return try await call(typed)
            } catch let error as MarketClientError {
                guard error.isWrongSecret else { throw error }
                Terminal.note("\(DisplayText.line(error.sentence)) Press Ctrl-C to give up.")
            }
        }
    }

    private func unlockByKeptPassword(
        _ id: Product.ID,
        _ client: MarketAPIClient,
        _ market: MarketOptions
    ) async throws -> (secret: String, product: DetailedProduct)? {
        let address = try market.address()
        guard let kept = try await market.store().secret(of: id, in: address) else { return nil }
        do throws(MarketClientError) {
            return (kept, try await client.check(kept, of: id))
        } catch {
            if error.isGone { try await market.store().removeSecret(of: id, in: address) }
            guard error.isWrongSecret else { throw error }
        }
        try await market.removeWrongSecret(of: id)
        return nil
    }
}

extension MarketOptions {
    /// Removes a saved password that the market has refused, and says so.
    func removeWrongSecret(of id: Product.ID) async throws {
        try await store().removeSecret(of: id, in: try address())
        Terminal.note("The saved password for product \(id.rawValue) no longer works, so it was removed.")
    }
}
