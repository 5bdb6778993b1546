import ArgumentParser
import Foundation
import MarketCommands
import MarketSQLite
import MarketServer

/// The option for the data folder that a command uses.
struct DataOptions: ParsableArguments {
    @Option(ServerSettings.declared.dataFolder, "The market's folder, as given to 'openmarket serve'.")
    var data: String?

    /// Root goes on as the owner of the folder.
    func validate() throws { try Privileges.drop(toOwnerOf: folder()) }

    func folder() throws(CommandFailure) -> String { try ServerSettings.declared.dataFolder.value(of: data) }

    /// Returns the folder.
    ///
    /// - Throws: ``CommandFailure`` if there is no market in the folder.
    func existingMarket() throws -> String {
        let folder = try folder()
        if try PostgresMarket.isBound(folder) { throw PostgresMarket.noCopies(folder) }
        guard SQLiteProductStore.hasMarket(in: folder) else { throw CommandFailure.noMarket(in: folder) }
        return folder
    }
}

extension CommandFailure {
    /// The reason why a market wasn't found in a folder.
    ///
    /// - Parameter option: the option that names the folder.
    static func noMarket(in folder: String, option: String = "--data") -> CommandFailure {
        if let misuse = BackupManifest.misuse(of: folder) { return misuse }
        if access(folder, R_OK | X_OK) != 0, errno == EACCES {
            let user = try? FileManager.default.attributesOfItem(atPath: folder)[.ownerAccountName] as? String
            let hint = user.map { "as \($0), for example with 'sudo -u \($0)'" } ?? "as the user of the server"
            return CommandFailure("This user may not open the folder \(folder). Run the command \(hint).")
        }
        return CommandFailure(
            "There's no market in \(folder). Give its folder with \(option), as for 'openmarket serve'."
        )
    }
}
