import ContractFrame
import Foundation
import ImageStoreContract
import MarketCore
import MarketModels
import Synchronization
import TestClusters
import Testing

@testable import MarketS3

@Suite("Images in an object store", .timeLimit(.minutes(5)))
struct S3ImageStoreTests {
    @Test(arguments: ImageStoreCheck.all)
    func keepsTheContract(_ check: ImageStoreCheck) async throws {
        try await TestBucket.with { bucket in
            try await bucket.withStore { store in
                try await store.bind(to: S3Mark(market: "market"))
                try await check.run(store)
            }
        }
    }

    @Test func otherServersFindWhatOneHasSaved() async throws {
        try await TestBucket.with { bucket in
            let image = try ProcessedImage.sample(1)
            try await bucket.withStore { try await $0.save(image) }
            try await bucket.withStore(cache: "another") { store in
                for (rendition, bytes) in [(ImageFile.Size.full, image.full), (.thumbnail, image.thumbnail)] {
                    let found = try await store.bytes(image.name, rendition)
                    #expect(found == bytes)
                }
            }
        }
    }

    @Test func imageIsFetchedOnceHoweverManyAskForIt() async throws {
        try await TestBucket.with { bucket in
            let image = try ProcessedImage.sample(1, byteCount: 300_000)
            try await bucket.withStore { try await $0.save(image) }
            try await bucket.withStore(cache: "another") { store in
                let before = try await bucket.server.counts(bucket.name)["GET", default: 0]
                try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
                    for _ in 0..<40 { group.addTask { try await store.bytes(image.name, .full) } }
                    for try await content in group { #expect(content == image.full) }
                }
                #expect(try await bucket.server.counts(bucket.name)["GET"] == before + 1)
            }
            // The next process finds it in the folder.
            try await bucket.withStore(cache: "another") { store in
                let before = try await bucket.server.counts(bucket.name)["GET"]
                #expect(try await store.bytes(image.name, .full) == image.full)
                #expect(try await bucket.server.counts(bucket.name)["GET"] == before)
            }
        }
    }

    @Test(arguments: ["500", "503", "429", "\"cut\"", "\"damage\"", "\"lost\""])
    func imageIsFoundInSpiteOfAFault(kind: String) async throws {
        try await TestBucket.with { bucket in
            let image = try ProcessedImage.sample(1)
            try await bucket.withStore { try await $0.save(image) }
            try await bucket.withStore(cache: "another") { store in
                try await bucket.server.fault(bucket.name, kind, count: 1, methods: ["GET"])
                #expect(try await store.bytes(image.name, .full) == image.full)
                try await bucket.server.fault(bucket.name, kind, count: 1, methods: ["GET"])
                #expect(try await store.bytes(image.name, .thumbnail) == image.thumbnail)
            }
        }
    }

    @Test(arguments: ["500", "503", "429", "\"lost\""])
    func imageIsSavedInSpiteOfAFault(kind: String) async throws {
        try await TestBucket.with { bucket in
            let image = try ProcessedImage.sample(1)
            try await bucket.withStore { store in
                try await bucket.server.fault(bucket.name, kind, count: 2, methods: ["PUT"])
                try await store.save(image)
            }
            try await bucket.withStore(cache: "another") { store in
                let full = try await store.bytes(image.name, .full)
                #expect(full == image.full)
                #expect(try await store.bytes(image.name, .thumbnail) == image.thumbnail)
            }
        }
    }

    /// After a restart of the store or of something in between, all connections that are kept open are lost.
    @Test func moreLostConnectionsThanAttemptsDoNotMatter() async throws {
        try await TestBucket.with { bucket in
            let image = try ProcessedImage.sample(1)
            try await bucket.withStore { store in
                try await bucket.server.fault(bucket.name, "\"lost\"", count: 10, methods: ["PUT"])
                try await store.save(image)
            }
            try await bucket.withStore(cache: "another") { store in
                try await bucket.server.fault(bucket.name, "\"lost\"", count: 10, methods: ["GET"])
                #expect(try await store.bytes(image.name, .full) == image.full)
            }
        }
    }

