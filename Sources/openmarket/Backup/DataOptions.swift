import ArgumentParser
import Foundation

/// The option for the data folder that a command uses.
struct DataOptions: ParsableArguments {
    @Option(
        name: [.customLong("data"), .customLong("data-folder")],
        help: ArgumentHelp(
            "The market's folder, as given to 'openmarket serve'. (default: $OPENMARKET_DATA or market-data)",
            valueName: "folder"
        )
    )
    var data: String?

    var folder: String { data ?? ProcessInfo.processInfo.environment["OPENMARKET_DATA"] ?? "market-data" }

    /// - Throws: ``CommandFailure`` if there is no market in the folder.
    func existingMarket() throws -> String {
        if PostgresMarket.isBound(folder) { throw PostgresMarket.noCopies(folder) }
        guard FileManager.default.fileExists(atPath: folder + "/market.sqlite") else {
            throw CommandFailure(
                "There's no market in \(folder). Give its folder with --data, as for 'openmarket serve'."
            )
        }
        return folder
    }
}
