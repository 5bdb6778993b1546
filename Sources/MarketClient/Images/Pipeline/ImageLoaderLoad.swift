/// How much an image loader has to do.
public struct ImageLoaderLoad: Hashable, Sendable {
    /// Askers that wait for an image.
    public let askers: Int
    /// Images that nobody has yet, in any size, prefetched ones too.
    public let images: Int
    /// Pictures whose bytes are being looked for, fetched or written.
    public let pictures: Int
    /// Under way and waiting.
    public let reads: Line
    public let fetches: Line
    public let decodes: Line

    public struct Line: Hashable, Sendable {
        public let running: Int
        public let waiting: Int

        public init(running: Int, waiting: Int) {
            self.running = running
            self.waiting = waiting
        }
    }

    /// Nothing is under way and nobody waits.
    public var isIdle: Bool { images == 0 && pictures == 0 && reads.running + fetches.running + decodes.running == 0 }
}

extension ImageLoaderLoad {
    init<Image>(_ board: LoadingBoard<Image>) {
        func line(_ line: WorkLine<some Hashable>) -> Line {
            Line(running: line.runningCount, waiting: line.waitingCount)
        }
        askers = board.images.values.reduce(0) { $0 + $1.askers.count }
        images = board.images.count
        pictures = board.pictures.count
        reads = line(board.reads)
        fetches = line(board.fetches)
        decodes = line(board.decodes)
    }
}
