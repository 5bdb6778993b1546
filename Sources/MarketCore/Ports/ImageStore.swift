public import MarketModels

/// A store of normalized images, by name.
public protocol ImageStore: Sendable {
    /// Stores both renditions durably. Saving an image that is stored already is cheap.
    func save(_ image: ProcessedImage) async throws(MarketError)

    /// Stores a web size of an image durably.
    ///
    /// - Returns: the stored file, or nil if the image doesn't exist any more; then nothing is stored.
    func save(
        _ bytes: [UInt8],
        of name: ImageName,
        _ width: WebImageWidth
    ) async throws(MarketError) -> StoredFile?

    /// Returns the file of an image in a size, or nil if there is no such image, or the web size hasn't been created.
    ///
    /// - Throws: `MarketError.damaged` when the bytes of a rendition differ from those that were saved. Such bytes are never
    ///   returned.
    func find(_ name: ImageName, _ size: ImageFile.Size) async throws(MarketError) -> StoredFile?

    /// Discards what is known of a file. Call it when the file was found to have changed since it was returned, so that
    /// it is verified again.
    func invalidate(_ file: StoredFile)

    /// Removes images in all their sizes.
    func remove(_ names: Set<ImageName>) async throws(MarketError)

    /// The number of parts that ``names(in:)`` enumerates.
    var partCount: Int { get }

    /// Returns the names of the images in one part of the store, from 0 up to ``partCount``. A part fits in memory
    /// however many images there are.
    func names(in part: Int) async throws(MarketError) -> Set<ImageName>

    /// Returns those of the images that have not changed since a moment.
    func names(among names: Set<ImageName>, unchangedSince moment: Timestamp) async throws(MarketError) -> Set<
        ImageName
    >

    /// Moves images, in all their sizes, to the trash.
    func moveToTrash(_ names: Set<ImageName>, at now: Timestamp) async throws(MarketError)

    /// Moves images back that were moved to the trash at that moment. Those that aren't there stay as they are.
    func takeFromTrash(_ names: Set<ImageName>, movedAt moment: Timestamp) async throws(MarketError)

    /// Deletes images permanently that were moved to the trash at that moment.
    func deleteFromTrash(_ names: Set<ImageName>, movedAt moment: Timestamp) async throws(MarketError)

    /// Deletes permanently what was moved to the trash before a moment.
    func emptyTrash(before moment: Timestamp) async throws(MarketError)

    /// Checks that there is room for new images: a tenth of the disk stays free for everything else.
    ///
    /// - Throws: `MarketError.storageFull` if there isn't.
    func checkFreeSpace() async throws(MarketError)

    /// Returns how much all images take, in all their sizes; nil for a store that doesn't say. It takes as long as looking at
    /// every file.
    func storedSize() async throws(MarketError) -> StoredSize?

    /// Checks that the store can be written to.
    ///
    /// - Throws: an error when it can't.
    func check() async throws(MarketError)
}

/// The condition in which a rendition is found.
public enum ImageCondition: Hashable, Sendable {
    case whole
    case missing
    /// The bytes differ from those that were stored.
    case damaged
}

/// A file whose content doesn't change as long as it exists under its path.
public struct StoredFile: Hashable, Sendable {
    public let path: String
    /// The length of the content in bytes. The content starts at the beginning of the file.
    public let byteCount: Int
    /// The length of the trailer after the content in bytes. The trailer is private to the store.
    public let trailerByteCount: Int
    /// The time of the last modification in nanoseconds since 1970, or nil if it is unknown.
    public let changedAt: Int64?

    public init(path: String, byteCount: Int, trailerByteCount: Int = 0, changedAt: Int64? = nil) {
        self.path = path
        self.byteCount = byteCount
        self.trailerByteCount = trailerByteCount
        self.changedAt = changedAt
    }
}

extension ImageStore {
    public func invalidate(_ file: StoredFile) {}
    public func checkFreeSpace() async throws(MarketError) {}
    public func storedSize() async throws(MarketError) -> StoredSize? { nil }
}

extension StoredFile {
    /// Whether an open descriptor refers to the file as it was found, judged by size and modification time.
    public func isUnchanged(openedAs descriptor: Int32) -> Bool {
        guard let status = FileStatus(ofDescriptor: descriptor) else { return false }
        return status.byteCount == byteCount + trailerByteCount && status.changedAt == changedAt ?? status.changedAt
    }
}

/// A source of information about which images are in use.
public protocol ImageReferences: Sendable {
    /// Returns those of the names that no product uses.
    func unusedImages(among names: Set<ImageName>) async throws(MarketError) -> Set<ImageName>
}

/// A store of which images products don't show any more and aren't known to be removed. Each is noted in the commit that releases
/// it: an edit, or a deletion by anybody.
public protocol ReleasedImageStore: Sendable {
    /// Returns the notes about images.
    func releasedImages(named names: Set<ImageName>) async throws(MarketError) -> [ReleasedImage]

    /// Returns the oldest notes whose ids are greater than one, at most `limit`, in the order of their ids.
    func releasedImages(after last: Int64, limit: Int) async throws(MarketError) -> [ReleasedImage]

    /// Removes notes. Call it when their images are removed, or found to be in use: a later release has a note of its own.
    func removeReleased(_ images: [ReleasedImage]) async throws(MarketError)
}

/// A note that an image isn't shown any more by a product. Another one may show it.
public struct ReleasedImage: Hashable, Sendable {
    public let id: Int64
    public let name: ImageName
    public let releasedAt: Timestamp
}

/// A source of information about which images everybody may see.
public protocol ImageVisibilityReading: Sendable {
    /// Returns whether a listing that everybody sees shows an image.
    func isPublic(_ name: ImageName) async throws(MarketError) -> Bool
}
