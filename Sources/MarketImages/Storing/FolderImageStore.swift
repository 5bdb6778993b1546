public import MarketCore
public import MarketModels

/// Keeps pictures as files: `ab/abcd….jpg`, `ab/abcd…-thumb.jpg` and, once asked for, `ab/abcd…-400.webp`, below a folder
/// that is its own.
///
/// A file appears under its name only when it is whole and synced. The folder may be on any local file system and must
/// belong to one process; files that somebody else removes while it runs are not noticed everywhere.
///
/// A file is compared with its hash when this process first reads it, and when it has changed since.
public struct FolderImageStore: ImageStore {
    private let folder: PictureFolder
    private let knownFiles = KnownFiles(capacity: 10_000)
    private let executor: BoundedExecutor
    private let integrity: IntegrityMonitor

    /// Touches nothing yet; the folder is made when it is first needed.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder.
    ///   - concurrency: how many threads may wait for the disk at once.
    ///   - integrity: told of files that are damaged.
    public init(folder: String, concurrency: Int = 4, integrity: IntegrityMonitor = IntegrityMonitor()) {
        self.init(folder: PictureFolder(path: folder), concurrency: concurrency, integrity: integrity)
    }

    init(folder: PictureFolder, concurrency: Int = 4, integrity: IntegrityMonitor = IntegrityMonitor()) {
        self.folder = folder
        self.integrity = integrity
        executor = BoundedExecutor(name: "pictures", width: max(1, concurrency))
    }

    /// Removes what an interrupted ``save(_:)`` has left over. To be called before the first ``save(_:)``.
    public func sweepTemporaryFiles() async throws(StoreError) {
        try await run { [folder] () throws(StoreError) in try folder.sweepTemporaryFiles() }
    }

    public func save(_ picture: ProcessedPicture) async throws(StoreError) {
        try await run { [folder] () throws(StoreError) in try folder.save(picture) }
    }

    public func save(
        _ bytes: [UInt8],
        of name: PictureName,
        _ width: WebPictureWidth
    ) async throws(StoreError) -> StoredFile? {
        try await run { [folder] () throws(StoreError) in try folder.save(bytes, of: name, width) }
    }

    public func find(_ name: PictureName, _ rendition: Rendition) async throws(StoreError) -> StoredFile? {
        try await find(folder.path(of: name, rendition)) { [folder] () throws(StoreError) in
            try folder.find(name, rendition)
        }
    }

    public func find(_ name: PictureName, _ width: WebPictureWidth) async throws(StoreError) -> StoredFile? {
        try await find(folder.path(of: name, width)) { [folder] () throws(StoreError) in
            try folder.find(name, width)
        }
    }

    public func forget(_ file: StoredFile) { knownFiles.forget([file.path]) }

    private func find(
        _ path: String,
        _ look: @escaping @Sendable () throws(StoreError) -> StoredFile?
    ) async throws(StoreError) -> StoredFile? {
        if let known = knownFiles.file(at: path) { return known }
        return try await run { [knownFiles, integrity] () throws(StoreError) in
            let epoch = knownFiles.epoch
            let file: StoredFile?
            do throws(StoreError) {
                file = try look()
            } catch {
                if case .corrupt(let reason) = error { integrity.fileIsDamaged(path, reason) }
                throw error
            }
            // Found whole, or gone.
            integrity.fileIsInOrder(path)
            if let file { knownFiles.remember(file, seenAt: epoch) }
            return file
        }
    }

    public func remove(_ names: Set<PictureName>) async throws(StoreError) {
        let paths = names.flatMap { folder.paths(of: $0) }
        try await run { [folder, knownFiles] () throws(StoreError) in
            // Before, so that nobody is sent to a file that is going; after, because a `find` may have come between.
            knownFiles.forget(paths)
            defer { knownFiles.forget(paths) }
            try folder.remove(names)
        }
    }

    public var partCount: Int { PictureFolder.partCount }

    public func names(in part: Int) async throws(StoreError) -> Set<PictureName> {
        try await run { [folder] () throws(StoreError) in try folder.names(in: part) }
    }

    public func names(
        among names: Set<PictureName>,
        unchangedSince moment: Timestamp
    ) async throws(StoreError) -> Set<PictureName> {
        try await run { [folder] () throws(StoreError) in try folder.names(among: names, unchangedSince: moment) }
    }

    public func moveToTrash(_ names: Set<PictureName>, at now: Timestamp) async throws(StoreError) {
        let paths = names.flatMap { folder.paths(of: $0) }
        try await run { [folder, knownFiles] () throws(StoreError) in
            knownFiles.forget(paths)
            defer { knownFiles.forget(paths) }
            try folder.moveToTrash(names, at: now)
        }
    }

    public func emptyTrash(before moment: Timestamp) async throws(StoreError) {
        try await run { [folder] () throws(StoreError) in try folder.emptyTrash(before: moment) }
    }

    /// Whether there is any picture; looks no further than the first.
    public func isEmpty() async throws(StoreError) -> Bool {
        try await run { [folder] () throws(StoreError) in
            for part in 0..<PictureFolder.partCount where try !folder.names(in: part).isEmpty { return false }
            return true
        }
    }

    /// Writes a file, syncs it and removes it again.
    public func check() async throws(StoreError) {
        try await run { [folder] () throws(StoreError) in try folder.check() }
    }

    private func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError>
        do {
            result = try await executor.run { Result(catching: work) }
        } catch {
            throw .unavailable(reason: "\(error) while waiting for the picture folder")
        }
        return try result.get()
    }
}
