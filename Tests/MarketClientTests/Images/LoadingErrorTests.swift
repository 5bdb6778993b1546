import Foundation
import MarketClient
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct LoadingErrorTests {
    @Test(arguments: [
        "file:///etc/passwd", "data:image/png;base64,AAAA", "images/1.jpg", "ftp://market.test/1.jpg", "https:///1.jpg",
    ])
    func addressesOfNoServerAreRefused(address: String) async throws {
        let rig = LoaderRig()
        let url = try #require(URL(string: address))
        #expect(await rig.outcome(url) == .failure(.notAnImageURL))
        #expect(rig.transport.started.isEmpty)
    }

    @Test(arguments: [204, 206, 301, 404, 410, 429]) func otherStatusesAreFailures(status: Int) async {
        let rig = LoaderRig(retry: ImageRetry(attempts: 3, wait: { _ in }))
        let task = await rig.ask(1)
        await rig.transport.answerNext(.picture(1), .success(ClientResponse(status: status, body: Data("x".utf8))))
        #expect(await task.value == .failure(.status(status)))
        #expect(rig.transport.started.count == 1)
    }

    @Test(arguments: [
        TransportError.notConnected(detail: ""), .notTrusted(detail: ""), .answerTooLarge(maximum: 1), .cancelled,
    ])
    func failuresThatWouldRepeatAreNotTriedAgain(error: TransportError) async {
        let rig = LoaderRig(retry: ImageRetry(attempts: 3, wait: { _ in }))
        let task = await rig.ask(1)
        await rig.transport.answerNext(.picture(1), .failure(error))
        #expect(await task.value == .failure(.transport(error)))
        #expect(rig.transport.started.count == 1)
    }

    static let passing: [PictureTransport.Outcome] = [
        .failure(.connectionLost(detail: "")), .failure(.timedOut), .success(ClientResponse(status: 503)),
    ]

    @Test(arguments: passing) func passingFailureIsTriedAgainQuietly(failure: PictureTransport.Outcome) async {
        let pauses = Mutex<[Duration]>([])
        let retry = ImageRetry(pause: .milliseconds(300)) { pause in pauses.withLock { $0.append(pause) } }
        let rig = LoaderRig(retry: retry)
        let task = await rig.ask(1)
        await rig.transport.answerNext(.picture(1), failure)
        await rig.transport.answerNext(.picture(1))
        #expect(await task.value == .success(FakeImage(.picture(1))))
        #expect(pauses.withLock(\.self) == [.milliseconds(300)])
    }

    @Test func attemptsEndAndPausesGrow() async {
        let pauses = Mutex<[Duration]>([])
        let retry = ImageRetry(attempts: 3, pause: .seconds(1)) { pause in pauses.withLock { $0.append(pause) } }
        let rig = LoaderRig(retry: retry)
        let task = await rig.ask(1)
        for _ in 0..<3 { await rig.transport.answerNext(.picture(1), .failure(.timedOut)) }
        #expect(await task.value == .failure(.transport(.timedOut)))
        #expect(rig.transport.started.count == 3)
        #expect(pauses.withLock(\.self) == [.seconds(1), .seconds(2)])
    }

    @Test func nobodyLeftMeansNoSecondTry() async {
        let rig = LoaderRig(retry: ImageRetry { _ in await Eventually.holds { Task.isCancelled } })
        let task = await rig.ask(1)
        await rig.transport.answerNext(.picture(1), .failure(.timedOut))
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        await rig.idle()
        #expect(rig.transport.started.count == 1)
    }

    @Test func failureIsToldToAllAndNotKept() async {
        let rig = LoaderRig()
        let (first, second) = (await rig.ask(1), await rig.ask(1, fitting: PixelSize(width: 5, height: 5)))
        await rig.transport.answerNext(.picture(1), .success(ClientResponse(status: 404)))
        #expect(await first.value == .failure(.status(404)))
        #expect(await second.value == .failure(.status(404)))
        #expect(await rig.load(1) == .success(FakeImage(.picture(1))))
    }

    @Test func whatCannotBeDecodedIsToldAndNotKept() async {
        let disk = DiskInMemory()
        let rig = LoaderRig(disk: disk)
        let task = await rig.ask(1)
        await rig.transport.answerNext(.picture(1), .success(ClientResponse(status: 200, body: Data("bad".utf8))))
        #expect(await task.value == .failure(.undecodable(detail: "Refused()")))
        await rig.idle()
        await Eventually.holds { await disk.removed == [.picture(1)] }
        #expect(await disk.addresses.isEmpty)
        #expect(await rig.load(1) == .success(FakeImage(.picture(1))))
    }

    /// The decoder is done before the disk is.
    @Test func whatCannotBeDecodedGoesFromTheDiskAlsoWhenItIsStillBeingWritten() async {
        let disk = DiskInMemory(holdsWritesBack: true)
        let rig = LoaderRig(disk: disk)
        let task = await rig.ask(1)
        await rig.transport.answerNext(.picture(1), .success(ClientResponse(status: 200, body: Data("bad".utf8))))
        _ = await task.value
        await Eventually.holds { await disk.waitingWrites == 1 }
        await disk.releaseWrites()
        await rig.idle()
        #expect(await disk.keptCount == 1)
        #expect(await disk.addresses.isEmpty)
    }
}
