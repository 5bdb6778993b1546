import Foundation
import MarketClient
import Testing

/// With one fetch at a time, the order of the fetches is the order of the queue.
@Suite(.timeLimit(.minutes(30))) struct PriorityTests {
    let one = ImageLoadingLimits(fetchesAtOnce: 1, prefetchesAtOnce: 1)

    /// Completes one fetch after another.
    func drain(_ fixture: LoaderFixture) async -> [Int] {
        await Eventually.holds {
            if let url = fixture.transport.waiting.first { fixture.transport.response(url) }
            return fixture.loader.load.isIdle
        }
        return fixture.transport.started.compactMap { Int($0.deletingPathExtension().lastPathComponent) }
    }

    @Test func visibleComesBeforePrefetched() async {
        let fixture = LoaderFixture(limits: one)
        _ = await fixture.ask(0)
        fixture.loader.prefetch([.image(1), .image(2)], fitting: nil)
        _ = await fixture.ask(3)
        fixture.loader.prefetch([.image(4)], fitting: nil)
        _ = await fixture.ask(5)
        #expect(await drain(fixture) == [0, 5, 3, 1, 2, 4])
    }

    @Test func askingAgainMakesItTheNewest() async {
        let fixture = LoaderFixture(limits: one)
        for number in [0, 1, 2, 3, 1] { _ = await fixture.ask(number) }
        #expect(await drain(fixture) == [0, 1, 3, 2])
    }

    @Test func prefetchThatBecomesVisibleIsRaised() async {
        let fixture = LoaderFixture(limits: one)
        _ = await fixture.ask(0)
        fixture.loader.prefetch([.image(1), .image(2), .image(3)], fitting: nil)
        _ = await fixture.ask(2)
        #expect(await drain(fixture) == [0, 2, 1, 3])
    }

    @Test func whatLeavesTheScreenButIsStillPrefetchedIsLowered() async {
        let fixture = LoaderFixture(limits: one)
        _ = await fixture.ask(0)
        let visible = await fixture.ask(1)
        fixture.loader.prefetch([.image(1)], fitting: PixelSize(width: 5, height: 5))
        _ = await fixture.ask(2)
        fixture.loader.prefetch([.image(3)], fitting: nil)
        visible.cancel()
        _ = await visible.value
        #expect(await drain(fixture) == [0, 2, 3, 1])
    }

    /// A size that is cancelled doesn't move the other one forward.
    @Test func leavingRaisesNothing() async {
        let fixture = LoaderFixture(limits: one)
        _ = await fixture.ask(0)
        _ = await fixture.ask(1)
        let size = await fixture.ask(1, fitting: PixelSize(width: 5, height: 5))
        let same = await fixture.ask(1)
        _ = await fixture.ask(2)
        for task in [size, same] {
            task.cancel()
            _ = await task.value
        }
        #expect(await drain(fixture) == [0, 2, 1])
    }

    @Test func newestVisibleIsDecodedFirst() async {
        var limits = ImageLoadingLimits()
        limits.decodesAtOnce = 1
        let fixture = LoaderFixture(decoder: FakeDecoder(waits: true), limits: limits)
        for number in 0..<3 {
            _ = await fixture.ask(number)
            await fixture.transport.answerNext(.image(number))
            await Eventually.holds { fixture.loader.load.decodes == .init(running: 1, waiting: number) }
        }
        for _ in 0..<3 { await fixture.decoder.release() }
        await fixture.idle()
        #expect(fixture.decoder.started == [0, 2, 1].map { FakeImage(.image($0)) })
    }
}
