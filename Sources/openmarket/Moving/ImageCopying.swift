import MarketCore
import MarketImages
import MarketModels
import MarketS3

/// Copies images between a folder and an object store, some at once. What is there already is compared and stays.
struct ImageCopying {
    /// The number of images that are copied at once.
    private static let concurrency = 16

    let files: ImageFiles
    let images: FolderImageStore
    let store: S3ImageStore

    /// What was copied.
    struct Outcome {
        var imageCount = 0
        var copiedCount = 0
        /// The images that are damaged, or of which a rendition is missing.
        var lost: [ImageName] = []
    }

    func toStore(title: String) async throws -> Outcome {
        var total = 0
        for part in 0..<ImageFiles.partCount { total += try files.names(in: part).count }
        return try await copyAll(total: total, title: title) { part in
            try files.names(in: part)
        } copy: { [files, store] name in
            var isCopied = false
            for rendition in Rendition.allCases {
                guard let bytes = try files.content(of: name, rendition) else { return nil }
                if try await store.copy(bytes, to: name, rendition) { isCopied = true }
            }
            return isCopied
        }
    }

    /// - Parameter isLast: whether images that are only in the folder are moved to its trash.
    func toFolder(title: String, isLast: Bool, now: Timestamp) async throws -> Outcome {
        var total = 0
        for part in 0..<store.partCount { total += try await store.names(in: part).count }
        let outcome = try await copyAll(total: total, title: title) { part in
            try await store.names(in: part)
        } copy: { [files, images, store] name in
            if try files.condition(of: name).values.allSatisfy({ $0 == .whole }) { return false }
            guard let full = try await Self.content(store, name, .full),
                let thumbnail = try await Self.content(store, name, .thumbnail)
            else { return nil }
            try await images.save(
                ProcessedImage(name: name, width: 0, height: 0, full: full, thumbnail: thumbnail)
            )
            return true
        }
        guard isLast else { return outcome }
        for part in 0..<store.partCount {
            let old = try files.names(in: part).subtracting(try await store.names(in: part))
            if !old.isEmpty { try await images.moveToTrash(old, at: now) }
        }
        return outcome
    }

    /// Copies the images of all parts.
    ///
    /// - Parameter copy: returns whether something was copied, or nil if the image is lost.
    private func copyAll(
        total: Int,
        title: String,
        names: (Int) async throws -> Set<ImageName>,
        copy: @escaping @Sendable (ImageName) async throws -> Bool?
    ) async throws -> Outcome {
        var outcome = Outcome()
        var progress = ProgressLine(total: total, title: title)
        defer { progress.end() }
        for part in 0..<ImageFiles.partCount {
            try await withThrowingTaskGroup(of: (ImageName, Bool?).self) { group in
                for (index, name) in try await names(part).enumerated() {
                    if index >= Self.concurrency, let ended = try await group.next() {
                        outcome.add(ended)
                        progress.advance()
                    }
                    group.addTask { (name, try await copy(name)) }
                }
                for try await ended in group {
                    outcome.add(ended)
                    progress.advance()
                }
            }
        }
        return outcome
    }

    private static func content(
        _ store: S3ImageStore,
        _ name: ImageName,
        _ rendition: Rendition
    ) async throws -> [UInt8]? {
        do {
            return try await store.content(of: name, rendition)
        } catch StoreError.corrupt {
            return nil
        }
    }
}

extension ImageCopying.Outcome {
    fileprivate mutating func add(_ ended: (name: ImageName, isCopied: Bool?)) {
        switch ended.isCopied {
        case nil: lost.append(ended.name)
        case let isCopied?:
            imageCount += 1
            if isCopied { copiedCount += 1 }
        }
    }
}
