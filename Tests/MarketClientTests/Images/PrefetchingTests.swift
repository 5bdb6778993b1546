import Foundation
import MarketClient
import Testing

@Suite(.timeLimit(.minutes(30))) struct PrefetchingTests {
    let size = PixelSize(width: 10, height: 10)

    @Test func prefetchedImageIsInMemoryWhenItIsAskedFor() async {
        let fixture = LoaderFixture()
        fixture.loader.prefetch([.image(1)], fitting: size)
        await fixture.transport.answerNext(.image(1))
        await fixture.idle()
        #expect(fixture.loader.cachedImage(for: .image(1), fitting: size) == FakeImage(.image(1), size))
        fixture.loader.prefetch([.image(1)], fitting: size)
        #expect(fixture.loader.load.isIdle)
        #expect(fixture.transport.started.count == 1)
    }

    @Test func cancelledPrefetchEndsAndThoseBehindItNeverBegin() async {
        let fixture = LoaderFixture(limits: ImageLoadingLimits(prefetchesAtOnce: 2))
        let urls = (0..<5).map(URL.image)
        fixture.loader.prefetch(urls, fitting: size)
        await Eventually.holds { fixture.transport.waiting.count == 2 }
        fixture.loader.cancelPrefetch(urls, fitting: size)
        await fixture.idle()
        #expect(Set(fixture.transport.record.cancelled) == [.image(0), .image(1)])
        #expect(fixture.transport.started.count == 2)
    }

    @Test func cancellingTakesNothingFromThoseWhoAsk() async {
        let fixture = LoaderFixture()
        fixture.loader.prefetch([.image(1)], fitting: size)
        let task = await fixture.ask(1, fitting: size)
        fixture.loader.cancelPrefetch([.image(1)], fitting: size)
        await fixture.transport.answerNext(.image(1))
        #expect(await task.value == .success(FakeImage(.image(1), size)))
        #expect(fixture.transport.record.cancelled.isEmpty)
    }

    /// A collection view doesn't cancel the prefetching of rows that it has shown.
    @Test func prefetchThatBecameVisibleEndsWhenItLeavesTheScreen() async {
        let fixture = LoaderFixture()
        fixture.loader.prefetch([.image(1)], fitting: size)
        await Eventually.holds { fixture.transport.waiting == [.image(1)] }
        let task = await fixture.ask(1, fitting: size)
        task.cancel()
        _ = await task.value
        await fixture.idle()
        #expect(fixture.transport.record.cancelled == [.image(1)])
    }

    @Test func prefetchingWhatIsVisibleDoesNotKeepItGoing() async {
        let fixture = LoaderFixture()
        let task = await fixture.ask(1, fitting: size)
        fixture.loader.prefetch([.image(1)], fitting: size)
        task.cancel()
        _ = await task.value
        await fixture.idle()
        #expect(fixture.transport.record.answered.isEmpty)
    }

    @Test func anotherSizeIsAnotherPrefetch() async {
        let fixture = LoaderFixture()
        fixture.loader.prefetch([.image(1)], fitting: size)
        fixture.loader.cancelPrefetch([.image(1)], fitting: nil)
        await fixture.transport.answerNext(.image(1))
        await fixture.idle()
        #expect(fixture.memory.count == 1)
    }

    @Test func allPrefetchesEndTogether() async {
        let fixture = LoaderFixture()
        fixture.loader.prefetch((0..<3).map(URL.image), fitting: size)
        fixture.loader.prefetch((2..<9).map(URL.image), fitting: nil)
        let task = await fixture.ask(20)
        fixture.loader.cancelAllPrefetches()
        await Eventually.holds { fixture.loader.load.images == 1 && fixture.loader.load.fetches.running == 1 }
        await fixture.transport.answerNext(.image(20))
        #expect(await task.value == .success(FakeImage(.image(20))))
        await fixture.idle()
        #expect(fixture.transport.record.answered == [.image(20)])
    }

    @Test func whatCannotBePrefetchedIsPassedOver() async throws {
        let fixture = LoaderFixture()
        let file = try #require(URL(string: "file:///etc/passwd"))
        fixture.loader.prefetch([file], fitting: nil)
        #expect(fixture.loader.load.isIdle)
        fixture.loader.prefetch([.image(1)], fitting: nil)
        await fixture.transport.answerNext(.image(1), .success(ClientResponse(status: 404)))
        await fixture.idle()
        #expect(fixture.memory.count == 0)
    }
}
