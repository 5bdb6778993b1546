import Foundation
import Testing

@testable import MarketClient

@Suite(.timeLimit(.minutes(30))) struct LoaderDiskTests {
    let folder = CacheTestFolder()

    @Test func imageOnDiskIsNotFetchedAgainAfterARestart() async {
        #expect(await LoaderFixture(disk: DiskImageCache(folder: folder.url)).load(1) == .success(FakeImage(.image(1))))
        let later = LoaderFixture(disk: DiskImageCache(folder: folder.url))
        #expect(await later.outcome(.image(1)) == .success(FakeImage(.image(1))))
        #expect(later.transport.started.isEmpty)
    }

    @Test func damagedFileIsFetchedAgainAndReplaced() async throws {
        #expect(await LoaderFixture(disk: DiskImageCache(folder: folder.url)).load(1) == .success(FakeImage(.image(1))))
        let file = folder.file(try #require(folder.names.first))
        var bytes = try Data(contentsOf: file)
        let whole = bytes
        bytes[bytes.count - 3] ^= 0x20
        try bytes.write(to: file)

        let later = LoaderFixture(disk: DiskImageCache(folder: folder.url))
        #expect(await later.load(1) == .success(FakeImage(.image(1))))
        #expect(later.transport.started == [.image(1)])
        #expect(try Data(contentsOf: file) == whole)
    }

    @Test(arguments: ["no-store", "private, No-Store ,max-age=0"]) func noStoreIsKeptNowhere(directive: String) async {
        let disk = DiskInMemory()
        let fixture = LoaderFixture(disk: disk)
        let size = PixelSize(width: 5, height: 5)
        let (first, second) = (await fixture.ask(1), await fixture.ask(1, fitting: size))
        let response = ClientResponse.image(.image(1), headers: ["cache-control": directive])
        await fixture.transport.answerNext(.image(1), .success(response))
        #expect(await first.value == .success(FakeImage(.image(1))))
        #expect(await second.value == .success(FakeImage(.image(1), size)))
        await fixture.idle()
        #expect(await disk.keptCount == 0)
        #expect(fixture.memory.count == 0)
        #expect(await fixture.load(1) == .success(FakeImage(.image(1))))
        #expect(fixture.transport.started.count == 2)
    }

    @Test func otherDirectivesDontKeepItFromTheDisk() async {
        let disk = DiskInMemory()
        let fixture = LoaderFixture(disk: disk)
        let task = await fixture.ask(1)
        let response = ClientResponse.image(.image(1), headers: ["Cache-Control": "no-cache, max-age=0"])
        await fixture.transport.answerNext(.image(1), .success(response))
        _ = await task.value
        await fixture.idle()
        #expect(await disk.addresses == [.image(1)])
    }

    @Test func imageOnDiskDoesNotWaitForSlowFetches() async {
        let disk = DiskInMemory([.image(9): Data("nine".utf8)])
        let fixture = LoaderFixture(disk: disk, limits: ImageLoadingLimits(fetchesAtOnce: 1))
        for number in 0..<3 { _ = await fixture.ask(number) }
        await Eventually.holds { fixture.loader.load.fetches == .init(running: 1, waiting: 2) }
        #expect(await fixture.outcome(.image(9)) == .success(FakeImage(text: "nine", size: nil)))
    }

    @Test func fullDiskLosesNothingButTheCaching() async {
        let full = FaultyFolder()
        full.setRoom(0)
        let disk = DiskImageCache(folder: full, byteLimit: 1_000_000, now: { Date() })
        let fixture = LoaderFixture(disk: disk)
        for number in 0..<10 { #expect(await fixture.load(number) == .success(FakeImage(.image(number)))) }
        #expect(full.attempts == 1)
    }

    @Test func memoryPressureEmptiesMemoryAndEndsPrefetching() async {
        let disk = DiskInMemory()
        let fixture = LoaderFixture(disk: disk)
        for number in 0..<5 { _ = await fixture.load(number) }
        fixture.loader.prefetch([.image(8)], fitting: nil)
        let task = await fixture.ask(9)
        #expect(fixture.memory.totalCost == 500)
        fixture.loader.handleMemoryPressure()
        #expect(fixture.memory.totalCost == 0)
        #expect(fixture.loader.cachedImage(for: .image(1), fitting: nil) == nil)
        // An image on disk needs no fetch, and waiting requests still receive it.
        #expect(await fixture.outcome(.image(1)) == .success(FakeImage(.image(1))))
        await fixture.transport.answerNext(.image(9))
        #expect(await task.value == .success(FakeImage(.image(9))))
        await fixture.idle()
        #expect(!fixture.transport.record.answered.contains(.image(8)))
    }
}
