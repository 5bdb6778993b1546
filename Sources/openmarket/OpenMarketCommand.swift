import ArgumentParser
import MarketServer

/// The one binary: the server, the commands of whoever runs it, and those of whoever sells and buys there.
@main
struct OpenMarketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openmarket",
        abstract: "Your own marketplace: server, web app, API, and command line in one program.",
        discussion: """
            Start a market with sample products and open it in a browser:

              openmarket serve --demo

            Everything is kept in one folder (--data). To back it up, while the server runs or not:

              openmarket backup /backups/market

            The commands for browsing and selling work with any market, by its address:

              openmarket list --server https://market.example
            """,
        version: MarketVersion.text,
        subcommands: [ImageWorkerCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Running a market",
                subcommands: [
                    ServeCommand.self, VendorCommand.self, ProductCommand.self, ReportCommand.self,
                    OperatorCommand.self,
                    CategoryCommand.self, BackupCommand.self, RestoreCommand.self, MigrateCommand.self,
                    CheckCommand.self, MoveCommand.self, ImagesCommand.self,
                ]
            ),
            CommandGroup(
                name: "Browsing",
                subcommands: [
                    ListCommand.self, SearchCommand.self, ShowCommand.self, OpenCommand.self, ShareCommand.self,
                ]
            ),
            CommandGroup(
                name: "Selling",
                subcommands: [
                    AddCommand.self, EditCommand.self, StateCommand.self, RenewCommand.self, BumpCommand.self,
                    DeleteCommand.self, ImportCommand.self, ExportCommand.self,
                ]
            ),
        ]
    )
}
