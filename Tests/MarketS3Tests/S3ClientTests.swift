import Foundation
import MarketCore
import MarketModels
import Synchronization
import TestClusters
import Testing

@testable import MarketS3

@Suite("Requests to an object store", .timeLimit(.minutes(5)))
struct S3ClientTests {
    @Test(arguments: ["", "plain/", "가 나+다/%2F&?=#/", "~'()!*"])
    func keysOfAllKindsAreStoredListedAndRemoved(prefix: String) async throws {
        try await TestBucket.with(prefix: prefix) { bucket in
            try await bucket.withClient { client in
                let objects = S3Bucket(client: client)
                for key in ["a b", "가+나", "x&<y>\"'"] {
                    try await objects.put(key, Array(key.utf8), mediaType: "text/plain")
                    let found = try await objects.object(key)
                    #expect(found?.bytes == Array(key.utf8))
                    #expect(found?.hash == SignatureTests.hash(key))
                    #expect(try await objects.keys(key) == [key])
                    #expect(try await objects.copy(key, to: "copy/\(key)"))
                    #expect(try await objects.object("copy/\(key)")?.hash == SignatureTests.hash(key))
                    try await objects.delete(key)
                    #expect(try await objects.object(key)?.bytes == nil)
                    // Removing it again is no error.
                    try await objects.delete(key)
                    #expect(try await !objects.copy(key, to: "again"))
                }
            }
        }
    }

    @Test func objectIsStoredOnceAndReplacedOnlyIfItDiffers() async throws {
        try await TestBucket.with { bucket in
            func put(_ bytes: [UInt8]) async throws -> Bool {
                // A new client doesn't know yet whether the store can put once. Another server has stored the object.
                try await bucket.withClient { client in
                    try await bucket.server.fault(bucket.name, "412", count: 1, methods: ["PUT"])
                    return try await S3Bucket(client: client).put("x", bytes, mediaType: "text/plain")
                }
            }
            try await bucket.withClient { client in
                let objects = S3Bucket(client: client)
                #expect(try await objects.put("x", [1], mediaType: "text/plain"))
                #expect(try await !put([1]))
                #expect(try await objects.object("x")?.bytes == [1])
                #expect(try await put([2]))
                #expect(try await objects.object("x")?.bytes == [2])
                // This store has said that it can't put once.
                let before = try await bucket.server.counts(bucket.name)["PUT"]
                #expect(try await !objects.put("x", [2], mediaType: "text/plain"))
                #expect(try await bucket.server.counts(bucket.name)["PUT"] == before)
            }
        }
    }

    @Test func listsAreReadInPages() async throws {
        try await TestBucket.with { bucket in
            try await bucket.withClient { client in
                let objects = S3Bucket(client: client)
                let keys = (0..<5).map { "k\($0) +가" }
                for key in keys { try await objects.put(key, [1], mediaType: "text/plain") }
                var found: [String] = []
                var next: String?
                var pageCount = 0
                repeat {
                    let page = try await objects.list("k", after: next, limit: 2)
                    found += page.objects.map(\.key)
                    next = page.next
                    pageCount += 1
                } while next != nil
                #expect(found == keys)
                #expect(pageCount == 3)
            }
        }
    }

    @Test func bucketCanBeInTheHost() async throws {
        try await TestBucket.with { bucket in
            let port = bucket.server.port
            let location = try S3Location(
                address: "s3://\(bucket.name)/p?endpoint=http://store.localhost:\(port)&style=host"
            )
            let addresses = ["\(bucket.name).store.localhost": "127.0.0.1"]
            try await bucket.withClient(at: location, addresses: addresses) { client in
                let objects = S3Bucket(client: client)
                try await objects.put("가 +", [1, 2], mediaType: "text/plain")
                #expect(try await objects.object("가 +")?.bytes == [1, 2])
                #expect(try await objects.keys("") == ["가 +"])
            }
        }
    }

