internal import Foundation

/// The space that is left on the disk of a folder.
package struct FreeSpace: Sendable {
    package let byteCount: UInt64
    package let totalByteCount: UInt64

    package init(byteCount: UInt64, totalByteCount: UInt64) {
        self.byteCount = byteCount
        self.totalByteCount = totalByteCount
    }

    /// Asks the file system. It blocks.
    ///
    /// - Returns: nil if it doesn't say, for example because the folder doesn't exist.
    package init?(ofFolder path: String) {
        var status = statvfs()
        guard statvfs(path, &status) == 0, status.f_blocks > 0 else { return nil }
        byteCount = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        totalByteCount = UInt64(status.f_blocks) * UInt64(status.f_frsize)
    }

    /// Whether less than a tenth is free.
    package var isLow: Bool { byteCount < totalByteCount / 10 }
}
