import Foundation
import MarketCore
import TestMarkets
import Testing

@testable import MarketS3

@Suite("Time limits of an object store", .timeLimit(.minutes(5)))
struct TransferTimeTests {
    private let limits = TransferLimits(answer: .seconds(4), upload: .seconds(16), response: .seconds(2))
    private let begin = ContinuousClock.now

    @Test func uploadMayTakeLongerWhileItIsTaken() {
        var deadline = TransferDeadline(limits, at: begin)
        for second in 1...19 {
            let now = begin + .seconds(second)
            deadline.acknowledged(second * 1000, at: now)
            #expect(deadline.failure(at: now) == nil)
        }
        // However steadily it is taken.
        #expect(deadline.failure(at: begin + .seconds(20)) == .noAnswerInTime)
    }

    @Test func uploadThatIsNotTakenFailsEarly() {
        var deadline = TransferDeadline(limits, at: begin)
        deadline.acknowledged(1000, at: begin + .seconds(3))
        // The same bytes again.
        deadline.acknowledged(1000, at: begin + .seconds(6))
        #expect(deadline.failure(at: begin + .milliseconds(6999)) == nil)
        #expect(deadline.failure(at: begin + .seconds(7)) == .noAnswerInTime)
    }

    @Test func responseHasATimeOfItsOwn() {
        var deadline = TransferDeadline(limits, at: begin)
        deadline.responseBegan(at: begin + .seconds(3))
        deadline.responseBegan(at: begin + .seconds(4))
        #expect(deadline.failure(at: begin + .milliseconds(4999)) == nil)
        #expect(deadline.failure(at: begin + .seconds(5)) == .slowResponse)
    }

    @Test func timeGrowsWithTheUpload() {
        #expect(RequestTimeouts.uploadTime(byteCount: 0) == .zero)
        #expect(RequestTimeouts.uploadTime(byteCount: 1 << 20) == .seconds(16))
    }

    @Test func storeThatNeverAnswersIsUnreachable() async throws {
        let store = try ScriptedStore { connection, _ in connection.readToEnd() }
        let client = try store.client()
        await #expect(throws: S3Failure.unreachable(reason: "there was no answer in time")) {
            try await client.send(S3Request(method: .get, key: "x", timeouts: .reached()))
        }
        await client.close()
    }

    @Test func responseThatStopsIsUnreachable() async throws {
        let store = try ScriptedStore { connection, _ in
            connection.write("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nbegin")
            connection.readToEnd()
        }
        let client = try store.client()
        await #expect(throws: S3Failure.unreachable(reason: "the response took too long")) {
            try await client.send(
                S3Request(
                    method: .get,
                    key: "x",
                    timeouts: .reached(total: .seconds(60), body: .seconds(1))
                )
            )
        }
        await client.close()
    }

    /// The store takes the body in steps that are shorter than the limit, and in all longer. All of it is in the socket's
    /// buffer meanwhile.
    @Test func slowAndSteadyUploadSucceeds() async throws {
        let limit = Duration.seconds(4)
        let body = [UInt8](repeating: 7, count: 1 << 20)
        let store = try ScriptedStore(receiveBuffer: 4096) { connection, _ in
            guard connection.readHead() != nil else { return }
            let begin = ContinuousClock.now
            var count = 0
            while ContinuousClock.now - begin < limit * 1.5 {
                count += connection.read(8192).count
                connection.pause(limit / 20)
            }
            count += connection.readAll(body.count - count).count
            connection.answer(count == body.count ? "200 OK" : "400 Bad Request")
        }
        let client = try store.client()
        let response = try await client.send(
            S3Request(method: .put, key: "x", body: body, timeouts: .reached(total: limit))
        )
        #expect(response.status == 200)
        await client.close()
    }

    @Test func uploadThatTheStoreStopsTakingFails() async throws {
        let release = DispatchSemaphore(value: 0)
        let store = try ScriptedStore(receiveBuffer: 4096) { connection, _ in
            guard connection.readHead() != nil else { return }
            _ = connection.readAll(100_000)
            release.wait()
        }
        let client = try store.client()
        // All of it could take a quarter of an hour.
        let body = [UInt8](repeating: 7, count: 64 << 20)
        await #expect(throws: S3Failure.unreachable(reason: "there was no answer in time")) {
            try await client.send(S3Request(method: .put, key: "x", body: body, timeouts: .reached()))
        }
        release.signal()
        await client.close()
    }

    /// The kernel takes all of the body, so that nothing is left to send, and nobody reads it.
    @Test func uploadThatIsOnlyInTheSocketFails() async throws {
        let release = DispatchSemaphore(value: 0)
        let store = try ScriptedStore(receiveBuffer: 4096) { _, _ in release.wait() }
        let client = try store.client()
        let body = [UInt8](repeating: 7, count: 1 << 20)
        await #expect(throws: S3Failure.unreachable(reason: "there was no answer in time")) {
            try await client.send(S3Request(method: .put, key: "x", body: body, timeouts: .reached(attempts: 4)))
        }
        // It was one attempt: another one would begin after its time.
        try await wait { store.connectionCount > 0 }
        #expect(store.connectionCount == 1)
        release.signal()
        await client.close()
    }
}

extension RequestTimeouts {
    /// Time limits that a request reaches, and not before a busy machine has begun to send it.
    fileprivate static func reached(
        total: Duration = .seconds(3),
        body: Duration = .seconds(60),
        attempts: Int = 1
    ) -> RequestTimeouts {
        RequestTimeouts(total: total / ScriptedStore.slowness, body: body / ScriptedStore.slowness, attempts: attempts)
    }
}
