import ArgumentParser
import Foundation
import MarketClient
import MarketModels

/// The seller of new listings.
struct SellerName {
    let name: String?
    /// The identifier of an existing vendor. Nil for the one stored on this machine, which is created if necessary.
    let identifier: String?

    func identifier(in market: URL, _ store: some IdentityStore) async throws -> VendorIdentifier {
        guard let identifier else { return try await store.identifier(in: market) }
        guard let known = VendorIdentifier(identifier) else {
            throw ValidationError("'\(identifier)' isn't an identifier. Give a UUID.")
        }
        return known
    }
}
