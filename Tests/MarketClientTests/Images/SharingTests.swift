import Foundation
import MarketClient
import Testing

@Suite(.timeLimit(.minutes(30))) struct SharingTests {
    @Test func manyAskersShareOneFetchAndOneDecoding() async {
        let fixture = LoaderFixture()
        var tasks: [Task<LoaderFixture.Outcome, Never>] = []
        for _ in 0..<50 { tasks.append(await fixture.ask(1)) }
        await fixture.transport.answerNext(.image(1))
        for task in tasks { #expect(await task.value == .success(FakeImage(.image(1)))) }
        #expect(fixture.transport.started == [.image(1)])
        #expect(fixture.decoder.started.count == 1)
        await fixture.idle()
    }

    @Test func sizesShareTheFetchAndAreDecodedOnceEach() async {
        let fixture = LoaderFixture()
        let (small, large) = (PixelSize(width: 10, height: 10), PixelSize(width: 20, height: 20))
        var tasks: [Task<LoaderFixture.Outcome, Never>] = []
        for size in [small, large, small, nil, large] { tasks.append(await fixture.ask(1, fitting: size)) }
        await fixture.transport.answerNext(.image(1))
        for (task, size) in zip(tasks, [small, large, small, nil, large]) {
            #expect(await task.value == .success(FakeImage(.image(1), size)))
        }
        #expect(fixture.transport.started.count == 1)
        #expect(fixture.decoder.started.count == 3)
        #expect(Set(fixture.decoder.started).count == 3)
    }

    @Test func whoComesWhileItIsDecodedShares() async {
        let fixture = LoaderFixture(decoder: FakeDecoder(waits: true))
        let first = await fixture.ask(1)
        await fixture.transport.answerNext(.image(1))
        await Eventually.holds { fixture.decoder.started.count == 1 }
        let second = await fixture.ask(1)
        await fixture.decoder.release()
        #expect(await first.value == .success(FakeImage(.image(1))))
        #expect(await second.value == .success(FakeImage(.image(1))))
        #expect(fixture.decoder.started.count == 1)
        #expect(fixture.transport.started.count == 1)
    }

    @Test func anotherSizeWhileTheBytesAreWrittenIsNotFetchedAgain() async {
        let disk = DiskInMemory(holdsWritesBack: true)
        let fixture = LoaderFixture(disk: disk)
        let first = await fixture.ask(1)
        await fixture.transport.answerNext(.image(1))
        #expect(await first.value == .success(FakeImage(.image(1))))
        await Eventually.holds { await disk.waitingWrites == 1 }
        let size = PixelSize(width: 5, height: 5)
        #expect(await fixture.outcome(.image(1), fitting: size) == .success(FakeImage(.image(1), size)))
        #expect(fixture.transport.started.count == 1)
        #expect(await disk.reads == [.image(1)])
        #expect(!fixture.loader.load.isIdle)
        await disk.releaseWrites()
        await fixture.idle()
        #expect(await disk.addresses == [.image(1)])
    }

    @Test func imageInMemoryComesWithoutAnyWork() async {
        let fixture = LoaderFixture()
        let size = PixelSize(width: 5, height: 5)
        #expect(fixture.loader.cachedImage(for: .image(1), fitting: size) == nil)
        _ = await fixture.load(1, fitting: size)
        #expect(fixture.loader.cachedImage(for: .image(1), fitting: size) == FakeImage(.image(1), size))
        #expect(fixture.loader.cachedImage(for: .image(1), fitting: nil) == nil)
        #expect(await fixture.outcome(.image(1), fitting: size) == .success(FakeImage(.image(1), size)))
        #expect(fixture.transport.started.count == 1)
        #expect(fixture.decoder.started.count == 1)
    }

    @MainActor
    @Test func decodingIsAwayFromTheMainActor() async {
        let fixture = LoaderFixture()
        let task = Task { @MainActor in try? await fixture.loader.image(for: .image(1), fitting: nil) }
        await fixture.transport.answerNext(.image(1))
        #expect(await task.value == FakeImage(.image(1)))
        #expect(!fixture.decoder.ranOnMainThread)
    }

    @Test func imageIsAskedForAsTheConfigurationSays() async throws {
        var limits = ImageLoadingLimits()
        (limits.maximumResponse, limits.idleTimeout) = (1234, 5)
        let fixture = LoaderFixture(limits: limits)
        _ = await fixture.load(1)
        let request = try #require(fixture.transport.record.requests.first)
        let headers = ["Accept": "image/*"]
        #expect(request == ClientRequest(.get, .image(1), headers: headers, idleTimeout: 5, maximumResponse: 1234))
    }
}
