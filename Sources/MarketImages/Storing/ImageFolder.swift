import Foundation
internal import MarketCore
internal import MarketModels

/// The layout of an image folder and the operations on it. They block.
struct ImageFolder: Sendable {
    let path: String
    /// The folder of incomplete files. It is on the same file system, so that they can be renamed.
    let incoming: String
    let files: DurableFiles

    init(path: String, files: DurableFiles = DurableFiles()) {
        self.path = path
        self.files = files
        incoming = "\(path)/incoming"
    }

    func path(of name: ImageName, _ size: ImageFile.Size) -> String {
        "\(folder(of: name))/\(name.file(of: size))"
    }

    func save(_ image: ProcessedImage) throws(MarketError) {
        let folder = folder(of: image.name)
        try makeFolders([path, incoming, folder])
        try save(image.full, at: path(of: image.name, .full))
        try save(ImageChecksum.withChecksum(image.thumbnail), at: path(of: image.name, .thumbnail))
        // Required even if the files existed already, because a concurrent save that has written them may not have
        // synced yet.
        try files.sync(folder)
        try files.sync(path)
    }

    /// - Returns: nil if the image doesn't exist any more; then nothing is stored.
    func save(_ bytes: [UInt8], of name: ImageName, _ width: WebImageWidth) throws(MarketError) -> StoredFile? {
        guard try byteCount(of: name, .full) != nil else { return nil }
        try makeFolders([incoming])
        let destination = path(of: name, .web(width))
        try save(ImageChecksum.withChecksum(bytes), at: destination)
        try files.sync(folder(of: name))
        // A removal deletes the full rendition first. So either the removal deletes this file too, or the removal is
        // detected here.
        guard try byteCount(of: name, .full) != nil else {
            try files.remove(destination)
            return nil
        }
        return StoredFile(
            path: destination,
            byteCount: bytes.count,
            trailerByteCount: ImageChecksum.byteCount,
            changedAt: try files.status(of: destination)?.changedAt
        )
    }

    /// Reads a complete file and verifies it against its hash. A damaged web size is removed, because it can be made again.
    ///
    /// - Throws: `MarketError.damaged` when the bytes of a rendition differ from those that were written.
    func find(_ name: ImageName, _ size: ImageFile.Size) throws(MarketError) -> StoredFile? {
        let path = path(of: name, size)
        if case .web = size {
            // A web size may remain after a crash although its image was removed.
            guard try byteCount(of: name, .full) != nil else { return nil }
            return try files.derivedFile(at: path)
        }
        guard let (file, isWhole) = try files.verifiedFile(at: path, named: size == .full ? name : nil)
        else { return nil }
        guard isWhole else {
            throw .damaged(reason: "\(path) is not what was written: \(file.byteCount) bytes that don't fit its hash")
        }
        return file
    }

    func byteCount(of name: ImageName, _ rendition: ImageFile.Size) throws(MarketError) -> Int? {
        try files.status(of: path(of: name, rendition))?.byteCount
    }

    func remove(_ names: Set<ImageName>) throws(MarketError) {
        for name in names {
            for path in paths(of: name) { try files.remove(path) }
        }
    }

    /// Returns the paths of all files that an image can have, the full rendition first.
    func paths(of name: ImageName) -> [String] {
        ImageFile.Size.allCases.map { path(of: name, $0) }
    }

    func check() throws(MarketError) {
        try makeFolders([path, incoming])
        let probe = "\(incoming)/\(UUID().uuidString)"
        try files.create(probe, holding: [UInt8](repeating: 0, count: 4096))
        try files.remove(probe)
    }

    func removeTemporaryFiles() throws(MarketError) {
        try makeFolders([path, incoming])
        for name in try files.names(in: incoming) { try files.remove("\(incoming)/\(name)") }
    }

    /// Writes a file under its final name without syncing the folder. The name is durable after ``sync(part:)``.
    func write(_ bytes: [UInt8], as name: ImageName, _ rendition: ImageFile.Size) throws(MarketError) {
        try makeFolders([path, incoming, folder(of: name)])
        try files.replace(path(of: name, rendition), with: bytes, through: incoming)
    }

    private func save(_ bytes: [UInt8], at destination: String) throws(MarketError) {
        // A damaged file is rewritten.
        if try files.status(of: destination)?.byteCount == bytes.count, try files.read(destination) == bytes {
            try files.sync(destination)
            return
        }
        try files.replace(destination, with: bytes, through: incoming)
    }

    func makeFolders(_ folders: [String]) throws(MarketError) {
        for folder in folders { try files.makeFolder(folder) }
    }

    /// Returns one of 256 folders, because some file systems are slow with a million files in one.
    private func folder(of name: ImageName) -> String {
        "\(path)/\(name.hexDigits.prefix(2))"
    }
}
