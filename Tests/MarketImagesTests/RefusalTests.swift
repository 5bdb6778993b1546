import Foundation
import MarketCore
import MarketImages
import MarketModels
import Testing

@Suite struct RefusalTests {
    let processor: VipsImageProcessor

    init() throws {
        processor = try VipsImageProcessor(workerCount: 1)
    }

    @Test func emptyFileIsRefused() async throws {
        await #expect(throws: ImageError.empty) { try await processor.process(bytes: []) }
    }

    @Test func fileThatIsEmptyAgainstItsWordIsRefused() async throws {
        await #expect(throws: ImageError.empty) {
            try await processor.process(UploadedImage(path: "/dev/null", byteCount: 10), for: .unknown)
        }
    }

    @Test func oneByteTooManyIsRefused() async throws {
        let maximum = ImageLimits.maximumByteCount
        let path = try Photo.path("noisy.jpg")
        await #expect(throws: ImageError.tooManyBytes(maximum: maximum)) {
            try await processor.process(UploadedImage(path: path, byteCount: maximum + 1), for: .unknown)
        }
        let folder = try TemporaryFolder()
        let long = folder.path + "/long"
        try #require(FileManager.default.createFile(atPath: long, contents: Data(try Photo.bytes("noisy.jpg"))))
        let handle = try FileHandle(forWritingTo: URL(filePath: long))
        try handle.truncate(atOffset: UInt64(maximum + 1))
        try handle.close()
        await #expect(throws: ImageError.tooManyBytes(maximum: maximum)) {
            try await processor.process(UploadedImage(path: long, byteCount: 10), for: .unknown)
        }
    }

    @Test func fiftyMegapixelsAreTheMost() async throws {
        await #expect(throws: ImageError.tooManyPixels(width: 10001, height: 5000, maximum: 50_000_000)) {
            try await processor.process(photo: "above-50-megapixels.png")
        }
    }

    /// Tiny files that declare huge images. The memory and time to decode them are never spent.
    @Test(arguments: [
        ("bomb.png", 100_000), ("bomb.gif", 65535), ("bomb.jpg", 65500), ("bomb.webp", 16383), ("bomb.heic", 9000),
    ])
    func hugeDeclaredSizeIsRefused(name: String, side: Int) async throws {
        await #expect(throws: ImageError.tooManyPixels(width: side, height: side, maximum: 50_000_000)) {
            try await processor.process(photo: name)
        }
    }

    /// The decoders themselves reject these.
    @Test(arguments: ["bomb-beyond-reason.png", "bomb-canvas.webp"])
    func impossibleDeclaredSizeIsRefused(name: String) async throws {
        await #expect(throws: ImageError.damaged) { try await processor.process(photo: name) }
    }

    @Test func progressiveJPEGWithEndlessScansIsRefused() async throws {
        await #expect(throws: ImageError.damaged) { try await processor.process(photo: "many-scans.jpg") }
    }
}
