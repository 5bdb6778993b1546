import ArgumentParser
import MarketAPI
import MarketClient
import MarketModels

struct BumpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bump",
        abstract: "Move a listing to the top of the lists that are sorted by the last move.",
        discussion: """
            The market limits how often. Listing a product counts as the first move.

            \(CommandExit.help)
            """
    )

    @OptionGroup var authorization: SellerAuthorization

    func run() async throws {
        try await authorization.change { client, id, credential throws(MarketClientError) in
            try await client.bump(id, by: credential)
        }
    }
}
