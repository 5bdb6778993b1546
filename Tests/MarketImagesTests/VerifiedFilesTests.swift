import MarketCore
import Testing

@testable import MarketImages

@Suite struct VerifiedFilesTests {
    @Test func fileSeenBeforeItWasRemovedIsNotRemembered() {
        let files = VerifiedFiles(capacity: 10)
        let epoch = files.epoch
        files.invalidate(["a"])
        files.remember(StoredFile(path: "a", byteCount: 1), seenAt: epoch)
        #expect(files.file(at: "a") == nil)
        files.remember(StoredFile(path: "a", byteCount: 1), seenAt: files.epoch)
        #expect(files.file(at: "a")?.byteCount == 1)
    }

    @Test func noMoreIsRememberedThanThereIsRoomFor() {
        let files = VerifiedFiles(capacity: 3)
        let paths = (0..<10).map { "\($0)" }
        for path in paths { files.remember(StoredFile(path: path, byteCount: 1), seenAt: files.epoch) }
        #expect(paths.filter { files.file(at: $0) != nil }.count == 3)
        #expect(files.file(at: "9") != nil)
    }
}
