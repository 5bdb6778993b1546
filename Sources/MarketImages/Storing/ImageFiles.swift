public import MarketCore
public import MarketModels

/// The files of an image folder, for backups and checks. It blocks. It may be used while another process owns the
/// folder, because images appear and disappear as whole files.
public struct ImageFiles: Sendable {
    /// The parts that ``names(in:)`` enumerates.
    public static let parts = 0..<ImageFolder.partCount

    private let folder: ImageFolder

    /// - Parameter folder: the path of the folder.
    public init(folder: String) {
        self.folder = ImageFolder(path: folder)
    }

    /// Returns the names of the images in one of the ``parts``.
    public func names(in part: Int) throws(MarketError) -> Set<ImageName> { try folder.names(in: part) }

    /// Returns the number of images in all parts.
    public func count() throws(MarketError) -> Int {
        var count = 0
        for part in Self.parts { count += try names(in: part).count }
        return count
    }

    /// Reads both renditions of an image and verifies them against their hashes.
    public func conditions(of name: ImageName) throws(MarketError) -> [ImageFile.Size: ImageCondition] {
        var conditions: [ImageFile.Size: ImageCondition] = [:]
        for rendition in ImageFile.Size.renditions { conditions[rendition] = try bytes(of: name, rendition).condition }
        return conditions
    }

    /// Returns the bytes of a rendition as they were stored, without the hash at their end.
    ///
    /// - Returns: nil unless it is intact.
    public func content(of name: ImageName, _ rendition: ImageFile.Size) throws(MarketError) -> [UInt8]? {
        guard let bytes = try folder.files.read(folder.path(of: name, rendition)) else { return nil }
        return ImageChecksum.trailerByteCount(of: bytes, named: rendition == .full ? name : nil)
            .map { Array(bytes.dropLast($0)) }
    }

    /// Returns the path and size of a rendition, or nil if it doesn't exist.
    public func file(of name: ImageName, _ rendition: ImageFile.Size) throws(MarketError) -> StoredFile? {
        try folder.byteCount(of: name, rendition).map {
            StoredFile(path: folder.path(of: name, rendition), byteCount: $0)
        }
    }

    /// Copies both renditions of an image from another folder, each only if it is intact there. The copies are durable
    /// when ``sync()`` returns.
    ///
    /// - Parameter isThorough: whether existing files are compared by their bytes rather than by their sizes.
    /// - Returns: whether both files are intact here now.
    public func copy(
        _ name: ImageName,
        from other: ImageFiles,
        isThorough: Bool
    ) throws(MarketError) -> ImageCondition {
        for rendition in ImageFile.Size.renditions {
            if !isThorough, let byteCount = try folder.byteCount(of: name, rendition),
                byteCount == (try other.folder.byteCount(of: name, rendition))
            {
                continue
            }
            let (condition, bytes) = try other.bytes(of: name, rendition)
            guard condition == .whole else { return condition }
            if try self.bytes(of: name, rendition).bytes == bytes { continue }
            try folder.write(bytes, as: name, rendition)
        }
        return .whole
    }

    /// Syncs the folders of all parts, so that the names in them are durable.
    public func sync() throws(MarketError) {
        for part in Self.parts { try folder.sync(part: part) }
    }

    public func remove(_ names: Set<ImageName>) throws(MarketError) { try folder.remove(names) }

    private func bytes(of name: ImageName, _ rendition: ImageFile.Size) throws(MarketError) -> (
        condition: ImageCondition, bytes: [UInt8]
    ) {
        guard let bytes = try folder.files.read(folder.path(of: name, rendition)) else { return (.missing, []) }
        let isWhole = ImageChecksum.trailerByteCount(of: bytes, named: rendition == .full ? name : nil) != nil
        return (isWhole ? .whole : .damaged, bytes)
    }
}
