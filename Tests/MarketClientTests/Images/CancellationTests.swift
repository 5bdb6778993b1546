import Foundation
import MarketClient
import Testing

@Suite(.timeLimit(.minutes(30))) struct CancellationTests {
    @Test func fetchGoesOnUntilTheLastAskerLeaves() async {
        let rig = LoaderRig()
        let (first, second) = (await rig.ask(1), await rig.ask(1))
        await Eventually.holds { rig.transport.waiting == [.picture(1)] }
        first.cancel()
        #expect(await first.value == .failure(.cancelled))
        #expect(rig.transport.record.cancelled.isEmpty)
        #expect(rig.loader.load.askers == 1)
        second.cancel()
        #expect(await second.value == .failure(.cancelled))
        await rig.idle()
        #expect(rig.transport.record.cancelled == [.picture(1)])
    }

    @Test func theOneWhoStaysGetsTheImage() async {
        let rig = LoaderRig()
        let (first, second) = (await rig.ask(1), await rig.ask(1))
        first.cancel()
        #expect(await first.value == .failure(.cancelled))
        await rig.transport.answerNext(.picture(1))
        #expect(await second.value == .success(FakeImage(.picture(1))))
    }

    @Test func anotherSizeKeepsTheFetchGoing() async {
        let rig = LoaderRig()
        let size = PixelSize(width: 5, height: 5)
        let (first, second) = (await rig.ask(1), await rig.ask(1, fitting: size))
        first.cancel()
        _ = await first.value
        await rig.transport.answerNext(.picture(1))
        #expect(await second.value == .success(FakeImage(.picture(1), size)))
        #expect(rig.decoder.started == [FakeImage(.picture(1), size)])
        #expect(rig.transport.record.cancelled.isEmpty)
    }

    @Test func fetchThatHasNotBegunNeverBegins() async {
        let rig = LoaderRig(limits: ImageLoadingLimits(fetchesAtOnce: 1))
        let (first, second, third) = (await rig.ask(1), await rig.ask(2), await rig.ask(3))
        await Eventually.holds { rig.transport.waiting == [.picture(1)] }
        second.cancel()
        #expect(await second.value == .failure(.cancelled))
        rig.transport.answer(.picture(1))
        await rig.transport.answerNext(.picture(3))
        _ = (await first.value, await third.value)
        await rig.idle()
        #expect(rig.transport.started == [.picture(1), .picture(3)])
    }

    @Test func cancelledBeforeAskingStartsNothing() async {
        let rig = LoaderRig()
        let task = Task {
            await Eventually.holds { Task.isCancelled }
            return await rig.outcome(.picture(1))
        }
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        #expect(rig.transport.started.isEmpty)
        #expect(rig.loader.load.isIdle)
    }

    /// One picture is never fetched twice at the same time, not even when the first fetch is just being cancelled.
    @Test func whoAsksAgainWaitsForTheEndOfTheCancelledFetch() async {
        let rig = LoaderRig(transport: PictureTransport(heedsCancellation: false))
        let first = await rig.ask(1)
        await Eventually.holds { rig.transport.waiting == [.picture(1)] }
        first.cancel()
        _ = await first.value
        let second = await rig.ask(1)
        #expect(rig.loader.load.fetches == .init(running: 1, waiting: 0))
        rig.transport.answer(.picture(1), .failure(.cancelled))
        await Eventually.holds { rig.transport.started.count == 2 }
        rig.transport.answer(.picture(1))
        #expect(await second.value == .success(FakeImage(.picture(1))))
    }

    @Test func answerThatComesInSpiteOfCancellationIsUsed() async {
        let disk = DiskInMemory()
        let rig = LoaderRig(transport: PictureTransport(heedsCancellation: false), disk: disk)
        let first = await rig.ask(1)
        await Eventually.holds { rig.transport.waiting == [.picture(1)] }
        first.cancel()
        _ = await first.value
        rig.transport.answer(.picture(1))
        await rig.idle()
        #expect(await disk.addresses == [.picture(1)])
        #expect(await rig.outcome(.picture(1)) == .success(FakeImage(.picture(1))))
        #expect(rig.transport.started.count == 1)
    }

    @Test func decodingIsCancelledWithItsLastAsker() async {
        let rig = LoaderRig(decoder: FakeDecoder(waits: true))
        let task = await rig.ask(1)
        await rig.transport.answerNext(.picture(1))
        await Eventually.holds { rig.decoder.waiting.count == 1 }
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        await rig.idle()
        #expect(rig.decoder.cancelledCount == 1)
        #expect(rig.loader.cachedImage(for: .picture(1), fitting: nil) == nil)
    }

    @Test func decodingThatWaitsIsTakenOutOfTheLine() async {
        let rig = LoaderRig(decoder: FakeDecoder(waits: true), limits: ImageLoadingLimits(decodesAtOnce: 1))
        let first = await rig.ask(1)
        await rig.transport.answerNext(.picture(1))
        await Eventually.holds { rig.decoder.waiting.count == 1 }
        let second = await rig.ask(2)
        await rig.transport.answerNext(.picture(2))
        await Eventually.holds { rig.loader.load.decodes.waiting == 1 }
        second.cancel()
        _ = await second.value
        await rig.decoder.release()
        _ = await first.value
        await rig.idle()
        #expect(rig.decoder.started == [FakeImage(.picture(1))])
    }
}
