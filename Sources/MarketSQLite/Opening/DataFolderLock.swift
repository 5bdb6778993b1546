internal import Foundation
internal import MarketCore
internal import Synchronization

/// The exclusive right to use a data folder, held until ``release()`` or the deinitialisation of the object.
///
/// It is an exclusive `flock` on the file `lock` in the folder, so the kernel releases it when the process ends in any
/// way. The file remains and has no meaning by itself. It contains the id of the process that holds the lock.
public final class DataFolderLock: Sendable {
    public let folder: String
    private let descriptor: Mutex<Int32?>

    /// A data folder or database file that was accessible to other users of the machine.
    public struct ExposedFile: Hashable, Sendable {
        public let path: String
        /// Whether the access has been revoked.
        public let isSecured: Bool
    }

    /// The exposed files that were found when the folder was locked.
    public let exposedFiles: [ExposedFile]

    /// Locks a folder, which is created if necessary, readable only by its owner. The access of other users to an
    /// existing folder is revoked (``exposedFiles``). A folder whose database has another schema isn't touched.
    ///
    /// The folder and the one with its images, which may be on another file system, are synced, too: SQLite doesn't notice
    /// that a file system can't do that.
    ///
    /// - Throws: ``StoreOpeningError/folderInUse(folder:processID:)`` when another process, or another object of this
    ///   process, holds the lock; ``StoreOpeningError/folderNotWritable(folder:reason:)``;
    ///   ``StoreOpeningError/folderNotSyncable(folder:fileSystem:reason:)``;
    ///   ``StoreOpeningError/otherSchema(path:isOfFirstVersion:)``.
    public init(folder: String) throws(StoreOpeningError) {
        self.folder = folder
        try MarketDatabase.refuseOtherSchema("\(folder)/\(MarketDatabase.fileName)")
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .folderNotWritable(folder: folder, reason: Self.obstacle(at: folder) ?? error.explanation)
        }
        // The process id must not overwrite a file that the lock leads to.
        let opened = open(folder + "/lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw .folderNotWritable(folder: folder, reason: SystemError.last.description) }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else {
            close(opened)
            throw .folderNotWritable(folder: folder, reason: "'lock' in it isn't a file of its own")
        }
        while flock(opened, LOCK_EX | LOCK_NB) != 0 {
            let failure = SystemError.last
            if failure.number == EINTR { continue }
            let holder = Self.readProcessID(opened)
            close(opened)
            guard failure.number == EWOULDBLOCK else {
                throw .folderNotWritable(folder: folder, reason: failure.description)
            }
            throw .folderInUse(folder: folder, processID: holder)
        }
        Self.writeProcessID(opened)
        do throws(StoreOpeningError) {
            for folder in [folder, folder + "/images"] { try Self.checkSync(folder) }
        } catch {
            close(opened)
            throw error
        }
        exposedFiles = DatabaseFiles.makePrivate(in: folder)
        descriptor = Mutex(opened)
    }

    deinit {
        release()
    }

    /// Returns whether another process, or another object of this one, has locked a folder. Nothing is written.
    public static func isHeld(_ folder: String) -> Bool {
        guard let hold = FolderHold(folder) else { return true }
        hold.end()
        return false
    }

    /// Releases the lock. Further calls have no effect.
    public func release() {
        descriptor.withLock { descriptor in
            guard let open = descriptor else { return }
            // A child process that is being started has the descriptor, too, until its program is executed. Closing it here
            // wouldn't release the lock until then.
            flock(open, LOCK_UN)
            close(open)
            descriptor = nil
        }
    }

    /// Refuses an existing folder that has files but no market. Others would lose access to them, and some would be taken for
    /// the market's.
    ///
    /// - Throws: ``StoreOpeningError/folderOfOthers(folder:)``.
    public static func refuseOtherFiles(in folder: String) throws(StoreOpeningError) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard Set(names).isDisjoint(with: ["lock", "market.json", MarketDatabase.fileName]) else { return }
        // A market begins also on a disk of its own, in the home of its user, and with images that were copied there.
        let isFree = names.allSatisfy { $0.hasPrefix(".") || ["images", "lost+found"].contains($0) }
        guard isFree else { throw .folderOfOthers(folder: folder) }
    }

    /// Refuses an existing folder whose entries can't be synced.
    static func checkSync(_ folder: String) throws(StoreOpeningError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // What can't be opened is reported by who needs it.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        do {
            try FileSync.sync(descriptor)
        } catch {
            throw .folderNotSyncable(
                folder: folder,
                fileSystem: FileSystemType.ofFolder(folder),
                reason: error.description
            )
        }
    }

    /// Returns what is in the place of a folder that can't be made, of which the system says only that it exists; nil if nothing is.
    private static func obstacle(at path: String) -> String? {
        // To a disk that isn't mounted, for example.
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
            !FileManager.default.fileExists(atPath: path)
        {
            return "it is a link to \(target), which isn't there"
        }
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return isThere && !isFolder.boolValue ? "it isn't a folder" : nil
    }

    private static func readProcessID(_ descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes[..<count], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Writes the process id, which only appears in the error of other processes, so a failure is ignored.
    private static func writeProcessID(_ descriptor: Int32) {
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = pwrite(descriptor, text, text.count, 0)
    }
}

/// What keeps others from locking a folder while it is read, such as a backup that is being restored. Others may hold
/// it, too, and nothing is written. A folder that nobody has ever locked can't be held.
public struct FolderHold: Sendable {
    private let descriptor: Int32

    /// - Returns: nil if another process, or another object of this one, has locked the folder.
    public init?(_ folder: String) {
        descriptor = open(folder + "/lock", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        close(descriptor)
        return nil
    }

    /// Lets others lock the folder. It is called once.
    public func end() {
        guard descriptor >= 0 else { return }
        // As in `DataFolderLock.release()`.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
