import Foundation
import Testing

@testable import MarketClient

@Suite(.timeLimit(.minutes(30))) struct LoaderDiskTests {
    let folder = CacheTestFolder()

    @Test func pictureOnDiskIsNotFetchedAgainAfterARestart() async {
        #expect(await LoaderRig(disk: DiskImageCache(folder: folder.url)).load(1) == .success(FakeImage(.picture(1))))
        let later = LoaderRig(disk: DiskImageCache(folder: folder.url))
        #expect(await later.outcome(.picture(1)) == .success(FakeImage(.picture(1))))
        #expect(later.transport.started.isEmpty)
    }

    @Test func damagedFileIsFetchedAgainAndReplaced() async throws {
        #expect(await LoaderRig(disk: DiskImageCache(folder: folder.url)).load(1) == .success(FakeImage(.picture(1))))
        let file = folder.file(try #require(folder.names.first))
        var bytes = try Data(contentsOf: file)
        let whole = bytes
        bytes[bytes.count - 3] ^= 0x20
        try bytes.write(to: file)

        let later = LoaderRig(disk: DiskImageCache(folder: folder.url))
        #expect(await later.load(1) == .success(FakeImage(.picture(1))))
        #expect(later.transport.started == [.picture(1)])
        #expect(try Data(contentsOf: file) == whole)
    }

    @Test(arguments: ["no-store", "private, No-Store ,max-age=0"]) func noStoreIsKeptNowhere(directive: String) async {
        let disk = DiskInMemory()
        let rig = LoaderRig(disk: disk)
        let size = PixelSize(width: 5, height: 5)
        let (first, second) = (await rig.ask(1), await rig.ask(1, fitting: size))
        let answer = ClientResponse.picture(.picture(1), headers: ["cache-control": directive])
        await rig.transport.answerNext(.picture(1), .success(answer))
        #expect(await first.value == .success(FakeImage(.picture(1))))
        #expect(await second.value == .success(FakeImage(.picture(1), size)))
        await rig.idle()
        #expect(await disk.keptCount == 0)
        #expect(rig.memory.count == 0)
        #expect(await rig.load(1) == .success(FakeImage(.picture(1))))
        #expect(rig.transport.started.count == 2)
    }

    @Test func otherDirectivesDontKeepItFromTheDisk() async {
        let disk = DiskInMemory()
        let rig = LoaderRig(disk: disk)
        let task = await rig.ask(1)
        let answer = ClientResponse.picture(.picture(1), headers: ["Cache-Control": "no-cache, max-age=0"])
        await rig.transport.answerNext(.picture(1), .success(answer))
        _ = await task.value
        await rig.idle()
        #expect(await disk.addresses == [.picture(1)])
    }

    @Test func pictureOnDiskDoesNotWaitForSlowFetches() async {
        let disk = DiskInMemory([.picture(9): Data("nine".utf8)])
        let rig = LoaderRig(disk: disk, limits: ImageLoadingLimits(fetchesAtOnce: 1))
        for number in 0..<3 { _ = await rig.ask(number) }
        await Eventually.holds { rig.loader.load.fetches == .init(running: 1, waiting: 2) }
        #expect(await rig.outcome(.picture(9)) == .success(FakeImage(text: "nine", size: nil)))
    }

    @Test func fullDiskLosesNothingButTheCaching() async {
        let full = FaultyFolder()
        full.setRoom(0)
        let disk = DiskImageCache(folder: full, byteLimit: 1_000_000, now: { Date() })
        let rig = LoaderRig(disk: disk)
        for number in 0..<10 { #expect(await rig.load(number) == .success(FakeImage(.picture(number)))) }
        #expect(full.attempts == 1)
    }

    @Test func memoryPressureEmptiesMemoryAndEndsPrefetching() async {
        let disk = DiskInMemory()
        let rig = LoaderRig(disk: disk)
        for number in 0..<5 { _ = await rig.load(number) }
        rig.loader.prefetch([.picture(8)], fitting: nil)
        let task = await rig.ask(9)
        #expect(rig.memory.totalCost == 500)
        rig.loader.handleMemoryPressure()
        #expect(rig.memory.totalCost == 0)
        #expect(rig.loader.cachedImage(for: .picture(1), fitting: nil) == nil)
        // What is on the disk is there without a fetch, and who waited still gets it.
        #expect(await rig.outcome(.picture(1)) == .success(FakeImage(.picture(1))))
        await rig.transport.answerNext(.picture(9))
        #expect(await task.value == .success(FakeImage(.picture(9))))
        await rig.idle()
        #expect(!rig.transport.record.answered.contains(.picture(8)))
    }
}
