import ArgumentParser
import MarketServer

/// The one binary: the server, the commands of whoever runs it, and those of whoever sells and buys there.
@main
struct OpenMarketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openmarket",
        abstract: "A marketplace of your own: server, web app, API and command line in one program.",
        discussion: """
            Start a market with sample products and look at it in a browser:

              openmarket serve --demo

            Everything it keeps is in one folder (--data). To back a market up, stop it and copy that folder.

            The commands for buying and selling speak to any market, by its address:

              openmarket list --server https://market.example
            """,
        version: MarketVersion.text,
        groupedSubcommands: [
            CommandGroup(
                name: "Running a market",
                subcommands: [ServeCommand.self, VendorCommand.self, ProductCommand.self]
            ),
            CommandGroup(
                name: "Looking around",
                subcommands: [ListCommand.self, SearchCommand.self, ShowCommand.self, OpenCommand.self]
            ),
            CommandGroup(
                name: "Selling",
                subcommands: [
                    AddCommand.self, EditCommand.self, DeleteCommand.self, ImportCommand.self, ExportCommand.self,
                ]
            ),
        ]
    )
}
