import ArgumentParser
import MarketAPI
import MarketClient
import MarketModels

/// `openmarket bump`.
struct BumpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bump",
        abstract: "Move a listing to the top of the lists that are sorted by the last move.",
        discussion: """
            The market limits how often. Listing a product counts as the first move.

            \(CommandExit.help)
            """
    )

    @Argument(help: "The product's id.")
    var id: Product.ID

    @OptionGroup var authorization: SellerAuthorization

    @Flag(help: "Print the product as JSON, with the same names as the HTTP API.")
    var json = false

    @OptionGroup var market: MarketOptions

    func run() async throws {
        try await authorization.change(id, in: market, json: json) { client, credential throws(MarketClientError) in
            try await client.bump(id, by: credential)
        }
    }
}
