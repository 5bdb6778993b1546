import ArgumentParser
import Foundation
import MarketClient
import MarketModels

/// Who lists.
struct SellerName {
    let name: String?
    /// Of a vendor whom the market knows already; otherwise the one that is kept on this machine, or a new one.
    let identifier: String?

    func identifier(in market: URL, _ store: some IdentityStore) async throws -> VendorIdentifier {
        guard let identifier else { return try await store.identifier(in: market) }
        guard let known = VendorIdentifier(identifier) else {
            throw ValidationError("'\(identifier)' isn't an identifier. Give a UUID.")
        }
        return known
    }
}
