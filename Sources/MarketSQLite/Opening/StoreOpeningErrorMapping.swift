internal import Foundation
internal import GRDB
internal import MarketCore

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
