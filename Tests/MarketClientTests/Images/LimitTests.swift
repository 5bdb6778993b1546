import Foundation
import MarketClient
import Testing

@Suite(.timeLimit(.minutes(30))) struct LimitTests {
    @Test func noMoreFetchesAtOnceThanTheLimit() async {
        let fixture = LoaderFixture()
        for number in 0..<40 { _ = await fixture.ask(number) }
        #expect(fixture.loader.load.fetches == .init(running: 6, waiting: 34))
        await Eventually.holds {
            if fixture.transport.waiting.count == 6 || fixture.loader.load.fetches.waiting == 0 {
                fixture.transport.waiting.first.map { _ = fixture.transport.response($0) }
            }
            return fixture.loader.load.isIdle
        }
        #expect(fixture.transport.record.mostAtOnce == 6)
        #expect(fixture.transport.started.count == 40)
    }

    @Test func noMoreDecodingsAtOnceThanTheLimit() async {
        let fixture = LoaderFixture(decoder: FakeDecoder(waits: true))
        for number in 0..<10 {
            _ = await fixture.ask(number)
            await fixture.transport.answerNext(.image(number))
        }
        await Eventually.holds { fixture.loader.load.decodes == .init(running: 2, waiting: 8) }
        for _ in 0..<10 { await fixture.decoder.release() }
        await fixture.idle()
        #expect(fixture.decoder.mostAtOnce == 2)
    }

    @Test func prefetchingLeavesRoomForWhatIsVisible() async {
        let fixture = LoaderFixture(limits: ImageLoadingLimits(fetchesAtOnce: 3, prefetchesAtOnce: 2))
        fixture.loader.prefetch((0..<10).map(URL.image), fitting: nil)
        #expect(fixture.loader.load.fetches == .init(running: 2, waiting: 8))
        _ = await fixture.ask(20)
        #expect(fixture.loader.load.fetches == .init(running: 3, waiting: 8))
        await Eventually.holds { fixture.transport.waiting.contains(.image(20)) }
    }

    @Test func prefetchInFlightThatBecomesVisibleMakesRoomForAnother() async {
        let fixture = LoaderFixture(limits: ImageLoadingLimits(fetchesAtOnce: 3, prefetchesAtOnce: 1))
        fixture.loader.prefetch((0..<3).map(URL.image), fitting: nil)
        await Eventually.holds { fixture.transport.started == [.image(0)] }
        _ = await fixture.ask(0)
        await Eventually.holds { fixture.transport.started == [.image(0), .image(1)] }
        #expect(fixture.loader.load.fetches == .init(running: 2, waiting: 1))
    }

    /// A cancelled fetch that hasn't ended still occupies its connection.
    @Test func cancelledFetchKeepsItsPlaceUntilItEnds() async {
        let transport = ImageTransport(heedsCancellation: false)
        let fixture = LoaderFixture(transport: transport, limits: ImageLoadingLimits(fetchesAtOnce: 1))
        let first = await fixture.ask(1)
        await Eventually.holds { transport.waiting == [.image(1)] }
        first.cancel()
        _ = await first.value
        _ = await fixture.ask(2)
        #expect(fixture.loader.load.fetches == .init(running: 1, waiting: 1))
        transport.response(.image(1), .failure(.cancelled))
        await Eventually.holds { transport.waiting == [.image(2)] }
        #expect(transport.record.mostAtOnce == 1)
    }
}
