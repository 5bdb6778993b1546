import Testing

@testable import MarketImages

@Suite struct KnownFilesTests {
    @Test func fileSeenBeforeItWasRemovedIsNotRemembered() {
        let files = KnownFiles(capacity: 10)
        let epoch = files.epoch
        files.forget(["a"])
        files.remember("a", byteCount: 1, seenAt: epoch)
        #expect(files.byteCount(of: "a") == nil)
        files.remember("a", byteCount: 1, seenAt: files.epoch)
        #expect(files.byteCount(of: "a") == 1)
    }

    @Test func noMoreIsRememberedThanThereIsRoomFor() {
        let files = KnownFiles(capacity: 3)
        let paths = (0..<10).map { "\($0)" }
        for path in paths { files.remember(path, byteCount: 1, seenAt: files.epoch) }
        #expect(paths.filter { files.byteCount(of: $0) != nil }.count == 3)
        #expect(files.byteCount(of: "9") == 1)
    }
}
