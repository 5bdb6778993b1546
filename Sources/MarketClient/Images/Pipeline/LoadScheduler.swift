internal import Foundation

/// The state of an image loader: the waiters, the progress of each load, and the queues.
///
/// The bytes of an image are loaded once for all its sizes, from the disk cache or the network. Each size is then
/// decoded once for all its waiters. The scheduler performs no work itself: ``begin(_:)`` reports what to start, the
/// `end…` methods are called when it has ended, and ``takeEffects()`` returns the waiters to resume and the tasks to
/// cancel. Both run foreign code and therefore must happen outside the lock.
struct LoadScheduler<Image: Sendable>: Sendable {
    /// A unit of work to start.
    enum Step: Hashable, Sendable {
        case read(URL)
        case fetch(URL)
        case decode(ImageKey, FetchedImageData)
    }

    /// The effects to apply after the lock has been released.
    struct Effects: Sendable {
        var cancelled: [Task<Void, Never>] = []
        var answered: [(waiter: ImageWaiter<Image>, outcome: Result<Image, ImageLoadingError>)] = []
    }

    let hasDisk: Bool
    var imageLoads: [ImageKey: ImageSizeLoad<Image>] = [:]
    var dataLoads: [URL: ImageDataLoad] = [:]
    var reads: PriorityQueue<URL>
    var fetches: PriorityQueue<URL>
    var decodes: PriorityQueue<ImageKey>
    var effects = Effects()

    init(limits: ImageLoadingLimits, hasDisk: Bool) {
        self.hasDisk = hasDisk
        reads = PriorityQueue(width: limits.readsAtOnce, prefetchWidth: limits.readsAtOnce)
        fetches = PriorityQueue(width: limits.fetchesAtOnce, prefetchWidth: limits.prefetchesAtOnce)
        decodes = PriorityQueue(width: limits.decodesAtOnce, prefetchWidth: limits.decodesAtOnce)
    }

    mutating func takeEffects() -> Effects {
        defer { effects = Effects() }
        return effects
    }

    /// Starts all work that the limits allow.
    ///
    /// - Parameter start: Creates the task for a step.
    mutating func begin(_ start: (Step, ImagePriority) -> Task<Void, Never>) {
        while let url = reads.dequeue() {
            let task = start(.read(url), priority(of: url))
            dataLoads[url]?.stage = .reads
            dataLoads[url]?.task = task
        }
        while let url = fetches.dequeue() {
            let task = start(.fetch(url), priority(of: url))
            dataLoads[url]?.stage = .fetches
            dataLoads[url]?.task = task
        }
        while let key = decodes.dequeue() {
            guard case .waits(let image) = imageLoads[key]?.stage else {
                decodes.finish(key)
                continue
            }
            let task = start(.decode(key, image), imageLoads[key]?.priority ?? .prefetched)
            imageLoads[key]?.stage = .decodes(image)
            imageLoads[key]?.task = task
        }
    }

    func priority(of url: URL) -> ImagePriority {
        (dataLoads[url]?.sizes ?? []).contains { imageLoads[$0]?.priority == .visible } ? .visible : .prefetched
    }
}
