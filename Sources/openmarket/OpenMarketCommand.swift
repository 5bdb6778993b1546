import ArgumentParser
import MarketServer

/// The one binary: the server and the commands of whoever runs it.
@main
struct OpenMarketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openmarket",
        abstract: "A marketplace of your own: server, web app and API in one program.",
        discussion: """
            Start a market with sample products and look at it in a browser:

              openmarket serve --demo

            Everything it keeps is in one folder (--data). To back a market up, stop it and copy that folder.
            """,
        version: MarketVersion.text,
        subcommands: [ServeCommand.self, VendorCommand.self, ProductCommand.self]
    )
}
