import ArgumentParser
import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// A product and its verified password.
struct UnlockedProduct {
    let secret: String
    let product: DetailedProduct
}

extension PasswordOptions {
    /// Verifies the given or stored password, or asks for one, with retries.
    ///
    /// - Parameter given: The result of ``passwordFromOptions()``. It may come from standard input, which can be read only
    ///   once.
    func unlock(
        _ id: Product.ID,
        given: String?,
        _ client: MarketAPIClient,
        _ market: MarketOptions
    ) async throws -> UnlockedProduct {
        if let given {
            let product = try await client.check(given, of: id)
            return UnlockedProduct(secret: given, product: product)
        }
        if let unlocked = try await unlockByKeptPassword(id, client, market) { return unlocked }
        // Fails before asking if the product doesn't exist.
        _ = try await client.product(id)
        while true {
            let typed = try prompt("Password for product \(id.rawValue)")
            do throws(MarketClientError) {
                let product = try await client.check(typed, of: id)
                return UnlockedProduct(secret: typed, product: product)
            } catch {
                guard error.isWrongSecret else { throw error }
                Terminal.note("\(DisplayText.line(error.sentence)) Press Ctrl-C to give up.")
            }
        }
    }

    private func unlockByKeptPassword(
        _ id: Product.ID,
        _ client: MarketAPIClient,
        _ market: MarketOptions
    ) async throws -> UnlockedProduct? {
        let address = try market.address()
        guard let kept = try await market.store().secret(of: id, in: address) else { return nil }
        do throws(MarketClientError) {
            let product = try await client.check(kept, of: id)
            return UnlockedProduct(secret: kept, product: product)
        } catch {
            if error.isGone { try await market.store().removeSecret(of: id, in: address) }
            guard error.isWrongSecret else { throw error }
        }
        try await market.store().removeSecret(of: id, in: address)
        Terminal.note("The saved password for product \(id.rawValue) no longer works, so it was removed.")
        return nil
    }
}
