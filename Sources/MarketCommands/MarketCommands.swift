public import ArgumentParser

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
}
