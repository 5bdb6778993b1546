import FieldSamples
import Foundation
import Testing

@testable import MarketClient

@Suite(.timeLimit(.minutes(30))) struct DiskImageCacheTests {
    let folder = CacheTestFolder()

    func image(_ number: Int, count: Int = 1000) -> Data { Data(repeating: UInt8(number), count: count) }
    /// Returns the size in bytes of the file of such an image.
    func fileSize(count: Int = 1000) -> Int {
        CachedImageFile(url: .image(1), image: image(1, count: count)).bytes.count
    }

    func kept(_ cache: DiskImageCache, _ numbers: Range<Int>) async -> [Int] {
        // Reading counts as use, so another cache reads.
        let other = DiskImageCache(folder: folder.url)
        var found: [Int] = []
        for number in numbers where await other.data(for: .image(number)) != nil { found.append(number) }
        return found
    }

    @Test func givesBackWhatItWasGiven() async {
        let cache = DiskImageCache(folder: folder.url)
        #expect(await cache.data(for: .image(1)) == nil)
        await cache.insert(image(1), for: .image(1))
        await cache.insert(Data(), for: .image(2))
        #expect(await cache.data(for: .image(1)) == image(1))
        #expect(await cache.data(for: .image(2)) == Data())
        await cache.insert(image(7), for: .image(1))
        #expect(await cache.data(for: .image(1)) == image(7))
        #expect(folder.names.count == 2)
        await cache.remove(.image(1))
        #expect(await cache.data(for: .image(1)) == nil)
        await cache.removeAll()
        #expect(folder.names.isEmpty)
        #expect(await cache.totalByteCount == 0)
    }

    @Test func longestUnusedGoesWhenTheBoundIsReached() async {
        let cache = DiskImageCache(folder: folder.url, byteLimit: 3 * fileSize())
        for number in 1...3 { await cache.insert(image(number), for: .image(number)) }
        #expect(await cache.data(for: .image(1)) != nil)
        await cache.insert(image(4), for: .image(4))
        #expect(await kept(cache, 1..<5) == [1, 3, 4])
        #expect(await cache.totalByteCount == 3 * fileSize())
        let smaller = DiskImageCache(folder: folder.url, byteLimit: fileSize())
        #expect(await smaller.totalByteCount == fileSize())
        #expect(await kept(smaller, 1..<5) == [4])
        await smaller.insert(image(5, count: 5000), for: .image(5))
        #expect(await kept(smaller, 1..<6) == [4])
    }

    /// The bound holds at every moment and for all sizes.
    @Test func bytesOnDiskNeverExceedTheBound() async {
        var random = SeededGenerator(seed: 5)
        let faulty = FaultyFolder()
        let cache = DiskImageCache(folder: faulty, byteLimit: 10_000, now: { Date() })
        for number in 0..<500 {
            await cache.insert(
                image(number % 200, count: .random(in: 0...3000, using: &random)),
                for: .image(number % 90)
            )
            let count = await cache.totalByteCount
            #expect(count == faulty.byteCount)
        }
        #expect((8000...10_000).contains(faulty.mostBytes))
    }

    @Test func orderOfUseSurvivesARestart() async {
        let clock = StandingClock()
        func open(_ limit: Int = 10_000_000) -> DiskImageCache {
            DiskImageCache(folder: DiskCacheFolder(folder: folder.url), byteLimit: limit, now: { clock.now })
        }
        let first = open()
        for number in 1...5 { await first.insert(image(number), for: .image(number)) }
        _ = await first.data(for: .image(1))
        // A clock that is set back changes nothing.
        clock.move(by: -86_400)
        let second = open()
        _ = await second.data(for: .image(2))
        let third = open(3 * fileSize())
        #expect(await third.totalByteCount == 3 * fileSize())
        #expect(await kept(third, 1..<6) == [1, 2, 5])
    }

    @Test func leftoversAreRemovedAndForeignFilesStay() async throws {
        let cache = DiskImageCache(folder: folder.url)
        await cache.insert(image(1), for: .image(1))
        let name = try #require(folder.names.first)
        try Data("half".utf8).write(to: folder.file("0123456789abcdef.picture.part"))
        try Data("mine".utf8).write(to: folder.file("notes.txt"))
        try FileManager.default.createDirectory(at: folder.file("folder.picture"), withIntermediateDirectories: true)
        let later = DiskImageCache(folder: folder.url)
        #expect(await later.data(for: .image(1)) == image(1))
        #expect(folder.names == [name, "folder.picture", "notes.txt"].sorted())
        await later.removeAll()
        #expect(folder.names == ["folder.picture", "notes.txt"])
    }

    @Test func addressesOfOneHashDontMixUp() async {
        let cache = DiskImageCache(
            folder: DiskCacheFolder(folder: folder.url),
            byteLimit: 1_000_000,
            now: { Date() },
            name: { _ in "same" }
        )
        await cache.insert(image(1), for: .image(1))
        #expect(await cache.data(for: .image(2)) == nil)
        #expect(await cache.data(for: .image(1)) == image(1))
        await cache.insert(image(2), for: .image(2))
        #expect(await cache.data(for: .image(2)) == image(2))
        #expect(await cache.data(for: .image(1)) == nil)
        #expect(await cache.totalByteCount == fileSize())
    }

    @Test func checksumsAreThoseOfFNV1a() {
        // From the table of the authors of FNV.
        #expect(Checksum(of: "").hexadecimal == "cbf29ce484222325")
        #expect(Checksum(of: "foobar").hexadecimal == "85944171f73967e8")
        #expect(Checksum(of: Data("foobar".utf8)).hexadecimal == "85944171f73967e8")
        #expect(Checksum(of: Data("--foo--bar--".utf8), without: Array("--".utf8)).hexadecimal == "85944171f73967e8")
        #expect(Checksum(of: Data("foobar".utf8), without: []).hexadecimal == "85944171f73967e8")
    }
}
