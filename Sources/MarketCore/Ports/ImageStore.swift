public import MarketModels

/// Where normalised pictures are kept, by name.
public protocol ImageStore: Sendable {
    /// Keeps both renditions; when it returns they are on disk. Keeping what is there already costs little.
    func save(_ picture: ProcessedPicture) async throws(StoreError)

    /// Keeps a web size beside the renditions of its picture; when it returns it is on disk.
    ///
    /// - Returns: where it is, or nil if the picture is gone: then nothing is kept.
    func save(
        _ bytes: [UInt8],
        of name: PictureName,
        _ width: WebPictureWidth
    ) async throws(StoreError) -> StoredFile?

    /// Where the rendition's bytes are, or nil if there is no such picture. Bytes that are not those that were kept are
    /// never shown: they are `StoreError.corrupt`.
    func find(_ name: PictureName, _ rendition: Rendition) async throws(StoreError) -> StoredFile?

    /// Where a web size is that somebody has asked for before, or nil if it is not there, or not any more.
    func find(_ name: PictureName, _ width: WebPictureWidth) async throws(StoreError) -> StoredFile?

    /// To be called when a file was found to have changed since it was handed out: it is looked at anew.
    func forget(_ file: StoredFile)

    /// Removes pictures in all their sizes.
    func remove(_ names: Set<PictureName>) async throws(StoreError)

    /// How many parts ``names(in:)`` goes through.
    var partCount: Int { get }

    /// The pictures of one part of the store, from 0 up to ``partCount``: a part is small enough to be held in memory,
    /// however many pictures there are.
    func names(in part: Int) async throws(StoreError) -> Set<PictureName>

    /// Those of the pictures that have not changed since a moment.
    func names(among names: Set<PictureName>, unchangedSince moment: Timestamp) async throws(StoreError) -> Set<
        PictureName
    >

    /// Takes pictures away, in all their sizes, and keeps them in a trash.
    func moveToTrash(_ names: Set<PictureName>, at now: Timestamp) async throws(StoreError)

    /// Removes for good what was put into the trash before a moment.
    func emptyTrash(before moment: Timestamp) async throws(StoreError)

    /// Whether the store can be written to.
    func check() async throws(StoreError)
}

/// The sizes in which a picture is kept.
public enum Rendition: String, CaseIterable, Hashable, Sendable {
    /// At most 2048 pixels on each side.
    case full
    /// At most 400 pixels on each side.
    case thumbnail

    /// The longest side, in pixels.
    public var maximumSide: Int {
        switch self {
        case .full: 2048
        case .thumbnail: 400
        }
    }
}

/// A file that never changes while its name is in use.
public struct StoredFile: Hashable, Sendable {
    public let path: String
    /// Of what is to be shown; it is the beginning of the file.
    public let byteCount: Int
    /// What stands behind it in the file, for the store's own use.
    public let trailerByteCount: Int
    /// When the file was changed last, in nanoseconds since 1970; nil where nobody knows.
    public let changedAt: Int64?

    public init(path: String, byteCount: Int, trailerByteCount: Int = 0, changedAt: Int64? = nil) {
        self.path = path
        self.byteCount = byteCount
        self.trailerByteCount = trailerByteCount
        self.changedAt = changedAt
    }
}

extension ImageStore {
    public func forget(_ file: StoredFile) {}
}
