import MarketCore
import MarketImages
import MarketModels
import MarketS3

/// Copies images between a bucket and a folder of a backup, some at once.
struct BucketCopies {
    /// The number of images that are copied at once.
    private static let concurrency = 16

    let store: S3ImageStore
    let folder: String

    private var files: ImageFiles { ImageFiles(folder: folder) }

    /// Copies images from the bucket that aren't in the folder yet.
    ///
    /// - Parameter isThorough: whether those that are there are compared with the bucket's.
    /// - Returns: the images that are missing or damaged in the bucket.
    func fetch(
        _ names: some Collection<ImageName>,
        isThorough: Bool,
        _ advance: () -> Void = {}
    ) async throws -> [ImageName] {
        let images = FolderImageStore(folder: folder)
        return try await forEach(names, advance) { [files, store] name in
            if !isThorough, try Self.isThere(name, files) { return true }
            do throws(MarketError) {
                guard let full = try await store.content(of: name, .full),
                    let thumbnail = try await store.content(of: name, .thumbnail)
                else { return false }
                let image = ProcessedImage(name: name, width: 0, height: 0, full: full, thumbnail: thumbnail)
                try await images.save(image)
                return true
            } catch {
                guard case .damaged = error else { throw error }
                return false
            }
        }
    }

    /// Copies images from the folder to the bucket, unless they are there.
    ///
    /// - Returns: the images that are missing or damaged in the folder.
    func send(_ names: some Collection<ImageName>, _ advance: () -> Void) async throws -> [ImageName] {
        try await forEach(names, advance) { [files, store] name in
            for rendition in Rendition.allCases {
                guard let bytes = try files.content(of: name, rendition) else { return false }
                _ = try await store.copy(bytes, to: name, rendition)
            }
            return true
        }
    }

    private static func isThere(_ name: ImageName, _ files: ImageFiles) throws -> Bool {
        try Rendition.allCases.allSatisfy { try files.file(of: name, $0) != nil }
    }

    /// - Returns: the images for which `copy` returned false.
    private func forEach(
        _ names: some Collection<ImageName>,
        _ advance: () -> Void,
        copy: @escaping @Sendable (ImageName) async throws -> Bool
    ) async throws -> [ImageName] {
        try await withThrowingTaskGroup(of: (name: ImageName, isCopied: Bool).self) { group in
            var lost: [ImageName] = []
            for (index, name) in names.enumerated() {
                if index >= Self.concurrency, let ended = try await group.next() {
                    if !ended.isCopied { lost.append(ended.name) }
                    advance()
                }
                group.addTask { (name, try await copy(name)) }
            }
            for try await ended in group {
                if !ended.isCopied { lost.append(ended.name) }
                advance()
            }
            return lost
        }
    }
}
