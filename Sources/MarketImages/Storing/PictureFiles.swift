public import MarketCore
public import MarketModels

/// The files of a picture folder, for backups and checks. It blocks, and may be used beside the process that owns the
/// folder: pictures come and go as whole files.
public struct PictureFiles: Sendable {
    public enum Condition: Hashable, Sendable {
        case whole
        case missing
        /// Not what was written.
        case damaged
    }

    /// How many parts ``names(in:)`` goes through.
    public static let partCount = PictureFolder.partCount

    private let folder: PictureFolder

    public init(folder: String) {
        self.folder = PictureFolder(path: folder)
    }

    public func names(in part: Int) throws(StoreError) -> Set<PictureName> { try folder.names(in: part) }

    /// Reads both renditions of a picture and compares them with their hashes.
    public func condition(of name: PictureName) throws(StoreError) -> [Rendition: Condition] {
        var conditions: [Rendition: Condition] = [:]
        for rendition in Rendition.allCases { conditions[rendition] = try bytes(of: name, rendition).condition }
        return conditions
    }

    /// Where a rendition lies, and its size.
    public func file(of name: PictureName, _ rendition: Rendition) throws(StoreError) -> StoredFile? {
        try folder.byteCount(of: name, rendition).map {
            StoredFile(path: folder.path(of: name, rendition), byteCount: $0)
        }
    }

    /// Copies both renditions of a picture from another folder, and only if both are whole there. They are on disk when
    /// ``sync(part:)`` returns.
    ///
    /// - Parameter isThorough: files that are here already are compared byte by byte; otherwise by their sizes.
    /// - Returns: whether all of it is here now, and how many bytes were written for that.
    public func copy(
        _ name: PictureName,
        from other: PictureFiles,
        isThorough: Bool
    ) throws(StoreError) -> (condition: Condition, writtenByteCount: Int) {
        var written = 0
        for rendition in Rendition.allCases {
            if !isThorough, let here = try folder.byteCount(of: name, rendition),
                here == (try other.folder.byteCount(of: name, rendition))
            {
                continue
            }
            let (condition, bytes) = try other.bytes(of: name, rendition)
            guard condition == .whole else { return (condition, written) }
            if try self.bytes(of: name, rendition).bytes == bytes { continue }
            try folder.write(bytes, as: name, rendition)
            written += bytes.count
        }
        return (.whole, written)
    }

    /// Makes the names in a part last.
    public func sync(part: Int) throws(StoreError) { try folder.sync(part: part) }

    public func remove(_ names: Set<PictureName>) throws(StoreError) { try folder.remove(names) }

    private func bytes(of name: PictureName, _ rendition: Rendition) throws(StoreError) -> (
        condition: Condition, bytes: [UInt8]
    ) {
        guard let bytes = try folder.files.read(folder.path(of: name, rendition)) else { return (.missing, []) }
        let verdict = PictureSeal.verdict(on: bytes, named: rendition == .full ? name : nil)
        return (verdict == .damaged ? .damaged : .whole, bytes)
    }
}
