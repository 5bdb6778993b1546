import Synchronization

@testable import MarketClient

/// A snapshot of the work of an image loader.
struct ImageLoaderLoad: Hashable {
    /// The counts of one kind of work.
    struct Queue: Hashable {
        let running: Int
        let waiting: Int
    }

    /// The number of tasks that are waiting for an image.
    let waiters: Int
    /// The number of images being loaded, counting every size and including prefetched ones.
    let images: Int
    /// The number of images whose bytes are being read, fetched or stored, or are waiting for that.
    let dataLoads: Int
    let reads: Queue
    let fetches: Queue
    let decodes: Queue

    var isIdle: Bool { images == 0 && dataLoads == 0 && reads.running + fetches.running + decodes.running == 0 }

    init<Image>(_ scheduler: LoadScheduler<Image>) {
        func counts(of queue: PriorityQueue<some Hashable>) -> Queue {
            Queue(running: queue.runningCount, waiting: queue.waitingCount)
        }
        waiters = scheduler.imageLoads.values.reduce(0) { $0 + $1.waiters.count }
        images = scheduler.imageLoads.count
        dataLoads = scheduler.dataLoads.count
        reads = counts(of: scheduler.reads)
        fetches = counts(of: scheduler.fetches)
        decodes = counts(of: scheduler.decodes)
    }
}

extension ImageLoader {
    var load: ImageLoaderLoad { scheduler.withLock { ImageLoaderLoad($0) } }
}