    @Test func damagedObjectIsNeverReturnedAndReported() async throws {
        try await TestBucket.with { bucket in
            let image = try ProcessedImage.sample(1)
            let monitor = IntegrityMonitor()
            try await bucket.withStore { store in
                try await store.save(image)
                _ = try await store.save([1, 2, 3], of: image.name, .card)
            }
            try await bucket.withStore(cache: "another", integrity: monitor) { store in
                try await bucket.server.fault(bucket.name, "\"damage\"", methods: ["GET"])
                for rendition in ImageFile.Size.renditions {
                    await #expect(throws: MarketError.self) { try await store.find(image.name, rendition) }
                }
                #expect(monitor.damage(of: .images) != nil)
                // A web size can be made again.
                #expect(try await store.find(image.name, .web(.card)) == nil)
                try await bucket.server.clearFaults(bucket.name)
                for rendition in ImageFile.Size.renditions {
                    #expect(try await store.bytes(image.name, rendition) != nil)
                }
                #expect(monitor.damage(of: .images) == nil)
            }
            try await bucket.withStore(cache: "third", integrity: monitor) { store in
                try await bucket.server.fault(bucket.name, "\"damage\"", methods: ["GET"])
                await #expect(throws: MarketError.self) { try await store.find(image.name, .full) }
                try await bucket.server.clearFaults(bucket.name)
                try await store.bucket.delete(image.name.file(of: .full), timeouts: .writing)
                #expect(try await store.find(image.name, .full) == nil)
                #expect(monitor.damage(of: .images) != nil, "what is gone isn't intact")
                let part = try #require(Int(image.name.hexDigits.prefix(2), radix: 16))
                #expect(try await store.completeNames(in: part) == [], "its thumbnail alone")
                try await store.save(image)
                #expect(monitor.damage(of: .images) == nil, "it is stored again")
                #expect(try await store.completeNames(in: part) == [image.name])
            }
        }
    }

    @Test func damagedFileInTheFolderIsFetchedAgain() async throws {
        try await TestBucket.with { bucket in
            let image = try ProcessedImage.sample(1)
            var path = ""
            try await bucket.withStore { store in
                try await store.save(image)
                path = try #require(try await store.find(image.name, .thumbnail)).path
            }
            for damaged in [Data("cut".utf8), Data(repeating: 7, count: image.thumbnail.count + 32), Data()] {
                try damaged.write(to: URL(filePath: path))
                try await bucket.withStore { store in
                    let found = try await store.bytes(image.name, .thumbnail)
                    #expect(found == image.thumbnail)
                }
            }
        }
    }

