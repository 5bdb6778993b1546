import Foundation
import MarketCommands
import MarketCore
import MarketPostgres
import MarketSQLite

extension CommandFailure {
    init(_ error: PostgresOpeningError) {
        switch error {
        case .invalidAddress(let reason):
            self.init(
                "'database' must look like postgres://user@host/database; it can't be used because \(reason)."
            )
        case .notReachable(let name, let reason):
            self.init("No PostgreSQL server can be reached at \(name): \(reason).")
        case .refused(let name, let reason):
            self.init("The PostgreSQL server refuses the connection to \(name): \(reason).")
        case .noDatabase(let name):
            self.init("There is no database \(name). Create an empty one in UTF-8 with createdb.")
        case .noPrivilege(let name, let reason):
            self.init("The user lacks a privilege in the database \(name): \(reason).")
        case .foreign(let name):
            self.init(
                "The database \(name) contains tables that aren't Open Market's. Nothing was changed. Use an empty one."
            )
        case .otherSchema(let name, let isOfFirstVersion):
            self.init(Self.otherSchema("The database \(name)", isOfFirstVersion: isOfFirstVersion))
        case .madeByNewerVersion(let name):
            self.init(
                "The database \(name) was made by a newer version of Open Market. Use that version or a later one."
            )
        case .madeByOlderVersion(let name):
            self.init(
                "The database \(name) was made by an older version of Open Market. Nothing was changed. Run 'openmarket migrate' once, or start the server of this version."
            )
        case .empty(let name):
            self.init(
                "There is no market in the database \(name). Nothing was changed. Is its address right? 'openmarket serve' begins a market."
            )
        case .moveIsUnfinished(let name):
            self.init(
                "A market is being moved to the database \(name), and isn't complete. Run 'openmarket move' again."
            )
        case .unsuitable(let name, let reason):
            self.init("The database \(name) can't be used: \(reason).")
        case .failed(let name, let reason):
            self.init("The database \(name) can't be opened: \(reason).")
        }
    }

    init(_ error: StoreOpeningError) {
        switch error {
        case .folderInUse(let folder, let processID):
            let holder = processID.map { "process \($0)" } ?? "another process"
            self.init(
                "The data folder \(folder) is in use by \(holder). Stop it first, or choose another folder with --data."
            )
        case .folderNotWritable(let folder, let reason):
            let isForbidden = reason == SystemError(number: EACCES).description
            let advice = isForbidden ? "Run the command as a user who may, or choose" : "Choose"
            self.init("Can't write to the data folder \(folder): \(reason). \(advice) another folder with --data.")
        case .folderOfOthers(let folder):
            self.init(
                "\(folder) has other files in it. Nothing was changed. Choose an empty folder, or one that doesn't exist."
            )
        case .folderNotSyncable(let folder, let fileSystem, let reason):
            self.init(
                "The file system of \(folder) (\(fileSystem ?? "of an unknown type")) can't sync folders (\(reason)), so a power cut could take what the market has confirmed. Use a folder on a local disk with, for example, ext4, XFS, Btrfs or ZFS."
            )
        case .notADatabase(let path, let reason):
            self.init("\(path) isn't a usable database (\(reason)). Restore it from a backup.")
        case .damaged(let path, let reason):
            self.init(
                "\(path) is damaged (\(reason)), and this version can't bring it up to date. Restore it from a backup."
            )
        case .otherSchema(let path, let isOfFirstVersion):
            self.init(Self.otherSchema(path, isOfFirstVersion: isOfFirstVersion))
        case .madeByNewerVersion(let path):
            self.init(
                "\(path) was made by a newer version of Open Market. Use that version, or restore an older backup."
            )
        case .madeByOlderVersion(let path):
            self.init(
                "\(path) was made by an older version of Open Market. Nothing was changed. Run 'openmarket migrate' once, or start the server of this version."
            )
        case .diskFull(let path):
            self.init("The disk with \(path) is full. Free up some space and start again.")
        case .failed(let path, let reason):
            self.init("Can't open \(path): \(reason).")
        }
    }

    /// The reason why a database with another schema isn't used. Before 1.0.0, none is brought up to date.
    private static func otherSchema(_ name: String, isOfFirstVersion: Bool) -> String {
        let (maker, server) =
            isOfFirstVersion
            ? ("Open Market 0.1.0, or by a version in development", "0.1.0")
            : ("a version of Open Market in development", "The version that made it")
        return """
            \(name) was made by \(maker), and this version can't use it. Nothing was changed. \(server) goes on serving it. \
            What its 'openmarket export' writes can be imported here, but it keeps texts, prices and pictures only: passwords, \
            contacts, addresses and hidden listings don't come along.
            """
    }
}
