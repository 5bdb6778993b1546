import Foundation
import MarketClient
import Testing

/// With one fetch at a time, the order of the fetches is the order of the line.
@Suite(.timeLimit(.minutes(30))) struct PriorityTests {
    let one = ImageLoadingLimits(fetchesAtOnce: 1, prefetchesAtOnce: 1)

    /// Answers one fetch after the other.
    func drain(_ rig: LoaderRig) async -> [Int] {
        await Eventually.holds {
            if let url = rig.transport.waiting.first { rig.transport.answer(url) }
            return rig.loader.load.isIdle
        }
        return rig.transport.started.compactMap { Int($0.deletingPathExtension().lastPathComponent) }
    }

    @Test func visibleComesBeforePrefetched() async {
        let rig = LoaderRig(limits: one)
        _ = await rig.ask(0)
        rig.loader.prefetch([.picture(1), .picture(2)], fitting: nil)
        _ = await rig.ask(3)
        _ = await rig.ask(4, priority: .prefetched)
        _ = await rig.ask(5)
        #expect(await drain(rig) == [0, 5, 3, 1, 2, 4])
    }

    @Test func oldestVisibleComesFirstWhereToldSo() async {
        let rig = LoaderRig(limits: one, order: .oldestFirst)
        for number in 0..<4 { _ = await rig.ask(number) }
        _ = await rig.ask(1)
        #expect(await drain(rig) == [0, 1, 2, 3])
    }

    @Test func askingAgainMakesItTheNewest() async {
        let rig = LoaderRig(limits: one)
        for number in [0, 1, 2, 3, 1] { _ = await rig.ask(number) }
        #expect(await drain(rig) == [0, 1, 3, 2])
    }

    @Test func prefetchThatBecomesVisibleIsRaised() async {
        let rig = LoaderRig(limits: one)
        _ = await rig.ask(0)
        rig.loader.prefetch([.picture(1), .picture(2), .picture(3)], fitting: nil)
        _ = await rig.ask(2)
        #expect(await drain(rig) == [0, 2, 1, 3])
    }

    @Test func whatLeavesTheScreenButIsStillPrefetchedIsLowered() async {
        let rig = LoaderRig(limits: one)
        _ = await rig.ask(0)
        let visible = await rig.ask(1)
        _ = await rig.ask(1, priority: .prefetched)
        _ = await rig.ask(2)
        _ = await rig.ask(3, priority: .prefetched)
        visible.cancel()
        _ = await visible.value
        #expect(await drain(rig) == [0, 2, 3, 1])
    }

    /// The size that leaves does not move the other one forward.
    @Test func leavingRaisesNothing() async {
        let rig = LoaderRig(limits: one)
        _ = await rig.ask(0)
        _ = await rig.ask(1)
        let size = await rig.ask(1, fitting: PixelSize(width: 5, height: 5))
        let same = await rig.ask(1)
        _ = await rig.ask(2)
        for task in [size, same] {
            task.cancel()
            _ = await task.value
        }
        #expect(await drain(rig) == [0, 2, 1])
    }

    @Test func newestVisibleIsDecodedFirst() async {
        var limits = ImageLoadingLimits()
        limits.decodesAtOnce = 1
        let rig = LoaderRig(decoder: FakeDecoder(waits: true), limits: limits)
        for number in 0..<3 {
            _ = await rig.ask(number)
            await rig.transport.answerNext(.picture(number))
            await Eventually.holds { rig.loader.load.decodes == .init(running: 1, waiting: number) }
        }
        for _ in 0..<3 { await rig.decoder.release() }
        await rig.idle()
        #expect(rig.decoder.started == [0, 2, 1].map { FakeImage(.picture($0)) })
    }
}