    @Test func foldersSizeIsBoundedAndEverythingIsFound() async throws {
        try await TestBucket.with { bucket in
            let images = try (0..<12).map { try ProcessedImage.sample($0, byteCount: 50_000) }
            try await bucket.withStore(limit: 200_000) { store in
                for image in images { try await store.save(image) }
                let used = try #require(images.last)
                for image in images {
                    #expect(try await store.bytes(image.name, .full) == image.full)
                    _ = try await store.find(used.name, .full)
                }
                #expect(store.cache.contents.byteCount <= 200_000)
                // What was just used stays.
                #expect(store.cache.known(used.name.file(of: .full)) != nil)
                let files = try FileManager.default.subpathsOfDirectory(atPath: "\(bucket.folder)/cache")
                #expect(files.filter { $0.hasSuffix(".jpg") }.count == store.cache.contents.count)
            }
            // A smaller one begins smaller.
            try await bucket.withStore(limit: 60_000) { #expect($0.cache.contents.byteCount <= 60_000) }
        }
    }

    @Test func unreachableStoreFailsAtOnceAndComesBack() async throws {
        try await TestBucket.with { bucket in
            let image = try ProcessedImage.sample(1)
            let changes = Mutex<[S3ImageStore.Event]>([])
            try await bucket.withStore { store in
                try await store.bind(to: S3Mark(market: "one"))
                try await store.save(image)
            }
            try FileManager.default.removeItem(atPath: bucket.folder + "/cache")
            try await bucket.withStore { _ = try await $0.find(image.name, .full) }
            let report = { @Sendable (change: S3ImageStore.Event) in changes.withLock { $0.append(change) } }
            try await bucket.withClient(slowness: 1, report: report) { client in
                let cache = ImageCache(folder: "\(bucket.folder)/cache", limit: 1 << 20)
                let store = S3ImageStore(bucket: S3Bucket(client: client), cache: cache)
                try await store.openCache()
                try await bucket.server.fault(bucket.name, "\"hang\"", methods: ["GET", "PUT", "HEAD"])
                // Several at once, so that the store is known to be gone afterwards.
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await expectUnreachable { _ = try await store.find(image.name, .thumbnail) } }
                    group.addTask { await expectUnreachable { _ = try await store.find(image.name, .web(.large)) } }
                    group.addTask { await expectUnreachable { _ = try await store.find(image.name, .web(.screen)) } }
                }
                await expectUnreachable { try await store.save(ProcessedImage.sample(2)) }
                await expectUnreachable { try await store.check() }
                #expect(changes.withLock { $0.count } == 1, "the outage is reported once")
                // What is in the folder is found on.
                #expect(try await store.bytes(image.name, .full) == image.full)
                try await bucket.server.clearFaults(bucket.name)
                while (try? await store.check()) == nil { await Task.yield() }
                while (try? await store.bytes(image.name, .thumbnail)) != image.thumbnail { await Task.yield() }
                #expect(changes.withLock { $0.contains(.reachable) })
            }
        }
    }

    /// Whoever deletes a listing waits for the removal of its images.
    @Test func removalsFailWhileTheStoreHangsAndWorkAfterwards() async throws {
        try await TestBucket.with { bucket in
            let image = try ProcessedImage.sample(1)
            try await bucket.withClient(slowness: 1) { client in
                let cache = ImageCache(folder: "\(bucket.folder)/cache", limit: 1 << 20)
                let store = S3ImageStore(bucket: S3Bucket(client: client), cache: cache)
                try await store.openCache()
                // This machine may be slow.
                while (try? await store.save(image)) == nil { await Task.yield() }
                #expect(store.cachedNames == [image.name])
                try await bucket.server.fault(bucket.name, "\"hang\"", methods: ["GET", "PUT", "HEAD", "DELETE"])
                let (names, now) = (Set([image.name]), SystemWallClock().now)
                // Of these, the first ones find out that the store hangs.
                for _ in 0..<2 {
                    await expectUnreachable { try await store.moveToTrash(names, at: now) }
                    await expectUnreachable { try await store.remove(names) }
                    await expectUnreachable { try await store.takeFromTrash(names, movedAt: now) }
                    await expectUnreachable {
                        try await store.deleteFromTrash(names, movedAt: now)
                    }
                }
                #expect(client.availability.isGone)
                // At once it is gone from this server at least.
                #expect(store.cachedNames.isEmpty)
                try await bucket.server.clearFaults(bucket.name)
                // Nothing but removals tells that the store is back.
                while (try? await store.remove(names)) == nil { await Task.yield() }
                #expect(try await S3Bucket(client: client).keys("").isEmpty)
            }
        }
    }

    @Test func bucketBelongsToOneMarket() async throws {
        try await TestBucket.with { bucket in
            let place = try bucket.location().name
            try await bucket.withStore { store in
                let mark = S3Mark(market: "one")
                #expect(try await store.mark() == nil)
                try await store.bind(to: mark)
                try await store.bind(to: mark)
                #expect(try await store.mark() == mark)
                await #expect(throws: S3OpeningError.otherMarket(place: place)) {
                    try await store.bind(to: S3Mark(market: "other"))
                }
                // A mark of before it had a user.
                let used = S3Mark(market: "one", user: "database")
                try await store.bind(to: used)
                #expect(try await store.mark() == used)
                let copy = S3Mark(market: "one", user: "copy of the database")
                await #expect(throws: S3OpeningError.otherUser(place: place)) { try await store.bind(to: copy) }
                #expect(try await store.mark() == used)
                try await store.setMark(copy)
                await #expect(throws: S3OpeningError.otherUser(place: place)) { try await store.bind(to: used) }
                try await store.setMark(S3Mark(market: "one", state: .copying))
                await #expect(throws: S3OpeningError.moveIsUnfinished(place: place)) {
                    try await store.bind(to: mark)
                }
            }
        }
    }

    @Test func prefixWithOtherObjectsIsRefused() async throws {
        try await TestBucket.with { bucket in
            let place = try bucket.location().name
            try await bucket.withStore { store in
                try await store.save(ProcessedImage.sample(1))
                await #expect(throws: S3OpeningError.notEmpty(place: place)) {
                    try await store.bind(to: S3Mark(market: "one"))
                }
                #expect(try await store.mark() == nil)
            }
        }
    }
}

private func expectUnreachable(_ call: () async throws -> Void) async {
    do {
        try await call()
        Issue.record("the store can't be reached")
    } catch MarketError.unreachable {
    } catch {
        Issue.record(error)
    }
}
