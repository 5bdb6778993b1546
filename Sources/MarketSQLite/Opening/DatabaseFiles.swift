internal import Foundation

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
