import FieldSamples
import MarketCore
import MarketImages
import Testing

@Suite struct DamageTests {
    enum Place: CaseIterable {
        case middle, end
    }

    static let whole = [
        "noisy.jpg", "progressive.jpg", "noisy.png", "interlaced.png", "noisy.gif", "noisy.webp", "lossless.webp",
        "animated.webp", "photo.heic", "phone.heic",
    ]

    let processor: VipsImageProcessor

    init() throws {
        processor = try VipsImageProcessor(workerCount: 1)
    }

    @Test(arguments: whole, [0.02, 0.5, 0.97])
    func cutOffImageIsRefused(name: String, part: Double) async throws {
        let bytes = try Photo.bytes(name)
        let cut = Array(bytes.prefix(max(40, Int(Double(bytes.count) * part))))
        await #expect(throws: ImageError.damaged) { try await processor.process(bytes: cut) }
    }

    @Test func animationCutBehindItsFirstFrameIsStillThatFrame() async throws {
        let bytes = try Photo.bytes("animated.gif")
        let image = try await processor.process(bytes: Array(bytes.prefix(bytes.count * 8 / 10)))
        #expect(image == (try await processor.process(bytes: bytes)))
        await #expect(throws: ImageError.damaged) {
            try await processor.process(bytes: Array(bytes.prefix(bytes.count / 2)))
        }
    }

    /// PNG has checksums. JPEG has none, but noise is hardly ever valid code in a baseline file; in progressive files
    /// it can be, and in GIF and WebP it often is.
    @Test(
        arguments: [("noisy.png", 12), ("interlaced.png", 12), ("noisy.jpg", 11), ("progressive.jpg", 4)],
        Place.allCases
    )
    func noiseIsRefused(sample: (name: String, atLeast: Int), place: Place) async throws {
        let source = try Photo.bytes(sample.name)
        var random = SeededGenerator(seed: 5)
        var refusals = 0
        for _ in 0..<12 {
            var bytes = source
            let start = place == .middle ? bytes.count / 2 : bytes.count - 80
            for index in start..<start + 60 { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            do {
                _ = try await processor.process(bytes: bytes)
            } catch ImageError.damaged {
                refusals += 1
            }
        }
        #expect(refusals >= sample.atLeast)
    }

    @Test func bytesBehindTheEndAreNoDamage() async throws {
        let bytes = try Photo.bytes("noisy.jpg")
        let image = try await processor.process(bytes: bytes + [UInt8](repeating: 7, count: 500))
        #expect(image == (try await processor.process(bytes: bytes)))
    }

    /// Some phones pad the coded data; it can still be decoded completely.
    @Test func fillBytesBeforeTheEndAreNoDamage() async throws {
        let bytes = try Photo.bytes("noisy.jpg")
        let padded = Array(bytes.dropLast(2)) + [0, 0, 0, 0, 0xFF, 0xD9]
        let image = try await processor.process(bytes: padded)
        #expect(image == (try await processor.process(bytes: bytes)))
    }
}