    @Test func wrongKeysAreRefusedWithACode() async throws {
        try await TestBucket.with { bucket in
            try await bucket.withClient(secretKey: "wrong") { client in
                let objects = S3Bucket(client: client)
                await #expect(throws: S3Failure.refused(status: 403, code: "SignatureDoesNotMatch")) {
                    try await objects.object("x")
                }
                return
            }
        }
    }

    @Test(arguments: [-7200, 7200])
    func wrongClockIsSaidAndCorrected(seconds: Int64) async throws {
        try await TestBucket.with { bucket in
            let said = Mutex<[S3ImageStore.Event]>([])
            try await bucket.withClient(
                clock: ShiftedClock(seconds: seconds),
                report: { event in said.withLock { $0.append(event) } }
            ) { client in
                let objects = S3Bucket(client: client)
                for _ in 0..<3 {
                    let found = try await objects.object("x")
                    #expect(found == nil)
                }
            }
            let events = said.withLock { $0 }
            guard events.count == 1, case .clockIsOff(let offset)? = events.first else {
                Issue.record("\(events)")
                return
            }
            // As exact as the time between an answer and its reading, on a busy machine.
            #expect(abs(Int64(offset) + seconds) <= 60)
        }
    }

    /// A HEAD is answered without the reason for which it is refused.
    @Test func correctedClockIsNoticedByAHead() async throws {
        try await TestBucket.with { bucket in
            let clock = AdjustedClock()
            clock.shift(by: 7200)
            try await bucket.withClient(clock: clock) { client in
                let objects = S3Bucket(client: client)
                try await objects.put("x", [1], mediaType: "text/plain")
                clock.shift(by: 0)
                let found = try await objects.head("x")
                #expect(found?.length == 1)
            }
        }
    }

    @Test func replacedKeysAreReadFromTheirFile() async throws {
        try await TestBucket.with { bucket in
            let path = "\(bucket.folder)/keys"
            func write(_ secret: String) throws {
                try "[default]\naws_access_key_id=\(TestObjectStore.accessKey)\naws_secret_access_key=\(secret)\n"
                    .write(toFile: path, atomically: true, encoding: .utf8)
            }
            try write("expired")
            let source = try S3CredentialSource(environment: ["AWS_SHARED_CREDENTIALS_FILE": path])
            try await bucket.withClient(credentials: source) { client in
                let objects = S3Bucket(client: client)
                await #expect(throws: S3Failure.refused(status: 403, code: "")) { try await objects.head("x") }
                try write(TestObjectStore.secretKey)
                try await objects.put("x", [1], mediaType: "text/plain")
                // A file that is being written has no keys yet.
                try "".write(toFile: path, atomically: true, encoding: .utf8)
                let found = try await objects.head("x")
                #expect(found?.length == 1)
            }
        }
    }

    @Test func missingBucketIsNotAMissingObject() async throws {
        try await TestBucket.with(prefix: "") { bucket in
            try await bucket.withClient { client in
                let objects = S3Bucket(client: client)
                let missing = try await objects.head("x")
                #expect(missing == nil)
                _ = try await client.send(S3Request(method: .delete, timeouts: .background))
                let refusal = S3Failure.refused(status: 404, code: "NoSuchBucket")
                await #expect(throws: refusal) { try await objects.head("x") }
                await #expect(throws: refusal) { try await objects.get("x") }
                await #expect(throws: refusal) { try await objects.delete("x") }
            }
        }
    }

    @Test func placeWithoutAServerIsUnreachable() async throws {
        try await TestBucket.with { bucket in
            // Port 9 is reserved for discarding.
            let location = try S3Location(address: "s3://market?endpoint=http://127.0.0.1:9")
            try await bucket.withClient(at: location) { client in
                do throws(S3Failure) {
                    _ = try await S3Bucket(client: client).get("x")
                    Issue.record("nobody is there")
                } catch {
                    guard case .unreachable = error else { return #expect(error == .unreachable(reason: "")) }
                }
                #expect(client.availability.isGone)
            }
        }
    }

    @Test func attemptsAreBounded() async throws {
        try await TestBucket.with { bucket in
            try await bucket.withClient { client in
                try await bucket.server.fault(bucket.name, "503", methods: ["GET"])
                let before = try await bucket.server.counts(bucket.name)["GET", default: 0]
                let objects = S3Bucket(client: client)
                await #expect(throws: S3Failure.self) { try await objects.object("x") }
                let count = try await bucket.server.counts(bucket.name)["GET", default: 0] - before
                #expect(2...RequestTimeouts.reading.attempts ~= count)
            }
        }
    }

    @Test func delaysAreRandomWithinABoundThatDoubles() {
        for attempt in 1...20 {
            let delays = (0..<200).map { _ in S3Client.delay(after: attempt) }
            let bound = min(Duration.seconds(2), .milliseconds(50) * (1 << (attempt - 1)))
            #expect(delays.allSatisfy { (.zero...bound).contains($0) })
            #expect(delays.contains { $0 < bound / 2 } && delays.contains { $0 > bound / 2 })
        }
    }

    @Test func storeIsGoneAfterSomeFailuresAndTriedNowAndThen() {
        let changes = Mutex<[S3ImageStore.Event]>([])
        let availability = S3Availability { change in changes.withLock { $0.append(change) } }
        let now = ContinuousClock.now
        availability.failed("a", at: now)
        #expect(availability.refusal(at: now) == nil)
        availability.answered()
        availability.failed("b", at: now)
        availability.failed("c", at: now)
        availability.failed("d", at: now)
        #expect(availability.refusal(at: now) == "d")
        let later = now + S3Availability.retryInterval
        #expect(availability.refusal(at: later) == nil)
        #expect(availability.refusal(at: later) == "d")
        availability.answered()
        #expect(availability.refusal(at: later) == nil)
        #expect(changes.withLock { $0 } == [.unreachable(reason: "c"), .reachable])
    }

    @Test func elementsAreReadFromLists() {
        let list = XMLElements(Array("<R><C><K>a&amp;lt;&lt;</K></C><C><K></K></C><N/><T>true</T><C><K>cut".utf8))
        #expect(list.all("C").map { $0.first("K") } == ["a&lt;<", ""])
        #expect(list.first("T") == "true")
        #expect(list.first("N") == nil)
    }

    @Test func datesOfHeadersAndListsAreRead() {
        #expect(HTTPDate.secondsSinceEpoch("Tue, 24 Nov 2026 23:59:59 GMT") == 1_795_564_799)
        #expect(HTTPDate.secondsSinceEpoch("yesterday") == nil)
        #expect(HTTPDate.secondsSinceEpoch("Tue, 24 Foo 2026 23:59:59 GMT") == nil)
        #expect(Timestamp(listed: "2026-11-24T23:59:59.000Z")?.millisecondsSinceEpoch == 1_795_564_799_000)
        #expect(Timestamp(listed: "2026-13-24T23:59:59.000Z") == nil)
    }
}

/// A machine whose clock is corrected.
private final class AdjustedClock: WallClock {
    private let seconds = Mutex<Int64>(0)

    func shift(by count: Int64) { seconds.withLock { $0 = count } }
    var now: Timestamp { SystemWallClock().now.adding(seconds: seconds.withLock { $0 }) }
}

/// A machine whose clock is wrong.
private struct ShiftedClock: WallClock {
    let seconds: Int64
    var now: Timestamp { SystemWallClock().now.adding(seconds: seconds) }
}
