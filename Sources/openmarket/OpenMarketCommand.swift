import ArgumentParser
import Dispatch
import MarketCommands
import MarketServer

/// The one binary: the server, the commands of whoever runs it, and those of whoever sells and buys there.
@main
struct OpenMarketCommand: ParsableCommand {
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

    /// Reads the arguments before anything is asynchronous: while this is the only thread, commands for a folder stop being root's
    /// (``Privileges``). Later, libc wouldn't change the first thread, which an asynchronous program never wakes.
    static func main() {
        StandardStreams.openMissing()
        do {
            var command = try parseAsRoot()
            if let command = command as? any AsyncParsableCommand {
                Task.detached { await run(command) }
                dispatchMain()
            }
            try command.run()
            end()
        } catch {
            end(after: error)
        }
    }

    private static func run(_ command: any AsyncParsableCommand) async {
        do {
            var command = command
            try await command.run()
            end()
        } catch {
            end(after: error)
        }
    }

    /// Ends the program. What it has printed has to be written, the help and the version as well.
    private static func end(after error: (any Error)? = nil) -> Never {
        if let error, exitCode(for: error) != .success { exit(withError: MarketCommands.explained(error)) }
        if let text = error.map({ fullMessage(for: $0) }), !text.isEmpty { print(text) }
        do { try StandardStreams.flushOutput() } catch { exit(withError: error) }
        exit()
    }
}
