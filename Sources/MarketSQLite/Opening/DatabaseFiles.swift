internal import Foundation
internal import MarketCore

/// The permissions of the database's files, which only their owner may read, regardless of the umask.
enum DatabaseFiles {
    /// Creates the database file if there is none. SQLite creates the accompanying files with the same mode. Errors are
    /// ignored here because opening the database reports them with a reason.
    static func make(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Revokes the access of other users to the data folder and the database's files.
    ///
    /// - Returns: the files that other users could access until now.
    static func makePrivate(in folder: String) -> [DataFolderLock.ExposedFile] {
        let path = "\(folder)/\(MarketDatabase.fileName)"
        return [folder, path, path + "-wal", path + "-shm"].compactMap { path in
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return nil }
            // Fails unless the process owns the file.
            return DataFolderLock.ExposedFile(path: path, isSecured: chmod(path, status.st_mode & 0o700) == 0)
        }
    }
}

/// The database file that is open. When somebody deletes or moves it, or puts another one in its place, SQLite goes on
/// with it, and what is written then is lost with the process.
struct OpenDatabaseFile: Sendable {
    private struct Identity: Hashable {
        let device: dev_t
        let number: ino_t

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    private let path: String
    private let identity: Identity?

    /// - Parameter path: the path of a file that was just opened.
    init(_ path: String) {
        self.path = path
        identity = Identity(path)
    }

    /// Checks that the path still leads to the file. It blocks for as long as the file system takes to look that up.
    ///
    /// - Throws: `MarketError.unavailable` if it doesn't. It is over when the file is back.
    func confirm() throws(MarketError) {
        guard Identity(path) == identity else {
            throw .unavailable(
                reason: "\(path) isn't the file that was opened. Put that back, or start the market again"
            )
        }
    }
}
