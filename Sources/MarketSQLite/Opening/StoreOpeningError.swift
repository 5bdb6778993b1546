internal import Foundation
internal import GRDB
internal import MarketCore

/// The reason why a data folder can't be used. Each case corresponds to an action of the operator, which
/// the commands name.
public enum StoreOpeningError: Error, Hashable, Sendable {
    /// Another process uses the folder; `processID` is its id if it is known.
    case folderInUse(folder: String, processID: Int32?)
    /// The folder can't be created or isn't writable.
    case folderNotWritable(folder: String, reason: String)
    /// The folder has files, and none by which it would be a market's. Nothing was changed.
    case folderOfOthers(folder: String)
    /// The file system of the folder can't put the entries of a folder on disk; `fileSystem` is its type if it is known.
    case folderNotSyncable(folder: String, fileSystem: String?, reason: String)
    /// The file isn't a database, or is damaged too badly to be opened.
    case notADatabase(path: String, reason: String)
    /// The database is damaged, and this version would have to migrate it before it can be used.
    case damaged(path: String, reason: String)
    /// The database was made with another schema than this version's: by 0.1.0, which didn't mark it, or by a version in
    /// development. Nothing was changed.
    case otherSchema(path: String, isOfFirstVersion: Bool)
    /// The database was migrated by a newer version of Open Market, and only that version or a later one can use it.
    case madeByNewerVersion(path: String)
    /// The database has to be migrated first, or isn't there yet, and wasn't opened to change its schema.
    case madeByOlderVersion(path: String)
    case diskFull(path: String)
    /// Any other failure; `reason` is for logs.
    case failed(path: String, reason: String)
}

extension StoreOpeningError {
    /// Converts an error that occurred while opening the database at a path.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as StoreOpeningError:
            self = error
        case let error as DatabaseError:
            self.init(error, path: path)
        default:
            self = .failed(path: path, reason: error.explanation)
        }
    }

    private init(_ error: DatabaseError, path: String) {
        let folder = (path as NSString).deletingLastPathComponent
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            self = .notADatabase(path: path, reason: error.description)
        case .SQLITE_FULL:
            self = .diskFull(path: path)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN:
            self = .folderNotWritable(folder: folder, reason: error.description)
        default:
            self = .failed(path: path, reason: error.description)
        }
    }
}
