import Foundation
import MarketClient

/// An in-memory disk cache whose writes wait until the test releases them.
actor DiskInMemory: ImageDiskCaching {
    private var images: [URL: Data]
    private var writers: [CheckedContinuation<Void, Never>] = []
    private let holdsWritesBack: Bool
    private(set) var reads: [URL] = []
    private(set) var keptCount = 0
    private(set) var removed: [URL] = []

    init(_ images: [URL: Data] = [:], holdsWritesBack: Bool = false) {
        self.images = images
        self.holdsWritesBack = holdsWritesBack
    }

    var addresses: Set<URL> { Set(images.keys) }
    var waitingWrites: Int { writers.count }

    func data(for url: URL) -> Data? {
        reads.append(url)
        return images[url]
    }

    func insert(_ data: Data, for url: URL) async {
        if holdsWritesBack { await withCheckedContinuation { writers.append($0) } }
        images[url] = data
        keptCount += 1
    }

    func remove(_ url: URL) {
        removed.append(url)
        images[url] = nil
    }

    func releaseWrites() {
        for writer in writers { writer.resume() }
        writers = []
    }
}
