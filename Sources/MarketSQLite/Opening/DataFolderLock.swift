internal import Foundation
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The sole right to use a data folder, held until ``release()`` or the end of the object's life.
///
/// It is an exclusive `flock` on the file `lock` in the folder, so the kernel takes it back when a process ends in
/// whatever way; the file itself stays and means nothing. It holds the number of the process that has the lock.
public final class DataFolderLock: Sendable {
    /// Path of the locked folder.
    public let folder: String
    private let descriptor: Mutex<Int32?>

    /// The folder or a file of the database that other users of the machine could read or change.
    public struct ExposedFile: Hashable, Sendable {
        public let path: String
        /// Whether they can't any more.
        public let isMended: Bool
    }

    /// What was found so when the folder was locked.
    public let exposedFiles: [ExposedFile]

    /// Makes the folder if there is none, readable only by its owner, and locks it. A folder that others can use is
    /// taken from them (``exposedFiles``).
    ///
    /// - Throws: ``StoreOpeningError/folderInUse(folder:processID:)`` when another process, or another object of this
    ///   one, has the lock; ``StoreOpeningError/folderNotWritable(folder:reason:)``.
    public init(folder: String) throws(StoreOpeningError) {
        self.folder = folder
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .folderNotWritable(folder: folder, reason: error.localizedDescription)
        }
        let opened = open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw .folderNotWritable(folder: folder, reason: String(cString: strerror(errno))) }
        while flock(opened, LOCK_EX | LOCK_NB) != 0 {
            let failure = errno
            if failure == EINTR { continue }
            let holder = Self.readProcessID(opened)
            close(opened)
            guard failure == EWOULDBLOCK else {
                throw .folderNotWritable(folder: folder, reason: String(cString: strerror(failure)))
            }
            throw .folderInUse(folder: folder, processID: holder)
        }
        Self.writeProcessID(opened)
        exposedFiles = DatabaseFiles.makePrivate(in: folder)
        descriptor = Mutex(opened)
    }

    deinit {
        release()
    }

    /// Lets others use the folder. Calling it again does nothing.
    public func release() {
        descriptor.withLock { descriptor in
            if let open = descriptor { close(open) }
            descriptor = nil
        }
    }

    private static func readProcessID(_ descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes[..<count], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Only for the error that others get, so it does not matter if it fails.
    private static func writeProcessID(_ descriptor: Int32) {
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = pwrite(descriptor, text, text.count, 0)
    }
}
