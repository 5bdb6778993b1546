import Foundation
import Testing

@testable import MarketClient

@Suite(.timeLimit(.minutes(30))) struct DiskFailureTests {
    let faulty = FaultyFolder()
    let clock = StandingClock()
    let cache: DiskImageCache
    let image = Data(count: 1000)

    init() {
        cache = DiskImageCache(folder: faulty, byteLimit: 1_000_000, now: { [clock] in clock.now })
    }

    @Test func fullDiskIsLeftAloneForAWhile() async {
        await cache.insert(image, for: .image(1))
        faulty.setRoom(faulty.byteCount)
        for number in 2..<20 { await cache.insert(image, for: .image(number)) }
        #expect(faulty.attempts == 2)
        // Existing images are still returned.
        #expect(await cache.data(for: .image(1)) == image)
        #expect(await cache.data(for: .image(2)) == nil)

        clock.move(by: DiskImageCache.pauseAfterFailure)
        await cache.insert(image, for: .image(2))
        #expect(faulty.attempts == 3)
        clock.move(by: DiskImageCache.pauseAfterFailure)
        faulty.setRoom(.max)
        for number in 2..<5 { await cache.insert(image, for: .image(number)) }
        #expect(faulty.attempts == 6)
        #expect(await cache.data(for: .image(4)) == image)
    }

    @Test func clockThatIsSetBackDoesNotProlongThePause() async {
        faulty.setRoom(0)
        await cache.insert(image, for: .image(1))
        clock.move(by: -86_400)
        await cache.insert(image, for: .image(1))
        #expect(faulty.attempts == 2)
    }

    /// A file that can't be removed must stay accounted for, or the bound would be exceeded later.
    @Test func readOnlyDiskKeepsWhatItHas() async {
        await cache.insert(image, for: .image(1))
        faulty.setReadOnly(true)
        let smaller = DiskImageCache(folder: faulty, byteLimit: 1, now: { [clock] in clock.now })
        #expect(await smaller.totalByteCount == faulty.byteCount)
        #expect(await smaller.data(for: .image(1)) == image)
        faulty.setReadOnly(false)
        let next = DiskImageCache(folder: faulty, byteLimit: 1, now: { [clock] in clock.now })
        #expect(await next.totalByteCount == 0)
        #expect(faulty.names.isEmpty)
    }

    @Test func folderThatCannotBeMadeIsNoError() async throws {
        let folder = CacheTestFolder()
        // A file in place of the folder: this fails for root, too, which may write anywhere.
        try Data("in the way".utf8).write(to: folder.url)
        let cache = DiskImageCache(folder: folder.url)
        await cache.insert(image, for: .image(1))
        #expect(await cache.data(for: .image(1)) == nil)
        #expect(await cache.totalByteCount == 0)
        #expect(try Data(contentsOf: folder.url) == Data("in the way".utf8))
    }
}
