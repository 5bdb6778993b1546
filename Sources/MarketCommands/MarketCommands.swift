public import ArgumentParser
import MarketClient

/// The commands of those who buy and sell, for any market by its address.
public enum MarketCommands {
    /// The commands, in the groups in which `--help` lists them.
    public static var groups: [CommandGroup] {
        [
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
    }

    /// Says why a command failed if ArgumentParser wouldn't say it well.
    ///
    /// - Returns: the error with which the program ends.
    package static func explained(_ error: any Error) -> any Error {
        switch error {
        case let error as MarketClientError:
            Terminal.note("Error: \(DisplayText.line(error.sentence))")
            return error.exit
        case let error as ValidationError:
            // The usage of the whole program, which ArgumentParser would print, doesn't help.
            Terminal.note("Error: \(error.message)")
            return ExitCode.validationFailure
        // Apps say it without naming the file.
        case let error as IdentityStoreError: return CommandFailure(error.description)
        default: return error
        }
    }
}
