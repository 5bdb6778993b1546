import MarketCore
import MarketImages
import Testing

@Suite struct FormatTests {
    let processor: VipsImageProcessor

    init() throws {
        processor = try VipsImageProcessor(workerCount: 2)
    }

    @Test(arguments: [
        "noisy.jpg", "progressive.jpg", "noisy.png", "interlaced.png", "palette.png", "rgb16.png", "known-bad-srgb.png",
        "noisy.gif", "animated.gif", "noisy.webp", "lossless.webp", "animated.webp", "photo.heic",
    ])
    func imageOfEachFormatKeepsItsCorners(name: String) async throws {
        let image = try await processor.process(photo: name)
        for bytes in [image.full, image.thumbnail] {
            let reader = try JPEGReader(bytes)
            for (x, y, color) in [
                (0.07, 0.07, RGB.topLeft), (0.93, 0.07, .topRight), (0.07, 0.93, .bottomLeft),
                (0.93, 0.93, .bottomRight),
            ] {
                let found = reader.color(x: x, y: y)
                #expect(found.isClose(to: color, within: 24), "\(name) at \(x), \(y): \(found)")
            }
        }
    }

    @Test(arguments: ["animated.gif", "animated.webp"])
    func onlyTheFirstFrameIsTaken(name: String) async throws {
        let image = try await processor.process(photo: name)
        #expect([image.width, image.height] == [160, 120])
    }

    @Test(arguments: [
        "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>", "<?xml version='1.0'?><svg/>", "%PDF-1.7\n",
        "II*\0\u{8}\0\0\0", "MM\0*\0\0\0\u{8}", "BM6\0\0\0", "<!DOCTYPE html><html></html>", "x", "\u{FF}\u{D8}",
        "GIF88a", "RIFF\0\0\0\0WAVE", "\0\0\0\u{10}ftypisom\0\0\0\0", "\0\0\0\u{14}ftypmif1\0\0\0\0avif",
        "\0\0\0\u{10}ftyp", "id=ImageMagick", "#?RADIANCE\n", "P6\n1 1\n255\n\0\0\0",
    ])
    func allElseIsRefusedByItsFirstBytes(start: String) async throws {
        let bytes = start.unicodeScalars.map { UInt8($0.value) } + [UInt8](repeating: 0, count: 64)
        await #expect(throws: ImageError.unknownFormat) { try await processor.process(bytes: bytes) }
        let short = Array(bytes.prefix(start.unicodeScalars.count))
        await #expect(throws: ImageError.unknownFormat) { try await processor.process(bytes: short) }
    }

    @Test(arguments: ["photo.avif", "disguised-avif.heic"])
    func avifIsNoHEICWhateverItCallsItself(name: String) async throws {
        await #expect(throws: ImageError.unknownFormat) { try await processor.process(photo: name) }
    }

    @Test func imageIsNamedByItsContent() async throws {
        let image = try await processor.process(photo: "noisy.jpg")
        let again = try await processor.process(photo: "noisy.jpg")
        let other = try await processor.process(photo: "noisy.png")
        #expect(image == again)
        #expect(image.name != other.name)
    }

    @Test func missingFileIsTheServersFault() async throws {
        await #expect {
            try await processor.process(UploadedImage(path: "/nowhere/upload", byteCount: 10), for: .unknown)
        } throws: { error in
            guard case ImageError.failed = error else { return false }
            return true
        }
    }
}
