import ArgumentParser
import Foundation
import MarketAPI
import MarketClient
import MarketModels

struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete products. This can't be undone.",
        discussion: CommandExit.help
    )

    @Argument(help: "The ids of the products.")
    var ids: [Product.ID]

    @OptionGroup var confirmation: Confirmation

    @OptionGroup(title: "The password") var password: PasswordOptions
    @OptionGroup var market: MarketOptions

    func run() async throws {
        try confirmation.require()
        let client = try await market.client()
        let given = try password.passwordFromOptions()
        var failure: MarketClientError?
        for id in ids {
            do {
                try await delete(id, given: given, client)
            } catch let error as MarketClientError {
                // A product that is deleted already or has another password doesn't stop the deletion of the
                // others.
                guard ids.count > 1, error.isGone || error.isWrongSecret else { throw error }
                Terminal.note("Product \(id.rawValue): \(DisplayText.line(error.sentence))")
                failure = failure ?? error
            }
        }
        if let failure { throw failure.exit }
    }

    private func delete(_ id: Product.ID, given: String?, _ client: MarketAPIClient) async throws {
        let (secret, product) = try await password.unlock(id, given: given, client, market)
        let name = DisplayText.line(product.listing.name)
        guard confirmation.isGiven("Delete product \(id.rawValue), \(name)?") else {
            return Terminal.note("Product \(id.rawValue) was not deleted.")
        }
        try await client.delete(id, secret: secret)
        try await market.store().removeSecret(of: id, in: try market.address())
        try await market.store().removeToken(for: id, in: try market.address())
        print("Deleted product \(id.rawValue), \(name).")
    }
}
