internal import Foundation

/// The state of loading one size of an image, shared by all its waiters.
struct ImageSizeLoad<Image: Sendable>: Sendable {
    enum Stage: Sendable {
        /// Its bytes are being loaded.
        case awaitsBytes
        /// It is queued for decoding.
        case waits(FetchedImageData)
        case decodes(FetchedImageData)
    }

    var stage = Stage.awaitsBytes
    /// The waiters by their number.
    var waiters: [UInt64: ImageWaiter<Image>] = [:]
    /// Whether it was prefetched and has not been requested as visible since.
    var isPrefetched = false
    /// The task that decodes it.
    var task: Task<Void, Never>?
    /// Whether the decode was cancelled and hasn't ended yet.
    var isCancelled = false

    var isWanted: Bool { isPrefetched || !waiters.isEmpty }
    var priority: ImagePriority { waiters.isEmpty ? .prefetched : .visible }

    mutating func add(_ waiter: ImageWaiter<Image>, number: UInt64) {
        waiters[number] = waiter
        // The prefetched image has become visible. When it leaves the screen, it is no longer wanted.
        isPrefetched = false
    }
}

/// A task that waits for an image.
typealias ImageWaiter<Image: Sendable> = CheckedContinuation<Result<Image, ImageLoadingError>, Never>

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
