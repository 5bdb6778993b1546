import Foundation
import Testing

@testable import MarketClient

@Suite(.timeLimit(.minutes(30))) struct DiskImageCacheTests {
    let folder = CacheTestFolder()

    func picture(_ number: Int, count: Int = 1000) -> Data { Data(repeating: UInt8(number), count: count) }
    /// Bytes of the file of such a picture.
    func fileSize(count: Int = 1000) -> Int {
        CachedPictureFile(url: .picture(1), picture: picture(1, count: count)).bytes.count
    }

    func kept(_ cache: DiskImageCache, _ numbers: Range<Int>) async -> [Int] {
        // Looking is using, so another cache looks.
        let other = DiskImageCache(folder: folder.url)
        var found: [Int] = []
        for number in numbers where await other.data(for: .picture(number)) != nil { found.append(number) }
        return found
    }

    @Test func givesBackWhatItWasGiven() async {
        let cache = DiskImageCache(folder: folder.url)
        #expect(await cache.data(for: .picture(1)) == nil)
        await cache.keep(picture(1), for: .picture(1))
        await cache.keep(Data(), for: .picture(2))
        #expect(await cache.data(for: .picture(1)) == picture(1))
        #expect(await cache.data(for: .picture(2)) == Data())
        await cache.keep(picture(7), for: .picture(1))
        #expect(await cache.data(for: .picture(1)) == picture(7))
        #expect(folder.names.count == 2)
        await cache.remove(.picture(1))
        #expect(await cache.data(for: .picture(1)) == nil)
        await cache.removeAll()
        #expect(folder.names.isEmpty)
        #expect(await cache.totalByteCount == 0)
    }

    @Test func longestUnusedGoesWhenTheBoundIsReached() async {
        let cache = DiskImageCache(folder: folder.url, byteLimit: 3 * fileSize())
        for number in 1...3 { await cache.keep(picture(number), for: .picture(number)) }
        #expect(await cache.data(for: .picture(1)) != nil)
        await cache.keep(picture(4), for: .picture(4))
        #expect(await kept(cache, 1..<5) == [1, 3, 4])
        #expect(await cache.totalByteCount == 3 * fileSize())
        await cache.setByteLimit(fileSize())
        #expect(await kept(cache, 1..<5) == [4])
        await cache.keep(picture(5, count: 5000), for: .picture(5))
        #expect(await kept(cache, 1..<6) == [4])
    }

    /// Not even for a moment, and with whatever sizes.
    @Test func bytesOnDiskNeverExceedTheBound() async {
        var random = NumberSequence(seed: 5)
        let faulty = FaultyFolder()
        let cache = DiskImageCache(folder: faulty, byteLimit: 10_000, now: { Date() })
        for number in 0..<500 {
            await cache.keep(
                picture(number % 200, count: .random(in: 0...3000, using: &random)),
                for: .picture(number % 90)
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
        for number in 1...5 { await first.keep(picture(number), for: .picture(number)) }
        _ = await first.data(for: .picture(1))
        // A clock that is set back changes nothing.
        clock.move(by: -86_400)
        let second = open()
        _ = await second.data(for: .picture(2))
        let third = open(3 * fileSize())
        #expect(await third.totalByteCount == 3 * fileSize())
        #expect(await kept(third, 1..<6) == [1, 2, 5])
    }

    @Test func leftoversAreSweptAndForeignFilesStay() async throws {
        let cache = DiskImageCache(folder: folder.url)
        await cache.keep(picture(1), for: .picture(1))
        let name = try #require(folder.names.first)
        try Data("half".utf8).write(to: folder.file("0123456789abcdef.picture.part"))
        try Data("mine".utf8).write(to: folder.file("notes.txt"))
        try FileManager.default.createDirectory(at: folder.file("folder.picture"), withIntermediateDirectories: true)
        let later = DiskImageCache(folder: folder.url)
        #expect(await later.data(for: .picture(1)) == picture(1))
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
        await cache.keep(picture(1), for: .picture(1))
        #expect(await cache.data(for: .picture(2)) == nil)
        #expect(await cache.data(for: .picture(1)) == picture(1))
        await cache.keep(picture(2), for: .picture(2))
        #expect(await cache.data(for: .picture(2)) == picture(2))
        #expect(await cache.data(for: .picture(1)) == nil)
        #expect(await cache.totalByteCount == fileSize())
    }

    @Test func checksumsAreThoseOfFNV1a() {
        // From the authors' own table.
        #expect(Checksum(of: "").hexadecimal == "cbf29ce484222325")
        #expect(Checksum(of: "foobar").hexadecimal == "85944171f73967e8")
        #expect(Checksum(of: Data("foobar".utf8)).hexadecimal == "85944171f73967e8")
    }
}
