import Foundation
import MarketClient
import Testing

@Suite(.timeLimit(.minutes(30))) struct PrefetchingTests {
    let size = PixelSize(width: 10, height: 10)

    @Test func prefetchedImageIsInMemoryWhenItIsAskedFor() async {
        let rig = LoaderRig()
        rig.loader.prefetch([.picture(1)], fitting: size)
        await rig.transport.answerNext(.picture(1))
        await rig.idle()
        #expect(rig.loader.cachedImage(for: .picture(1), fitting: size) == FakeImage(.picture(1), size))
        rig.loader.prefetch([.picture(1)], fitting: size)
        #expect(rig.loader.load.isIdle)
        #expect(rig.transport.started.count == 1)
    }

    @Test func cancelledPrefetchEndsAndThoseBehindItNeverBegin() async {
        let rig = LoaderRig(limits: ImageLoadingLimits(prefetchesAtOnce: 2))
        let urls = (0..<5).map(URL.picture)
        rig.loader.prefetch(urls, fitting: size)
        await Eventually.holds { rig.transport.waiting.count == 2 }
        rig.loader.cancelPrefetch(urls, fitting: size)
        await rig.idle()
        #expect(Set(rig.transport.record.cancelled) == [.picture(0), .picture(1)])
        #expect(rig.transport.started.count == 2)
    }

    @Test func cancellingTakesNothingFromThoseWhoAsk() async {
        let rig = LoaderRig()
        rig.loader.prefetch([.picture(1)], fitting: size)
        let task = await rig.ask(1, fitting: size)
        rig.loader.cancelPrefetch([.picture(1)], fitting: size)
        await rig.transport.answerNext(.picture(1))
        #expect(await task.value == .success(FakeImage(.picture(1), size)))
        #expect(rig.transport.record.cancelled.isEmpty)
    }

    /// A collection view does not cancel the prefetching of what it has shown.
    @Test func prefetchThatBecameVisibleEndsWhenItLeavesTheScreen() async {
        let rig = LoaderRig()
        rig.loader.prefetch([.picture(1)], fitting: size)
        await Eventually.holds { rig.transport.waiting == [.picture(1)] }
        let task = await rig.ask(1, fitting: size)
        task.cancel()
        _ = await task.value
        await rig.idle()
        #expect(rig.transport.record.cancelled == [.picture(1)])
    }

    @Test func prefetchingWhatIsVisibleDoesNotKeepItGoing() async {
        let rig = LoaderRig()
        let task = await rig.ask(1, fitting: size)
        rig.loader.prefetch([.picture(1)], fitting: size)
        task.cancel()
        _ = await task.value
        await rig.idle()
        #expect(rig.transport.record.answered.isEmpty)
    }

    @Test func anotherSizeIsAnotherPrefetch() async {
        let rig = LoaderRig()
        rig.loader.prefetch([.picture(1)], fitting: size)
        rig.loader.cancelPrefetch([.picture(1)], fitting: nil)
        await rig.transport.answerNext(.picture(1))
        await rig.idle()
        #expect(rig.memory.count == 1)
    }

    @Test func allPrefetchesEndTogether() async {
        let rig = LoaderRig()
        rig.loader.prefetch((0..<3).map(URL.picture), fitting: size)
        rig.loader.prefetch((2..<9).map(URL.picture), fitting: nil)
        let task = await rig.ask(20)
        rig.loader.cancelAllPrefetches()
        await Eventually.holds { rig.loader.load.images == 1 && rig.loader.load.fetches.running == 1 }
        await rig.transport.answerNext(.picture(20))
        #expect(await task.value == .success(FakeImage(.picture(20))))
        await rig.idle()
        #expect(rig.transport.record.answered == [.picture(20)])
    }

    @Test func whatCannotBePrefetchedIsPassedOver() async throws {
        let rig = LoaderRig()
        let file = try #require(URL(string: "file:///etc/passwd"))
        rig.loader.prefetch([file], fitting: nil)
        #expect(rig.loader.load.isIdle)
        rig.loader.prefetch([.picture(1)], fitting: nil)
        await rig.transport.answerNext(.picture(1), .success(ClientResponse(status: 404)))
        await rig.idle()
        #expect(rig.memory.count == 0)
    }
}
