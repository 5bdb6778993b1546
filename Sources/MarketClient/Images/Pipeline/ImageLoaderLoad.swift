/// A snapshot of the work of an image loader.
public struct ImageLoaderLoad: Hashable, Sendable {
    /// The number of tasks that are waiting for an image.
    public let waiters: Int
    /// The number of images being loaded, counting every size and including prefetched ones.
    public let images: Int
    /// The number of images whose bytes are being read, fetched or stored, or are waiting for that.
    public let dataLoads: Int
    /// The reads from the disk cache.
    public let reads: Queue
    /// The fetches over the network.
    public let fetches: Queue
    /// The decodes.
    public let decodes: Queue

    /// The counts of one kind of work.
    public struct Queue: Hashable, Sendable {
        /// The number of running operations.
        public let running: Int
        /// The number of queued operations.
        public let waiting: Int

        /// Creates counts.
        public init(running: Int, waiting: Int) {
            self.running = running
            self.waiting = waiting
        }
    }

    /// Whether nothing is being loaded and nothing is waiting.
    public var isIdle: Bool { images == 0 && dataLoads == 0 && reads.running + fetches.running + decodes.running == 0 }
}

extension ImageLoaderLoad {
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
