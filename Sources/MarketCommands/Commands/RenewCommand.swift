import ArgumentParser
import MarketAPI
import MarketClient
import MarketModels

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

    @OptionGroup var authorization: SellerAuthorization

    func run() async throws {
        try await authorization.change { client, id, credential throws(MarketClientError) in
            try await client.renew(id, by: credential)
        }
    }
}
