import Foundation
import MarketClient
import Testing

@Suite(.timeLimit(.minutes(30))) struct LimitTests {
    @Test func noMoreFetchesAtOnceThanTheLimit() async {
        let rig = LoaderRig()
        for number in 0..<40 { _ = await rig.ask(number) }
        #expect(rig.loader.load.fetches == .init(running: 6, waiting: 34))
        await Eventually.holds {
            if rig.transport.waiting.count == 6 || rig.loader.load.fetches.waiting == 0 {
                rig.transport.waiting.first.map { _ = rig.transport.answer($0) }
            }
            return rig.loader.load.isIdle
        }
        #expect(rig.transport.record.mostAtOnce == 6)
        #expect(rig.transport.started.count == 40)
    }

    @Test func noMoreDecodingsAtOnceThanTheLimit() async {
        let rig = LoaderRig(decoder: FakeDecoder(waits: true))
        for number in 0..<10 {
            _ = await rig.ask(number)
            await rig.transport.answerNext(.picture(number))
        }
        await Eventually.holds { rig.loader.load.decodes == .init(running: 2, waiting: 8) }
        for _ in 0..<10 { await rig.decoder.release() }
        await rig.idle()
        #expect(rig.decoder.mostAtOnce == 2)
    }

    @Test func prefetchingLeavesRoomForWhatIsVisible() async {
        let rig = LoaderRig(limits: ImageLoadingLimits(fetchesAtOnce: 3, prefetchesAtOnce: 2))
        rig.loader.prefetch((0..<10).map(URL.picture), fitting: nil)
        #expect(rig.loader.load.fetches == .init(running: 2, waiting: 8))
        _ = await rig.ask(20)
        #expect(rig.loader.load.fetches == .init(running: 3, waiting: 8))
        await Eventually.holds { rig.transport.waiting.contains(.picture(20)) }
    }

    @Test func prefetchUnderWayThatBecomesVisibleMakesRoomForAnother() async {
        let rig = LoaderRig(limits: ImageLoadingLimits(fetchesAtOnce: 3, prefetchesAtOnce: 1))
        rig.loader.prefetch((0..<3).map(URL.picture), fitting: nil)
        await Eventually.holds { rig.transport.started == [.picture(0)] }
        _ = await rig.ask(0)
        await Eventually.holds { rig.transport.started == [.picture(0), .picture(1)] }
        #expect(rig.loader.load.fetches == .init(running: 2, waiting: 1))
    }

    @Test func raisedLimitBeginsMoreAtOnce() async {
        let rig = LoaderRig(limits: ImageLoadingLimits(fetchesAtOnce: 1))
        for number in 0..<5 { _ = await rig.ask(number) }
        #expect(rig.loader.load.fetches.running == 1)
        rig.loader.limits.fetchesAtOnce = 4
        #expect(rig.loader.load.fetches == .init(running: 4, waiting: 1))
        #expect(rig.loader.limits.fetchesAtOnce == 4)
    }

    @Test func loweredLimitHoldsForWhatComes() async {
        let rig = LoaderRig(limits: ImageLoadingLimits(fetchesAtOnce: 3))
        for number in 0..<6 { _ = await rig.ask(number) }
        rig.loader.limits.fetchesAtOnce = 1
        await rig.transport.answerNext(.picture(0))
        await rig.transport.answerNext(.picture(1))
        await Eventually.holds { rig.memory.count == 2 }
        #expect(rig.loader.load.fetches == .init(running: 1, waiting: 3))
    }

    /// A cancelled fetch that does not end still takes its connection.
    @Test func cancelledFetchKeepsItsPlaceUntilItEnds() async {
        let transport = PictureTransport(heedsCancellation: false)
        let rig = LoaderRig(transport: transport, limits: ImageLoadingLimits(fetchesAtOnce: 1))
        let first = await rig.ask(1)
        await Eventually.holds { transport.waiting == [.picture(1)] }
        first.cancel()
        _ = await first.value
        _ = await rig.ask(2)
        #expect(rig.loader.load.fetches == .init(running: 1, waiting: 1))
        transport.answer(.picture(1), .failure(.cancelled))
        await Eventually.holds { transport.waiting == [.picture(2)] }
        #expect(transport.record.mostAtOnce == 1)
    }
}
