import ArgumentParser
import MarketSQLite

/// Ends a command with a sentence on standard error and exit code 1.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    init(_ error: StoreOpeningError) {
        switch error {
        case .folderInUse(let folder, let processID):
            let holder = processID.map { "process \($0)" } ?? "another process"
            description =
                "The data folder \(folder) is in use by \(holder). Stop it first, or choose another folder with --data."
        case .folderNotWritable(let folder, let reason):
            description = "Can't write to the data folder \(folder): \(reason)."
        case .notADatabase(let path, let reason):
            description = "\(path) isn't a usable database (\(reason)). Restore it from a backup."
        case .damaged(let path, let reason):
            description =
                "\(path) is damaged (\(reason)), and this version can't bring it up to date. Restore it from a backup."
        case .madeByNewerVersion(let path):
            description =
                "\(path) was made by a newer version of Open Market. Use that version, or restore an older backup."
        case .diskFull(let path):
            description = "The disk with \(path) is full. Free up some space and start again."
        case .failed(let path, let reason):
            description = "Can't open \(path): \(reason)."
        }
    }
}
