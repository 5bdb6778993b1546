import Foundation
import MarketClient

/// A disk cache without a disk, that waits to write until the test says so.
actor DiskInMemory: ImageDiskCaching {
    private var pictures: [URL: Data]
    private var writers: [CheckedContinuation<Void, Never>] = []
    private let holdsWritesBack: Bool
    private(set) var reads: [URL] = []
    private(set) var keptCount = 0
    private(set) var removed: [URL] = []

    init(_ pictures: [URL: Data] = [:], holdsWritesBack: Bool = false) {
        self.pictures = pictures
        self.holdsWritesBack = holdsWritesBack
    }

    var addresses: Set<URL> { Set(pictures.keys) }
    var waitingWrites: Int { writers.count }

    func data(for url: URL) -> Data? {
        reads.append(url)
        return pictures[url]
    }

    func keep(_ data: Data, for url: URL) async {
        if holdsWritesBack { await withCheckedContinuation { writers.append($0) } }
        pictures[url] = data
        keptCount += 1
    }

    func remove(_ url: URL) {
        removed.append(url)
        pictures[url] = nil
    }

    func releaseWrites() {
        for writer in writers { writer.resume() }
        writers = []
    }
}
