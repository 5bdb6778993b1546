import Foundation
import MarketClient
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30))) struct LoadingErrorTests {
    @Test(arguments: [
        "file:///etc/passwd", "data:image/png;base64,AAAA", "images/1.jpg", "ftp://market.test/1.jpg", "https:///1.jpg",
    ])
    func addressesOfNoServerAreRefused(address: String) async throws {
        let fixture = LoaderFixture()
        let url = try #require(URL(string: address))
        #expect(await fixture.outcome(url) == .failure(.notAnImageURL))
        #expect(fixture.transport.started.isEmpty)
    }

    @Test(arguments: [204, 206, 301, 404, 410, 429]) func otherStatusesAreFailures(status: Int) async {
        let fixture = LoaderFixture(retry: RetryPolicy(maximumAttempts: 3, sleep: { _ in }))
        let task = await fixture.ask(1)
        await fixture.transport.answerNext(.image(1), .success(ClientResponse(status: status, body: Data("x".utf8))))
        #expect(await task.value == .failure(.status(status)))
        #expect(fixture.transport.started.count == 1)
    }

    @Test(arguments: [
        TransportError.notConnected(detail: ""), .notTrusted(detail: ""), .responseTooLarge(maximum: 1), .cancelled,
    ])
    func failuresThatWouldRepeatAreNotTriedAgain(error: TransportError) async {
        let fixture = LoaderFixture(retry: RetryPolicy(maximumAttempts: 3, sleep: { _ in }))
        let task = await fixture.ask(1)
        await fixture.transport.answerNext(.image(1), .failure(error))
        #expect(await task.value == .failure(.transport(error)))
        #expect(fixture.transport.started.count == 1)
    }

    static let passing: [ImageTransport.Outcome] = [
        .failure(.connectionLost(detail: "")), .failure(.timedOut), .success(ClientResponse(status: 503)),
    ]

    @Test(arguments: passing) func passingFailureIsTriedAgainQuietly(failure: ImageTransport.Outcome) async {
        let pauses = Mutex<[Duration]>([])
        let retry = RetryPolicy(maximumAttempts: 2) { pause in pauses.withLock { $0.append(pause) } }
        let fixture = LoaderFixture(retry: retry)
        let task = await fixture.ask(1)
        await fixture.transport.answerNext(.image(1), failure)
        await fixture.transport.answerNext(.image(1))
        #expect(await task.value == .success(FakeImage(.image(1))))
        let seen = pauses.withLock(\.self)
        #expect(seen.count == 1 && seen.allSatisfy { .milliseconds(150)...(.milliseconds(300)) ~= $0 })
    }

    @Test func attemptsEndAndPausesGrow() async {
        let pauses = Mutex<[Duration]>([])
        let retry = RetryPolicy(maximumAttempts: 3, initialDelay: .seconds(1)) { pause in
            pauses.withLock { $0.append(pause) }
        }
        let fixture = LoaderFixture(retry: retry)
        let task = await fixture.ask(1)
        for _ in 0..<3 { await fixture.transport.answerNext(.image(1), .failure(.timedOut)) }
        #expect(await task.value == .failure(.transport(.timedOut)))
        #expect(fixture.transport.started.count == 3)
        // Between half of the doubled delay and all of it.
        let seen = pauses.withLock(\.self)
        #expect(seen.count == 2 && seen[0] <= .seconds(1) && seen[1] >= .seconds(1))
    }

    @Test func nobodyLeftMeansNoSecondTry() async {
        let fixture = LoaderFixture(retry: RetryPolicy { _ in await Eventually.holds { Task.isCancelled } })
        let task = await fixture.ask(1)
        await fixture.transport.answerNext(.image(1), .failure(.timedOut))
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        await fixture.idle()
        #expect(fixture.transport.started.count == 1)
    }

    @Test func failureIsToldToAllAndNotKept() async {
        let fixture = LoaderFixture()
        let (first, second) = (await fixture.ask(1), await fixture.ask(1, fitting: PixelSize(width: 5, height: 5)))
        await fixture.transport.answerNext(.image(1), .success(ClientResponse(status: 404)))
        #expect(await first.value == .failure(.status(404)))
        #expect(await second.value == .failure(.status(404)))
        #expect(await fixture.load(1) == .success(FakeImage(.image(1))))
    }

    @Test func whatCannotBeDecodedIsToldAndNotKept() async {
        let disk = DiskInMemory()
        let fixture = LoaderFixture(disk: disk)
        let task = await fixture.ask(1)
        await fixture.transport.answerNext(.image(1), .success(ClientResponse(status: 200, body: Data("bad".utf8))))
        #expect(await task.value == .failure(.undecodable(detail: "Refused()")))
        await fixture.idle()
        await Eventually.holds { await disk.removed == [.image(1)] }
        #expect(await disk.addresses.isEmpty)
        #expect(await fixture.load(1) == .success(FakeImage(.image(1))))
    }

    /// The decoder finishes before the disk write does.
    @Test func undecodableImageIsRemovedFromTheDiskEvenWhileItIsWritten() async {
        let disk = DiskInMemory(holdsWritesBack: true)
        let fixture = LoaderFixture(disk: disk)
        let task = await fixture.ask(1)
        await fixture.transport.answerNext(.image(1), .success(ClientResponse(status: 200, body: Data("bad".utf8))))
        _ = await task.value
        await Eventually.holds { await disk.waitingWrites == 1 }
        await disk.releaseWrites()
        await fixture.idle()
        #expect(await disk.keptCount == 1)
        #expect(await disk.addresses.isEmpty)
    }
}
