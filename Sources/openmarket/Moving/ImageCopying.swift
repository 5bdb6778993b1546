import MarketCore
import MarketImages
import MarketModels
import MarketS3

/// Copies images from a folder to an object store, some at once. What is there already is compared and stays.
struct ImageCopying {
    /// The number of images that are copied at once.
    private static let concurrency = 16

    let files: ImageFiles
    let store: S3ImageStore

    /// What was copied.
    struct Outcome {
        var imageCount = 0
        var copiedCount = 0
        /// The images that are damaged, or of which a rendition is missing.
        var lost: [ImageName] = []
    }

    func perform(title: String) async throws -> Outcome {
        var total = 0
        for part in 0..<ImageFiles.partCount { total += try files.names(in: part).count }
        var outcome = Outcome()
        var progress = ProgressLine(total: total, title: title)
        defer { progress.end() }
        for part in 0..<ImageFiles.partCount {
            try await withThrowingTaskGroup(of: (ImageName, Bool?).self) { group in
                for (index, name) in try files.names(in: part).enumerated() {
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

    /// Removes images from the object store that were deleted after an earlier run had copied them. What a product shows stays,
    /// also if it is in the object store only.
    func removeDeleted(from market: any CheckedImages) async throws {
        for part in 0..<store.partCount {
            let gone = try await store.names(in: part).filter { try files.file(of: $0, .full) == nil }
            guard !gone.isEmpty else { continue }
            try await store.remove(market.unusedImages(among: gone))
        }
    }

    /// - Returns: whether something was copied, or nil if the image is lost.
    private func copy(_ name: ImageName) async throws -> Bool? {
        var isCopied = false
        for rendition in Rendition.allCases {
            guard let bytes = try files.content(of: name, rendition) else { return nil }
            if try await store.copy(bytes, to: name, rendition) { isCopied = true }
        }
        return isCopied
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
