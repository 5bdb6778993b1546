import Foundation
import MarketCore
import MarketModels
import Testing

@testable import MarketImages

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Sizes for the pages, made from the full rendition.
@Suite(.timeLimit(.minutes(30))) struct WebPictureTests {
    let folder: TemporaryFolder
    let processor: VipsImageProcessor

    init() throws {
        folder = try TemporaryFolder()
        processor = try VipsImageProcessor(workerCount: 2)
    }

    private func keep(_ photo: String) async throws -> (picture: ProcessedPicture, file: StoredFile) {
        let picture = try await processor.process(photo: photo)
        let store = FolderImageStore(folder: folder.path)
        try await store.save(picture)
        return (picture, try #require(try await store.find(picture.name, .full)))
    }

    @Test(arguments: ["large.jpg", "wide.jpg", "orientation-6.jpg", "one.jpg", "grey.jpg"], WebPictureWidth.allCases)
    func webPictureHasItsWidthOrThatOfANarrowerPicture(_ photo: String, _ width: WebPictureWidth) async throws {
        let (picture, file) = try await keep(photo)
        let bytes = try await processor.makeWebPicture(of: file, width: width)
        #expect(Array(bytes.prefix(4)) == Array("RIFF".utf8) && Array(bytes[8..<12]) == Array("WEBP".utf8))
        // What is read back was made by the decoder for uploads.
        let made = try await processor.process(bytes: bytes)
        #expect(made.width == min(width.pixels, picture.width))
        let height = Double(picture.height) * Double(made.width) / Double(picture.width)
        #expect(abs(Double(made.height) - max(1, height)) <= 1)
    }

    @Test func webPictureIsLighterThanTheJPEG() async throws {
        let (picture, file) = try await keep("large.jpg")
        #expect(try await processor.makeWebPicture(of: file, width: .card).count < picture.thumbnail.count)
        #expect(try await processor.makeWebPicture(of: file, width: .large).count < picture.full.count)
    }

    @Test func whatIsNoPictureFails() async throws {
        let path = folder.path + "/broken.jpg"
        try Data("no picture".utf8).write(to: URL(filePath: path))
        for path in [path, folder.path + "/missing.jpg"] {
            await #expect {
                try await processor.makeWebPicture(of: StoredFile(path: path, byteCount: 10), width: .card)
            } throws: { error in
                guard case WebPictureError.failed(let reason) = error else { return false }
                return !reason.isEmpty
            }
        }
    }

    /// A pipe keeps a thread busy for as long as the test wants: opening it waits for a writer.
    @Test func crowdThatWantsWebPicturesIsToldSoAndHoldsUpNoUpload() async throws {
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let pipe = StoredFile(path: path, byteCount: 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<(1 + VipsImageProcessor.waitingWebPictures) {
                group.addTask {
                    await #expect(throws: WebPictureError.self) {
                        try await processor.makeWebPicture(of: pipe, width: .card)
                    }
                }
            }
            while processor.webLoad != .init(running: 1, waiting: VipsImageProcessor.waitingWebPictures) {
                await Task.yield()
            }
            await #expect(throws: WebPictureError.busy) {
                try await processor.makeWebPicture(of: pipe, width: .card)
            }
            // Nobody who uploads has to wait for them.
            _ = try await processor.process(photo: "noisy.jpg")
            while processor.webLoad.running > 0 {
                let descriptor = open(path, O_WRONLY | O_NONBLOCK)
                if descriptor >= 0 { close(descriptor) }
                await Task.yield()
            }
            try await group.waitForAll()
        }
    }
}
