/// The state of loading the bytes of an image, shared by all its sizes.
struct ImageDataLoad: Sendable {
    enum Stage: Sendable {
        case waitsForDisk
        case reads
        case waitsForNetwork
        case fetches
        /// The sizes have their bytes, which are being written to the disk cache.
        case keeps(FetchedImageData)
    }

    var stage: Stage
    /// The sizes that are waiting for the bytes.
    var sizes: Set<ImageKey> = []
    /// The task that reads, fetches or stores the bytes.
    var task: Task<Void, Never>?
    /// Whether the read or fetch was cancelled and hasn't ended yet. New requests wait for its end, so that an image is
    /// never fetched twice at the same time.
    var isCancelled = false
    /// Whether the bytes could not be decoded, so they must not stay on disk.
    var isUndecodable = false
}
