import ArgumentParser
import MarketAPI
import MarketClient
import MarketModels

/// `openmarket renew`.
struct RenewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract: "Renew a listing before or after it has expired.",
        discussion: """
            Renewing early loses nothing: another lifetime is added to what remains, up to two in all. In a market whose \
            listings don't expire, nothing changes.

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
            try await client.renew(id, by: credential)
        }
    }
}
