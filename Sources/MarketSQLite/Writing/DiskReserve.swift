internal import Foundation
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A file in the data folder that holds room on the disk ready, so that one can still delete when the disk is full.
///
/// A deletion that finds no room removes it and tries again. Until there is room to take it anew, nothing else is written
/// into the database.
final class DiskReserve: Sendable {
    /// To delete a product with the longest description writes some 2 MB into the log. In bytes.
    static let byteCount = 4 << 20
    /// It is taken only where at least so much is free: on a smaller disk it would be what fills it. In bytes.
    static let leastFreeByteCount = 8 * byteCount

    private enum State {
        case held
        /// Given away for a deletion.
        case released
        /// There was no room for it when the store was opened, or it can't be made at all.
        case never
    }

    private let path: String
    private let state = Mutex(State.never)

    init(folder: String) {
        path = folder + "/reserve"
    }

    /// At the start; without room for it, the market is open without.
    func takeIfThereIsRoom() {
        state.withLock { state in
            if isThere || freeByteCount >= Self.leastFreeByteCount && make() { state = .held }
        }
    }

    /// Takes it again when it was released and there is room.
    ///
    /// - Returns: whether there is room for other writes than deletions, as far as the reserve can tell.
    func takeIfNeeded() -> Bool {
        state.withLock { state in
            guard state == .released else { return true }
            guard freeByteCount >= 2 * Self.byteCount, make() else { return false }
            state = .held
            return true
        }
    }

    /// - Returns: whether that has made room.
    func release() -> Bool {
        state.withLock { state in
            guard state == .held, unlink(path) == 0 else { return false }
            state = .released
            return true
        }
    }

    private var isThere: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size == Self.byteCount
    }

    private var freeByteCount: Int {
        var status = statvfs()
        guard statvfs(path, &status) == 0 || statvfs((path as NSString).deletingLastPathComponent, &status) == 0 else {
            return 0
        }
        return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }

    private func make() -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
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
