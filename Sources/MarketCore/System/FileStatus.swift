internal import Foundation

/// What the system knows of a file or folder.
package struct FileStatus: Sendable {
    package let isRegularFile: Bool
    package let byteCount: Int
    /// The modification time in nanoseconds since 1970.
    package let changedAt: Int64

    /// Reads the status of what a path leads to; nil if there is nothing. It blocks.
    package init?(of path: String) throws(SystemError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .last
        }
        self.init(status)
    }

    /// Reads the status of an open file; nil if it isn't open.
    init?(ofDescriptor descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        isRegularFile = status.st_mode & S_IFMT == S_IFREG
        byteCount = Int(status.st_size)
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        changedAt = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
