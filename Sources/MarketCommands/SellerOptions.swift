import ArgumentParser
import Foundation
import MarketClient
import MarketModels

/// The options for the seller of new listings.
struct SellerOptions: ParsableArguments {
    @Option(
        name: .customLong("seller"),
        help: ArgumentHelp("Your name as a seller; set with your first listing.", valueName: "name")
    )
    var name: String?

    @Option(help: ArgumentHelp("The identifier of a vendor that the market already knows.", valueName: "uuid"))
    var identifier: String?

    /// Returns the identifier that was given, or the one stored on this machine, which is created if necessary.
    func identifier(in market: URL, _ store: some IdentityStore) async throws -> VendorIdentifier {
        guard let identifier else { return try await store.identifier(in: market) }
        guard let known = VendorIdentifier(identifier) else {
            throw ValidationError("'\(identifier)' isn't an identifier. Give a UUID.")
        }
        return known
    }
}
