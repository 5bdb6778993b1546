public import MarketCore
public import MarketModels

/// A store that keeps images as files in its own folder: `ab/abcd….jpg`, `ab/abcd…-thumb.jpg` and, once requested,
/// `ab/abcd…-400.webp`.
///
/// A file appears under its name only when it is complete and synced. The folder may be on any local file system and
/// must be used by one process only. Files that are removed from outside while it runs may go unnoticed.
///
/// A file is verified against its hash when this process first reads it, and again when it has changed.
public struct FolderImageStore: ImageStore {
    /// What is waited for, in errors.
    private static let purpose = "the image folder"

    private let folder: ImageFolder
    private let verifiedFiles = VerifiedFiles(capacity: 10_000)
    private let executor: BoundedExecutor
    private let integrity: IntegrityMonitor
    private let freeSpace: @Sendable (_ folder: String) -> FreeSpace?

    /// Creates a store without accessing the disk. The folder is created on first use.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder.
    ///   - concurrency: the maximum number of threads that access the disk at once.
    ///   - integrity: the monitor to which damaged files are reported.
    public init(folder: String, concurrency: Int = 4, integrity: IntegrityMonitor = IntegrityMonitor()) {
        self.init(folder: ImageFolder(path: folder), concurrency: concurrency, integrity: integrity)
    }

    /// - Parameter freeSpace: what is free on the disk of a folder, or nil if that isn't known.
    package init(
        folder: String,
        integrity: IntegrityMonitor,
        freeSpace: @escaping @Sendable (_ folder: String) -> FreeSpace?
    ) {
        self.init(folder: ImageFolder(path: folder), integrity: integrity, freeSpace: freeSpace)
    }

    init(
        folder: ImageFolder,
        concurrency: Int = 4,
        integrity: IntegrityMonitor = IntegrityMonitor(),
        freeSpace: @escaping @Sendable (_ folder: String) -> FreeSpace? = { FreeSpace(ofFolder: $0) }
    ) {
        self.folder = folder
        self.integrity = integrity
        self.freeSpace = freeSpace
        executor = BoundedExecutor(name: "images", width: max(1, concurrency))
    }

    /// Removes files left behind by an interrupted ``save(_:)``. Call it before the first ``save(_:)``.
    public func removeTemporaryFiles() async throws(MarketError) {
        try await inFolder { try $0.removeTemporaryFiles() }
    }

    public func save(_ image: ProcessedImage) async throws(MarketError) {
        try await inFolder { try $0.save(image) }
    }

    public func save(
        _ bytes: [UInt8],
        of name: ImageName,
        _ width: WebImageWidth
    ) async throws(MarketError) -> StoredFile? {
        try await inFolder { try $0.save(bytes, of: name, width) }
    }

    public func find(_ name: ImageName, _ size: ImageFile.Size) async throws(MarketError) -> StoredFile? {
        if let known = verifiedFiles.file(at: folder.path(of: name, size)) { return known }
        return try await executor.run(waitingFor: Self.purpose) { [folder, verifiedFiles, integrity] in
            let epoch = verifiedFiles.epoch
            let file: StoredFile?
            do throws(MarketError) {
                file = try folder.find(name, size)
            } catch {
                if case .damaged(let reason) = error { integrity.fileIsDamaged(name.file(of: size), reason) }
                throw error
            }
            // What doesn't exist isn't intact.
            guard let file else { return nil }
            integrity.fileIsIntact(name.file(of: size))
            verifiedFiles.remember(file, seenAt: epoch)
            return file
        }
    }

    public func invalidate(_ file: StoredFile) { verifiedFiles.invalidate([file.path]) }

    public func remove(_ names: Set<ImageName>) async throws(MarketError) {
        try await taking(names) { try $0.remove(names) }
    }

    public var partCount: Int { ImageFolder.partCount }

    public func names(in part: Int) async throws(MarketError) -> Set<ImageName> {
        try await inFolder { try $0.names(in: part) }
    }

    public func names(
        among names: Set<ImageName>,
        unchangedSince moment: Timestamp
    ) async throws(MarketError) -> Set<ImageName> {
        try await inFolder { try $0.names(among: names, unchangedSince: moment) }
    }

    public func moveToTrash(_ names: Set<ImageName>, at now: Timestamp) async throws(MarketError) {
        try await taking(names) { try $0.moveToTrash(names, at: now) }
    }

    /// Takes images from where they are found.
    private func taking(
        _ names: Set<ImageName>,
        _ body: @escaping @Sendable (ImageFolder) throws -> Void
    ) async throws(MarketError) {
        let paths = names.flatMap { folder.paths(of: $0) }
        try await inFolder { [verifiedFiles] folder in
            // Forget the files before, so that no new reader is given one that is being taken, and after, because a
            // concurrent `find` may have remembered one again.
            verifiedFiles.invalidate(paths)
            defer { verifiedFiles.invalidate(paths) }
            try body(folder)
        }
    }

    public func takeFromTrash(_ names: Set<ImageName>, movedAt moment: Timestamp) async throws(MarketError) {
        try await inFolder { try $0.takeFromTrash(names, movedAt: moment) }
    }

    public func deleteFromTrash(_ names: Set<ImageName>, movedAt moment: Timestamp) async throws(MarketError) {
        try await inFolder { try $0.deleteFromTrash(names, movedAt: moment) }
    }

    public func emptyTrash(before moment: Timestamp) async throws(MarketError) {
        try await inFolder { try $0.emptyTrash(before: moment) }
    }

    /// Returns whether the store has no images. It stops at the first folder that has any.
    public func isEmpty() async throws(MarketError) -> Bool {
        try await executor.run(waitingFor: Self.purpose) { [folder] in
            for part in 0..<ImageFolder.partCount where try !folder.names(in: part).isEmpty { return false }
            return true
        }
    }

    public func checkFreeSpace() async throws(MarketError) {
        try await executor.run(waitingFor: Self.purpose) { [folder, freeSpace] in
            if freeSpace(folder.path)?.isLow == true { throw MarketError.storageFull }
        }
    }

    /// Looks at one folder at a time, so that others get their turn.
    public func storedSize() async throws(MarketError) -> StoredSize? {
        var byteCount: Int64 = 0
        for part in 0..<partCount {
            byteCount += try await inFolder { try $0.byteCount(in: part) }
        }
        let free = try await executor.run(waitingFor: Self.purpose) { [folder, freeSpace] in freeSpace(folder.path) }
        return StoredSize(byteCount: byteCount, freeByteCount: free.map { Int64(clamping: $0.byteCount) })
    }

    /// Checks that a file can be written, synced and removed.
    public func check() async throws(MarketError) {
        try await inFolder { try $0.check() }
    }

    private func inFolder<Value: Sendable>(
        _ body: @escaping @Sendable (ImageFolder) throws -> Value
    ) async throws(MarketError) -> Value {
        try await executor.run(waitingFor: Self.purpose) { [folder] in try body(folder) }
    }
}
