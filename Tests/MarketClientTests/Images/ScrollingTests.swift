import FieldSamples
import Foundation
import Testing

@testable import MarketClient

/// 1,000 cells over 200 images, scrolled at full speed: the loader's main use case.
@Suite(.timeLimit(.minutes(30))) struct ScrollingTests {
    static let cellCount = 1000
    static let imageCount = 200
    static let visibleCount = 12
    static let prefetchCount = 10
    static let size = PixelSize(width: 100, height: 100)
    /// Fits 40 images of 200.
    static let memoryLimit = 40 * 10_000

    func url(of cell: Int) -> URL { .image(cell * 7 % Self.imageCount) }

    func makeScreen(_ disk: any ImageDiskCaching) -> ListScreen {
        ListScreen(disk: disk, size: Self.size, memoryLimit: Self.memoryLimit)
    }

    /// Scrolls from the first cell to the last in steps of random length; some responses arrive between steps.
    @Test(arguments: 1...5 as ClosedRange<UInt64>) func fastScrolling(seed: UInt64) async {
        let folder = CacheTestFolder()
        let screen = makeScreen(DiskImageCache(folder: folder.url))
        let (fixture, transport) = (screen.fixture, screen.fixture.transport)
        var random = SeededGenerator(seed: seed)
        var cells: [Int: Task<Void, Never>] = [:]
        var top = 0
        while top < Self.cellCount {
            let visible = top..<min(top + Self.visibleCount, Self.cellCount)
            let next = visible.upperBound..<min(visible.upperBound + Self.prefetchCount, Self.cellCount)
            for (cell, task) in cells where !visible.contains(cell) {
                task.cancel()
                cells[cell] = nil
            }
            for cell in visible where cells[cell] == nil { cells[cell] = screen.show(url(of: cell)) }
            fixture.loader.prefetch(next.map(url(of:)), fitting: Self.size)
            for _ in 0..<Int.random(in: 0..<30, using: &random) { await Task.yield() }
            // By now every request for an image waits for the network or has been served from the disk, however busy
            // the machine is.
            await Eventually.holds { !transport.waiting.isEmpty || fixture.loader.load.waiters == 0 }
            for url in transport.waiting.shuffled(using: &random).prefix(.random(in: 0...6, using: &random)) {
                transport.response(url)
            }
            screen.noteMemory()
            // Now and then in the direction opposite to the previous scroll.
            fixture.loader.cancelPrefetch(
                next.map(url(of:)).filter { _ in Bool.random(using: &random) },
                fitting: Self.size
            )
            top += Int.random(in: 1...6, using: &random)
        }
        for task in cells.values { task.cancel() }
        fixture.loader.cancelAllPrefetches()
        await fixture.idle()
        for task in cells.values { await task.value }

        let record = transport.record
        let perImage = Dictionary(grouping: record.answered) { $0 }.mapValues(\.count)
        #expect(perImage.values.allSatisfy { $0 == 1 }, "\(perImage.filter { $0.value > 1 })")
        #expect(perImage.count > Self.imageCount / 2)
        #expect(record.started.count == record.answered.count + record.cancelled.count)
        #expect(!record.cancelled.isEmpty)
        #expect(record.mostAtOnce <= 6)
        #expect(fixture.decoder.mostAtOnce <= 2)
        #expect(screen.peakCost <= Self.memoryLimit)
        #expect(screen.peakCost > Self.memoryLimit / 2)
        #expect(screen.shownCount > 0)
        #expect(screen.wrongCount == 0)
        #expect(screen.failureCount == 0)
        #expect(transport.waiting.isEmpty)
    }

    /// Scrolls past 1,000 cells while the network is stalled: only what is on the screen at the end is fetched.
    @Test func whatHasLeftTheScreenIsNotFetched() async {
        let screen = makeScreen(DiskInMemory())
        let fixture = screen.fixture
        let cells = (0..<Self.cellCount - Self.visibleCount).map { (url(of: $0), screen.show(url(of: $0))) }
        await Eventually.holds { fixture.loader.load.waiters == cells.count && fixture.transport.waiting.count == 6 }
        // Those in flight are completed last; otherwise others would start in their place.
        let inFlight = Set(fixture.transport.waiting)
        for (url, task) in cells where !inFlight.contains(url) { task.cancel() }
        for (_, task) in cells { task.cancel() }
        for (_, task) in cells { await task.value }
        await fixture.idle()
        let begunBefore = fixture.transport.started.count
        #expect(begunBefore == 6)
        #expect(fixture.transport.record.cancelled.count == 6)

        let last = (Self.cellCount - Self.visibleCount..<Self.cellCount).map { screen.show(url(of: $0)) }
        await Eventually.holds {
            for url in fixture.transport.waiting { fixture.transport.response(url) }
            return screen.shownCount == Self.visibleCount
        }
        for cell in last { await cell.value }
        #expect(fixture.transport.started.count == begunBefore + Self.visibleCount)
        await fixture.idle()
    }

    /// Down and up again, showing each cell: 200 images are fetched once each, though memory holds only 40.
    @Test func everyImageIsFetchedExactlyOnce() async {
        let folder = CacheTestFolder()
        let screen = makeScreen(DiskImageCache(folder: folder.url))
        let fixture = screen.fixture
        let order = Array(0..<Self.cellCount) + (0..<Self.cellCount).reversed()
        for start in stride(from: 0, to: order.count, by: Self.visibleCount) {
            let cells = order[start..<min(start + Self.visibleCount, order.count)].map { screen.show(url(of: $0)) }
            let shown = min(start + Self.visibleCount, order.count)
            await Eventually.holds {
                for url in fixture.transport.waiting { fixture.transport.response(url) }
                return screen.shownCount == shown
            }
            for cell in cells { await cell.value }
        }
        await fixture.idle()
        #expect(fixture.transport.started.count == Self.imageCount)
        #expect(Set(fixture.transport.started).count == Self.imageCount)
        #expect(screen.peakCost == Self.memoryLimit)
        #expect(screen.wrongCount == 0)
    }
}
