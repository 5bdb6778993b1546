import MarketCore
import MarketImages
import MarketModels
import MarketS3

/// Copies images between a bucket and a folder, some at once.
struct BucketCopies {
    let store: S3ImageStore
    let folder: String

    /// What was copied to a bucket.
    struct Outcome {
        var imageCount = 0
        /// The number of images that weren't there yet.
        var copiedCount = 0
        /// The images that are damaged, or of which a rendition is missing.
        var lost: [ImageName] = []
    }

    private var files: ImageFiles { ImageFiles(folder: folder) }

    /// Copies images from the bucket that aren't in the folder yet.
    ///
    /// - Parameter isThorough: whether those that are there are compared with the bucket's.
    /// - Returns: the images that are missing or damaged in the bucket.
    func fetch(
        _ names: some Collection<ImageName>,
        isThorough: Bool,
        _ advance: () -> Void
    ) async throws -> [ImageName] {
        let images = FolderImageStore(folder: folder)
        var missing: [ImageName] = []
        try await names.forEach(atOnce: 16) { [files, store] name in
            if !isThorough, try ImageFile.Size.renditions.allSatisfy({ try files.file(of: name, $0) != nil }) {
                return true
            }
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
        } ended: { name, isCopied in
            if !isCopied { missing.append(name) }
            advance()
        }
        return missing
    }

    /// Copies images from the folder to the bucket. What is there already is compared and stays.
    func send(_ names: some Collection<ImageName>, _ advance: () -> Void) async throws -> Outcome {
        var outcome = Outcome()
        try await names.forEach(atOnce: 16) { [files, store] name -> Bool? in
            var isCopied = false
            for rendition in ImageFile.Size.renditions {
                guard let bytes = try files.content(of: name, rendition) else { return nil }
                if try await store.copy(bytes, to: name, rendition) { isCopied = true }
            }
            return isCopied
        } ended: { name, isCopied in
            if let isCopied {
                outcome.imageCount += 1
                if isCopied { outcome.copiedCount += 1 }
            } else {
                outcome.lost.append(name)
            }
            advance()
        }
        return outcome
    }
}

extension Collection where Element: Sendable {
    /// Does work for each element, for some at once.
    ///
    /// - Parameters:
    ///   - limit: for how many; 16 are as many requests as an object store is sent.
    ///   - ended: called with what came of each, in the order in which they end.
    func forEach<Value: Sendable>(
        atOnce limit: Int,
        _ work: @escaping @Sendable (Element) async throws -> Value,
        ended: (Element, Value) -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Element, Value).self) { group in
            for (index, element) in enumerated() {
                if index >= limit, let (element, value) = try await group.next() { ended(element, value) }
                group.addTask { (element, try await work(element)) }
            }
            for try await (element, value) in group { ended(element, value) }
        }
    }
}
