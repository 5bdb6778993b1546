import Foundation
import MarketClient
import Testing

@Suite(.timeLimit(.minutes(30))) struct CancellationTests {
    @Test func fetchGoesOnUntilTheLastAskerLeaves() async {
        let fixture = LoaderFixture()
        let (first, second) = (await fixture.ask(1), await fixture.ask(1))
        await Eventually.holds { fixture.transport.waiting == [.image(1)] }
        first.cancel()
        #expect(await first.value == .failure(.cancelled))
        #expect(fixture.transport.record.cancelled.isEmpty)
        #expect(fixture.loader.load.waiters == 1)
        second.cancel()
        #expect(await second.value == .failure(.cancelled))
        await fixture.idle()
        #expect(fixture.transport.record.cancelled == [.image(1)])
    }

    @Test func theOneWhoStaysGetsTheImage() async {
        let fixture = LoaderFixture()
        let (first, second) = (await fixture.ask(1), await fixture.ask(1))
        first.cancel()
        #expect(await first.value == .failure(.cancelled))
        await fixture.transport.answerNext(.image(1))
        #expect(await second.value == .success(FakeImage(.image(1))))
    }

    @Test func anotherSizeKeepsTheFetchGoing() async {
        let fixture = LoaderFixture()
        let size = PixelSize(width: 5, height: 5)
        let (first, second) = (await fixture.ask(1), await fixture.ask(1, fitting: size))
        first.cancel()
        _ = await first.value
        await fixture.transport.answerNext(.image(1))
        #expect(await second.value == .success(FakeImage(.image(1), size)))
        #expect(fixture.decoder.started == [FakeImage(.image(1), size)])
        #expect(fixture.transport.record.cancelled.isEmpty)
    }

    @Test func fetchThatHasNotBegunNeverBegins() async {
        let fixture = LoaderFixture(limits: ImageLoadingLimits(fetchesAtOnce: 1))
        let (first, second, third) = (await fixture.ask(1), await fixture.ask(2), await fixture.ask(3))
        await Eventually.holds { fixture.transport.waiting == [.image(1)] }
        second.cancel()
        #expect(await second.value == .failure(.cancelled))
        fixture.transport.response(.image(1))
        await fixture.transport.answerNext(.image(3))
        _ = (await first.value, await third.value)
        await fixture.idle()
        #expect(fixture.transport.started == [.image(1), .image(3)])
    }

    @Test func cancelledBeforeAskingStartsNothing() async {
        let fixture = LoaderFixture()
        let task = Task {
            await Eventually.holds { Task.isCancelled }
            return await fixture.outcome(.image(1))
        }
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        #expect(fixture.transport.started.isEmpty)
        #expect(fixture.loader.load.isIdle)
    }

    /// One image is never fetched twice at the same time, not even while the first fetch is being cancelled.
    @Test func repeatedRequestWaitsForTheEndOfTheCancelledFetch() async {
        let fixture = LoaderFixture(transport: ImageTransport(heedsCancellation: false))
        let first = await fixture.ask(1)
        await Eventually.holds { fixture.transport.waiting == [.image(1)] }
        first.cancel()
        _ = await first.value
        let second = await fixture.ask(1)
        #expect(fixture.loader.load.fetches == .init(running: 1, waiting: 0))
        fixture.transport.response(.image(1), .failure(.cancelled))
        await Eventually.holds { fixture.transport.started.count == 2 }
        fixture.transport.response(.image(1))
        #expect(await second.value == .success(FakeImage(.image(1))))
    }

    @Test func answerThatComesInSpiteOfCancellationIsUsed() async {
        let disk = DiskInMemory()
        let fixture = LoaderFixture(transport: ImageTransport(heedsCancellation: false), disk: disk)
        let first = await fixture.ask(1)
        await Eventually.holds { fixture.transport.waiting == [.image(1)] }
        first.cancel()
        _ = await first.value
        fixture.transport.response(.image(1))
        await fixture.idle()
        #expect(await disk.addresses == [.image(1)])
        #expect(await fixture.outcome(.image(1)) == .success(FakeImage(.image(1))))
        #expect(fixture.transport.started.count == 1)
    }

    @Test func decodingIsCancelledWithItsLastAsker() async {
        let fixture = LoaderFixture(decoder: FakeDecoder(waits: true))
        let task = await fixture.ask(1)
        await fixture.transport.answerNext(.image(1))
        await Eventually.holds { fixture.decoder.waiting.count == 1 }
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        await fixture.idle()
        #expect(fixture.decoder.cancelledCount == 1)
        #expect(fixture.loader.cachedImage(for: .image(1), fitting: nil) == nil)
    }

    @Test func decodingThatWaitsIsTakenOutOfTheLine() async {
        let fixture = LoaderFixture(decoder: FakeDecoder(waits: true), limits: ImageLoadingLimits(decodesAtOnce: 1))
        let first = await fixture.ask(1)
        await fixture.transport.answerNext(.image(1))
        await Eventually.holds { fixture.decoder.waiting.count == 1 }
        let second = await fixture.ask(2)
        await fixture.transport.answerNext(.image(2))
        await Eventually.holds { fixture.loader.load.decodes.waiting == 1 }
        second.cancel()
        _ = await second.value
        await fixture.decoder.release()
        _ = await first.value
        await fixture.idle()
        #expect(fixture.decoder.started == [FakeImage(.image(1))])
    }
}
