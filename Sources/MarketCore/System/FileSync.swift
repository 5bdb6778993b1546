internal import Foundation

/// Waits until files and folders are on disk. It blocks.
package enum FileSync {
    /// Syncs the file or folder that a descriptor is open on.
    package static func sync(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Darwin)
        // On Darwin, fsync doesn't flush the cache of the drive.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        while fsync(descriptor) != 0 {
            guard errno == EINTR else { throw .last }
        }
    }

    /// Syncs a file, or the entries of a folder.
    package static func sync(path: String) throws(SystemError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        try sync(descriptor)
    }
}
