/// The work on the bytes of one picture, which all sizes of it share.
struct PictureWork: Sendable {
    enum Stage: Sendable {
        case waitsForDisk
        case reads
        case waitsForNetwork
        case fetches
        /// The sizes have their bytes; now the disk cache gets them.
        case keeps(FetchedPicture)
    }

    var stage: Stage
    /// The sizes that wait for the bytes.
    var sizes: Set<ImageKey> = []
    /// While it is read, fetched or kept.
    var task: Task<Void, Never>?
    /// The reading or fetching was told to end, and has not yet. Whoever asks meanwhile waits for that, so that one
    /// picture is never fetched twice at the same time.
    var isCancelled = false
    /// A decoder could make nothing of the bytes, so they are not to stay on disk.
    var isUndecodable = false
}
