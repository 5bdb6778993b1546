/// Why a data folder can't be used. Each case says what whoever runs the market can do about it.
public enum StoreOpeningError: Error, Hashable, Sendable {
    /// Another process works with the folder; its number where it is known.
    case folderInUse(folder: String, processID: Int32?)
    /// The folder can't be made, or nothing can be written in it.
    case folderNotWritable(folder: String, reason: String)
    /// The file is no database, or a damaged one.
    case notADatabase(path: String, reason: String)
    /// The database is damaged, and this version would have to change it before it can be used.
    case damaged(path: String, reason: String)
    /// A newer version of Open Market has changed the database; only that one, or a still newer, can use it.
    case madeByNewerVersion(path: String)
    /// No room is left on the disk.
    case diskFull(path: String)
    /// Something else; `reason` is for logs.
    case failed(path: String, reason: String)
}

extension StoreOpeningError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .folderInUse(let folder, let processID?): "folder \(folder) is in use by process \(processID)"
        case .folderInUse(let folder, nil): "folder \(folder) is in use by another process"
        case .folderNotWritable(let folder, let reason): "folder \(folder) is not writable: \(reason)"
        case .notADatabase(let path, let reason): "\(path) is not a usable database: \(reason)"
        case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
        case .madeByNewerVersion(let path): "\(path) was made by a newer version of Open Market"
        case .diskFull(let path): "no room is left on the disk that holds \(path)"
        case .failed(let path, let reason): "\(path) can't be opened: \(reason)"
        }
    }
}
