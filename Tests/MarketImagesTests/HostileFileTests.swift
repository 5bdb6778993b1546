import MarketCore
import MarketImages
import MarketModels
import Testing

/// Small files that would be expensive to decode, refused before they reach a decoder.
@Suite struct HostileFileTests {
    let processor: VipsImageProcessor

    init() throws {
        processor = try VipsImageProcessor(workerCount: 1)
    }

    // MARK: PNG

    @Test(arguments: [(10_000_000, 5, 16, PNGFile.Color.rgba), (5, 10_000_000, 1, .grey), (30_001, 1, 8, .rgb)])
    func sideOfMillionsIsRefused(width: Int, height: Int, depth: Int, color: PNGFile.Color) async throws {
        let file = PNGFile(width: width, height: height, depth: depth, color)
        await #expect(throws: ImageError.tooLongSide(width: width, height: height, maximum: 30_000)) {
            try await processor.process(bytes: file.bytes)
        }
    }

    @Test(arguments: [(30_000, 2), (2, 30_000)])
    func longestSideIsAnImage(width: Int, height: Int) async throws {
        let image = try await processor.process(bytes: PNGFile(width: width, height: height).bytes)
        #expect(max(image.width, image.height) == 2048)
    }

    /// A text with invalid compressed data is a problem only for a reader of texts; there is none.
    @Test func textsAreNotRead() async throws {
        let text = Array("k\0\0".utf8) + [0x78, 0x9C] + [UInt8](repeating: 0xFF, count: 200)
        let file = PNGFile(
            width: 8,
            height: 8,
            ancillary: [("zTXt", text), ("iTXt", text), ("tEXt", text), ("hIST", text), ("pHYs", text)]
        )
        let image = try await processor.process(bytes: file.bytes)
        #expect(image == (try await processor.process(bytes: PNGFile(width: 8, height: 8).bytes)))
    }

    @Test func pixelsInTwoPlacesAreDamage() async throws {
        var file = PNGFile(width: 8, height: 8)
        file.insertBeforeEnd("tEXt", Array("k\0v".utf8))
        _ = try await processor.process(bytes: file.bytes)
        file.insertBeforeEnd("IDAT", [])
        await #expect(throws: ImageError.damaged) { try await processor.process(bytes: file.bytes) }
    }

    // MARK: JPEG

    @Test func eachColorHasItsScan() async throws {
        let file = JPEGFile(width: 64, height: 64, scans: [1, 2, 3])
        let image = try await processor.process(bytes: file.bytes)
        #expect(image.width == 64)
    }

    @Test(arguments: [[1, 2, 3, 1], [Int](repeating: 1, count: 50)])
    func scansThatComeAgainAreDamage(scans: [Int]) async throws {
        let file = JPEGFile(width: 64, height: 64, scans: scans)
        await #expect(throws: ImageError.damaged) { try await processor.process(bytes: file.bytes) }
    }

    /// Cameras put a preview with scans of its own into the application data, and a film after the end.
    @Test func scansOfOtherImagesDoNotCount() async throws {
        let preview = JPEGFile(width: 8, height: 8, scans: [1, 2, 3]).bytes
        let file = JPEGFile(width: 64, height: 64, scans: [1, 2, 3], segments: (0..<40).map { _ in (0xE4, preview) })
        let film = [[UInt8]](repeating: [0xFF, 0xDA, 0, 8], count: 500).flatMap { $0 }
        _ = try await processor.process(bytes: file.bytes + film)
    }

    @Test func endlessSegmentsAreRefused() async throws {
        let segment = (marker: UInt8(0xE2), body: Array("ICC_PROFILE\0".utf8) + [1, 1, 0, 0])
        let most = JPEGFile(width: 8, height: 8, scans: [1, 2, 3], segments: Array(repeating: segment, count: 900))
        _ = try await processor.process(bytes: most.bytes)
        let more = JPEGFile(width: 8, height: 8, scans: [1, 2, 3], segments: Array(repeating: segment, count: 2000))
        await #expect(throws: ImageError.tooCostly) { try await processor.process(bytes: more.bytes) }
    }

    // MARK: WebP

    @Test(arguments: [100, 10_001])
    func endlessFramesAreRefused(count: Int) async throws {
        let bytes = try animation(frameCount: count)
        if count < 10_000 {
            _ = try await processor.process(bytes: bytes)
        } else {
            await #expect(throws: ImageError.tooCostly) { try await processor.process(bytes: bytes) }
        }
    }

    private func animation(frameCount: Int) throws -> [UInt8] {
        func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] { Array(name.utf8) + number(body.count) + body }
        let still = Array(try Photo.bytes("one.webp").dropFirst(12))
        // At the top left, one pixel, for a millisecond.
        let frame = chunk("ANMF", [UInt8](repeating: 0, count: 12) + [1, 0, 0, 0] + still)
        let chunks =
            chunk("VP8X", [2, 0, 0, 0] + [UInt8](repeating: 0, count: 6))
            + chunk("ANIM", [UInt8](repeating: 0, count: 6))
            + [[UInt8]](repeating: frame, count: frameCount).flatMap { $0 }
        return Array("RIFF".utf8) + number(chunks.count + 4) + Array("WEBP".utf8) + chunks
    }

    private func number(_ value: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) } }

    // MARK: HEIC

    @Test func streamOfTheDeclaredSizeIsAnImage() async throws {
        let image = try await processor.process(bytes: try HEIFFile.hevc().bytes)
        #expect([image.width, image.height] == [320, 240])
    }

    @Test func otherDeclaredSizesAreDamage() async throws {
        var file = try HEIFFile.hevc()
        for (width, height) in [(64, 64), (320, 160), (250, 240), (400, 240), (320, 241)] {
            (file.width, file.height) = (width, height)
            await #expect(throws: ImageError.damaged) { try await processor.process(bytes: file.bytes) }
        }
    }

    @Test(arguments: [true, false])
    func anotherSizeInTheStreamIsDamage(isConfigured: Bool) async throws {
        var file = try HEIFFile.hevc()
        if isConfigured {
            file.replaceParameterSet(width: 16_000, height: 8000)
        } else {
            file.insertParameterSet(width: 16_000, height: 8000)
        }
        await #expect(throws: ImageError.damaged) { try await processor.process(bytes: file.bytes) }
    }

    @Test func twoImagesInOneStreamAreDamage() async throws {
        var file = try HEIFFile.hevc()
        file.data += file.data
        await #expect(throws: ImageError.damaged) { try await processor.process(bytes: file.bytes) }
    }

    /// The properties may be anywhere, and the item may have any type.
    @Test(arguments: [0, 900_000, 1_200_000])
    func av1IsNotDecoded(freeByteCount: Int) async throws {
        var file = try HEIFFile.av1()
        file.freeByteCount = freeByteCount
        await #expect(throws: freeByteCount > 1 << 20 ? ImageError.damaged : .unknownFormat) {
            try await processor.process(bytes: file.bytes)
        }
        file.type = "hvc1"
        await #expect(throws: ImageError.damaged) { try await processor.process(bytes: file.bytes) }
    }
}
