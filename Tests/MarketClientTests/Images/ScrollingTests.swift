import Foundation
import Testing

@testable import MarketClient

/// 1,000 cells over 200 pictures, scrolled at full speed: what the whole loader is for.
@Suite(.timeLimit(.minutes(30))) struct ScrollingTests {
    static let cellCount = 1000
    static let pictureCount = 200
    static let visibleCount = 12
    static let prefetchCount = 10
    static let size = PixelSize(width: 100, height: 100)
    /// Room for 40 images of 200.
    static let memoryLimit = 40 * 10_000

    func url(of cell: Int) -> URL { .picture(cell * 7 % Self.pictureCount) }

    func makeScreen(_ disk: any ImageDiskCaching) -> ListScreen {
        ListScreen(disk: disk, size: Self.size, memoryLimit: Self.memoryLimit)
    }

    /// Scrolls from the first cell to the last in steps of random length; some answers come between two steps.
    @Test(arguments: 1...5 as ClosedRange<UInt64>) func fastScrolling(seed: UInt64) async {
        let folder = CacheTestFolder()
        let screen = makeScreen(DiskImageCache(folder: folder.url))
        let (rig, transport) = (screen.rig, screen.rig.transport)
        var random = NumberSequence(seed: seed)
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
            rig.loader.prefetch(next.map(url(of:)), fitting: Self.size)
            for _ in 0..<Int.random(in: 0..<30, using: &random) { await Task.yield() }
            // However busy the machine is: who waits for a picture waits for the network by now, or has it from the disk.
            await Eventually.holds { !transport.waiting.isEmpty || rig.loader.load.askers == 0 }
            for url in transport.waiting.shuffled(using: &random).prefix(.random(in: 0...6, using: &random)) {
                transport.answer(url)
            }
            screen.noteMemory()
            // Against the direction in which it was scrolled before, now and then.
            rig.loader.cancelPrefetch(
                next.map(url(of:)).filter { _ in Bool.random(using: &random) },
                fitting: Self.size
            )
            top += Int.random(in: 1...6, using: &random)
        }
        for task in cells.values { task.cancel() }
        rig.loader.cancelAllPrefetches()
        await rig.idle()
        for task in cells.values { await task.value }

        let record = transport.record
        let perPicture = Dictionary(grouping: record.answered) { $0 }.mapValues(\.count)
        #expect(perPicture.values.allSatisfy { $0 == 1 }, "\(perPicture.filter { $0.value > 1 })")
        #expect(perPicture.count > Self.pictureCount / 2)
        #expect(record.started.count == record.answered.count + record.cancelled.count)
        #expect(!record.cancelled.isEmpty)
        #expect(record.mostAtOnce <= 6)
        #expect(rig.decoder.mostAtOnce <= 2)
        #expect(screen.peakCost <= Self.memoryLimit)
        #expect(screen.peakCost > Self.memoryLimit / 2)
        #expect(screen.shownCount > 0)
        #expect(screen.wrongCount == 0)
        #expect(screen.failureCount == 0)
        #expect(transport.waiting.isEmpty)
    }

    /// Flung past 1,000 cells while the network is stuck: only what is on the screen at the end is fetched.
    @Test func whatHasLeftTheScreenIsNotFetched() async {
        let screen = makeScreen(DiskInMemory())
        let rig = screen.rig
        let cells = (0..<Self.cellCount - Self.visibleCount).map { (url(of: $0), screen.show(url(of: $0))) }
        await Eventually.holds { rig.loader.load.askers == cells.count && rig.transport.waiting.count == 6 }
        // Those that are being fetched last, or others would begin in their place.
        let underWay = Set(rig.transport.waiting)
        for (url, task) in cells where !underWay.contains(url) { task.cancel() }
        for (_, task) in cells { task.cancel() }
        for (_, task) in cells { await task.value }
        await rig.idle()
        let begunBefore = rig.transport.started.count
        #expect(begunBefore == 6)
        #expect(rig.transport.record.cancelled.count == 6)

        let last = (Self.cellCount - Self.visibleCount..<Self.cellCount).map { screen.show(url(of: $0)) }
        await Eventually.holds {
            for url in rig.transport.waiting { rig.transport.answer(url) }
            return screen.shownCount == Self.visibleCount
        }
        for cell in last { await cell.value }
        #expect(rig.transport.started.count == begunBefore + Self.visibleCount)
        await rig.idle()
    }

    /// Down and up again, each cell shown to the end: 200 pictures are fetched once each, though memory holds only 40.
    @Test func everyPictureIsFetchedExactlyOnce() async {
        let folder = CacheTestFolder()
        let screen = makeScreen(DiskImageCache(folder: folder.url))
        let rig = screen.rig
        let order = Array(0..<Self.cellCount) + (0..<Self.cellCount).reversed()
        for start in stride(from: 0, to: order.count, by: Self.visibleCount) {
            let cells = order[start..<min(start + Self.visibleCount, order.count)].map { screen.show(url(of: $0)) }
            let shown = min(start + Self.visibleCount, order.count)
            await Eventually.holds {
                for url in rig.transport.waiting { rig.transport.answer(url) }
                return screen.shownCount == shown
            }
            for cell in cells { await cell.value }
        }
        await rig.idle()
        #expect(rig.transport.started.count == Self.pictureCount)
        #expect(Set(rig.transport.started).count == Self.pictureCount)
        #expect(screen.peakCost == Self.memoryLimit)
        #expect(screen.wrongCount == 0)
    }
}
