import Foundation
import MarketClient
import Testing

@Suite(.timeLimit(.minutes(30))) struct SharingTests {
    @Test func manyAskersShareOneFetchAndOneDecoding() async {
        let rig = LoaderRig()
        var tasks: [Task<LoaderRig.Outcome, Never>] = []
        for _ in 0..<50 { tasks.append(await rig.ask(1)) }
        await rig.transport.answerNext(.picture(1))
        for task in tasks { #expect(await task.value == .success(FakeImage(.picture(1)))) }
        #expect(rig.transport.started == [.picture(1)])
        #expect(rig.decoder.started.count == 1)
        await rig.idle()
    }

    @Test func sizesShareTheFetchAndAreDecodedOnceEach() async {
        let rig = LoaderRig()
        let (small, large) = (PixelSize(width: 10, height: 10), PixelSize(width: 20, height: 20))
        var tasks: [Task<LoaderRig.Outcome, Never>] = []
        for size in [small, large, small, nil, large] { tasks.append(await rig.ask(1, fitting: size)) }
        await rig.transport.answerNext(.picture(1))
        for (task, size) in zip(tasks, [small, large, small, nil, large]) {
            #expect(await task.value == .success(FakeImage(.picture(1), size)))
        }
        #expect(rig.transport.started.count == 1)
        #expect(rig.decoder.started.count == 3)
        #expect(Set(rig.decoder.started).count == 3)
    }

    @Test func whoComesWhileItIsDecodedShares() async {
        let rig = LoaderRig(decoder: FakeDecoder(waits: true))
        let first = await rig.ask(1)
        await rig.transport.answerNext(.picture(1))
        await Eventually.holds { rig.decoder.started.count == 1 }
        let second = await rig.ask(1)
        await rig.decoder.release()
        #expect(await first.value == .success(FakeImage(.picture(1))))
        #expect(await second.value == .success(FakeImage(.picture(1))))
        #expect(rig.decoder.started.count == 1)
        #expect(rig.transport.started.count == 1)
    }

    @Test func anotherSizeWhileTheBytesAreWrittenIsNotFetchedAgain() async {
        let disk = DiskInMemory(holdsWritesBack: true)
        let rig = LoaderRig(disk: disk)
        let first = await rig.ask(1)
        await rig.transport.answerNext(.picture(1))
        #expect(await first.value == .success(FakeImage(.picture(1))))
        await Eventually.holds { await disk.waitingWrites == 1 }
        let size = PixelSize(width: 5, height: 5)
        #expect(await rig.outcome(.picture(1), fitting: size) == .success(FakeImage(.picture(1), size)))
        #expect(rig.transport.started.count == 1)
        #expect(await disk.reads == [.picture(1)])
        #expect(!rig.loader.load.isIdle)
        await disk.releaseWrites()
        await rig.idle()
        #expect(await disk.addresses == [.picture(1)])
    }

    @Test func imageInMemoryComesWithoutAnyWork() async {
        let rig = LoaderRig()
        let size = PixelSize(width: 5, height: 5)
        #expect(rig.loader.cachedImage(for: .picture(1), fitting: size) == nil)
        _ = await rig.load(1, fitting: size)
        #expect(rig.loader.cachedImage(for: .picture(1), fitting: size) == FakeImage(.picture(1), size))
        #expect(rig.loader.cachedImage(for: .picture(1), fitting: nil) == nil)
        #expect(await rig.outcome(.picture(1), fitting: size) == .success(FakeImage(.picture(1), size)))
        #expect(rig.transport.started.count == 1)
        #expect(rig.decoder.started.count == 1)
    }

    @MainActor
    @Test func decodingIsAwayFromTheMainActor() async {
        let rig = LoaderRig()
        let task = Task { @MainActor in try? await rig.loader.image(for: .picture(1), fitting: nil) }
        await rig.transport.answerNext(.picture(1))
        #expect(await task.value == FakeImage(.picture(1)))
        #expect(!rig.decoder.ranOnMainThread)
    }

    @Test func pictureIsAskedForAsTheConfigurationSays() async throws {
        var limits = ImageLoadingLimits()
        (limits.maximumAnswer, limits.idleTimeout) = (1234, 5)
        let rig = LoaderRig(limits: limits)
        _ = await rig.load(1)
        let request = try #require(rig.transport.record.requests.first)
        let headers = ["Accept": "image/*"]
        #expect(request == ClientRequest(.get, .picture(1), headers: headers, idleTimeout: 5, maximumAnswer: 1234))
    }
}
