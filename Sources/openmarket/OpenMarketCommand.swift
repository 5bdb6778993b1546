import ArgumentParser
import MarketCommands
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
                    OperatorCommand.self, CategoryCommand.self, MarketCommand.self, BackupCommand.self,
                    RestoreCommand.self, MigrateCommand.self,
                    CheckCommand.self, MoveCommand.self, ImagesCommand.self,
                ]
            )
        ] + MarketCommands.groups
    )

    static func main() async {
        StandardStreams.openMissing()
        await main(nil)
        do { try StandardStreams.flushOutput() } catch { exit(withError: error) }
    }
}
