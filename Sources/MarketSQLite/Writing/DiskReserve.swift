internal import Foundation
internal import MarketCore
internal import Synchronization

/// A file in the data folder that reserves disk space, so that products can be deleted when the disk is full.
///
/// A deletion that finds the disk full removes the file and is retried. Until there is enough space to recreate the
/// file, the database accepts no other writes.
final class DiskReserve: Sendable {
    /// The size of the file in bytes. Deleting a product with the longest description writes about 2 MB into the log.
    static let byteCount = 4 << 20
    /// The minimum free space for creating the file, in bytes. On a smaller disk the reserve itself would fill it.
    static let leastFreeByteCount = 8 * byteCount

    private enum State {
        case held
        /// The file was removed for a deletion.
        case released
        /// There was not enough space when the store was opened, or the file can't be created at all.
        case never
    }

    private let folder: String
    private var path: String { folder + "/reserve" }
    private let state = Mutex(State.never)

    init(folder: String) {
        self.folder = folder
    }

    /// Creates the file when the store is opened. If there isn't enough space, the market runs without a reserve.
    func createIfSpaceAllows() {
        state.withLock { state in
            if exists || freeByteCount >= Self.leastFreeByteCount && make() { state = .held }
        }
    }

    /// Recreates the file if it was removed and there is enough space.
    ///
    /// - Returns: whether writes other than deletions are allowed.
    func recreateIfNeeded() -> Bool {
        state.withLock { state in
            guard state == .released else { return true }
            guard freeByteCount >= 2 * Self.byteCount, make() else { return false }
            state = .held
            return true
        }
    }

    /// Removes the file.
    ///
    /// - Returns: whether that has freed space.
    func release() -> Bool {
        state.withLock { state in
            guard state == .held, unlink(path) == 0 else { return false }
            state = .released
            return true
        }
    }

    private var exists: Bool { (try? FileStatus(of: path))?.byteCount == Self.byteCount }
    private var freeByteCount: UInt64 { FreeSpace(ofFolder: folder)?.byteCount ?? 0 }

    private func make() -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        #if os(Linux)
        let isMade = posix_fallocate(descriptor, 0, off_t(Self.byteCount)) == 0
        #else
        let isMade = Self.fill(descriptor)
        #endif
        if !isMade { unlink(path) }
        return isMade
    }

    #if !os(Linux)
    private static func fill(_ descriptor: Int32) -> Bool {
        let zeros = [UInt8](repeating: 0, count: byteCount)
        return write(descriptor, zeros, zeros.count) == zeros.count
    }
    #endif
}
