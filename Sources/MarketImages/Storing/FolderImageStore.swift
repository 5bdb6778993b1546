public import MarketCore
public import MarketModels

/// Keeps pictures as files: `ab/abcd….jpg` and `ab/abcd…-thumb.jpg`, below a folder that is its own.
///
/// A file appears under its name only when it is whole and synced. The folder may be on any local file system and must
/// belong to one process; files that somebody else removes while it runs are not noticed everywhere.
public struct FolderImageStore: ImageStore {
    private let folder: PictureFolder
    private let knownFiles = KnownFiles(capacity: 10_000)
    private let executor: BoundedExecutor

    /// Touches nothing yet; the folder is made when it is first needed.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder.
    ///   - concurrency: how many threads may wait for the disk at once.
    public init(folder: String, concurrency: Int = 4) {
        self.init(folder: PictureFolder(path: folder), concurrency: concurrency)
    }

    init(folder: PictureFolder, concurrency: Int = 4) {
        self.folder = folder
        executor = BoundedExecutor(name: "pictures", width: max(1, concurrency))
    }

    /// Removes what an interrupted ``save(_:)`` has left over. To be called before the first ``save(_:)``.
    public func sweepTemporaryFiles() async throws(StoreError) {
        try await run { [folder] () throws(StoreError) in try folder.sweepTemporaryFiles() }
    }

    public func save(_ picture: ProcessedPicture) async throws(StoreError) {
        try await run { [folder] () throws(StoreError) in try folder.save(picture) }
    }

    public func find(_ name: PictureName, _ rendition: Rendition) async throws(StoreError) -> StoredFile? {
        let path = folder.path(of: name, rendition)
        if let byteCount = knownFiles.byteCount(of: path) { return StoredFile(path: path, byteCount: byteCount) }
        return try await run { [folder, knownFiles] () throws(StoreError) in
            let epoch = knownFiles.epoch
            guard let byteCount = try folder.byteCount(of: name, rendition) else { return nil }
            knownFiles.remember(path, byteCount: byteCount, seenAt: epoch)
            return StoredFile(path: path, byteCount: byteCount)
        }
    }

    public func remove(_ names: Set<PictureName>) async throws(StoreError) {
        let paths = names.flatMap { name in Rendition.allCases.map { folder.path(of: name, $0) } }
        try await run { [folder, knownFiles] () throws(StoreError) in
            // Before, so that nobody is sent to a file that is going; after, because a `find` may have come between.
            knownFiles.forget(paths)
            defer { knownFiles.forget(paths) }
            try folder.remove(names)
        }
    }

    public func names() async throws(StoreError) -> Set<PictureName> {
        try await run { [folder] () throws(StoreError) in try folder.names() }
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
