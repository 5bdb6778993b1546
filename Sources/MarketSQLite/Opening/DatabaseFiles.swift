internal import Foundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Sees to it that only their owner can read the database's files, whatever the umask.
enum DatabaseFiles {
    /// Makes the database's file if there is none; SQLite gives the files beside it the same mode. What goes wrong here
    /// goes wrong again, with a reason, when SQLite opens it.
    static func make(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Takes the data folder and the database's files from everybody but their owner.
    ///
    /// - Returns: those that others could use until now.
    static func makePrivate(in folder: String) -> [DataFolderLock.ExposedFile] {
        let path = "\(folder)/\(MarketDatabase.fileName)"
        return [folder, path, path + "-wal", path + "-shm"].compactMap { path in
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return nil }
            // Only its owner can change it.
            return DataFolderLock.ExposedFile(path: path, isMended: chmod(path, status.st_mode & 0o700) == 0)
        }
    }
}
