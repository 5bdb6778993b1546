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
                "The data folder \(folder) is in use by \(holder). Stop that one first, or use another --data."
        case .folderNotWritable(let folder, let reason):
            description = "The data folder \(folder) can't be written to: \(reason)."
        case .notADatabase(let path, let reason):
            description = "\(path) is no database that can be used (\(reason)). Restore it from a backup."
        case .madeByNewerVersion(let path):
            description = "\(path) was made by a newer version of Open Market. Use that version, or an older backup."
        case .diskFull(let path):
            description = "The disk that holds \(path) is full. Make room and start again."
        case .failed(let path, let reason):
            description = "\(path) can't be opened: \(reason)."
        }
    }
}
