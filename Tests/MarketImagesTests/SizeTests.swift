import MarketCore
import MarketImages
import Testing

@Suite struct SizeTests {
    struct Sample: CustomTestStringConvertible {
        let name: String
        let full: [Int]
        let thumbnail: [Int]
        var testDescription: String { name }
    }

    @Test(arguments: [
        Sample(name: "large.jpg", full: [2048, 1536], thumbnail: [400, 300]),
        Sample(name: "noisy.jpg", full: [320, 240], thumbnail: [320, 240]),
        Sample(name: "phone.heic", full: [512, 384], thumbnail: [400, 300]),
        Sample(name: "1x1.png", full: [1, 1], thumbnail: [1, 1]),
        Sample(name: "one.jpg", full: [1, 1], thumbnail: [1, 1]),
        Sample(name: "one.gif", full: [1, 1], thumbnail: [1, 1]),
        Sample(name: "one.webp", full: [1, 1], thumbnail: [1, 1]),
        Sample(name: "1x20000.png", full: [1, 2048], thumbnail: [1, 400]),
        Sample(name: "20000x1.png", full: [2048, 1], thumbnail: [400, 1]),
    ])
    func renditionsFitTheirBoundsAndAreNeverEnlarged(sample: Sample) async throws {
        try await check(sample, VipsImageProcessor(workerCount: 1))
    }

    /// libvips ends the process where the decoder of a JPEG, which shrinks it, leaves no row or no column.
    @Test(arguments: [(20_000, 2), (20_000, 4), (3, 20_000)])
    func longJPEGKeepsARow(_ width: Int, _ height: Int) async throws {
        let file = JPEGFile(width: width, height: height, scans: [1, 2, 3])
        let image = try await VipsImageProcessor(workerCount: 1).process(bytes: file.bytes)
        #expect([image.width, image.height] == (width > height ? [2048, 1] : [1, 2048]))
    }

    /// A worker's limits leave room for them, of which the last two are decoded as a whole.
    @Test func largestImagesFitTheirBounds() async throws {
        let workers = ImageWorkerTests.workers()
        let processor = try ImageWorkerTests.processor(workers)
        for sample in [
            Sample(name: "50-megapixels.png", full: [2048, 1024], thumbnail: [400, 200]),
            Sample(name: "20-megapixels.gif", full: [2048, 1638], thumbnail: [400, 320]),
            Sample(name: "24-megapixels-progressive.jpg", full: [2048, 1365], thumbnail: [400, 267]),
        ] { try await check(sample, processor) }
        #expect(workers.statistics.started == 1 && workers.statistics.lost == 0)
    }

    private func check(_ sample: Sample, _ processor: VipsImageProcessor) async throws {
        let image = try await processor.process(photo: sample.name)
        let full = try JPEGReader(image.full)
        let thumbnail = try JPEGReader(image.thumbnail)
        #expect([full.width, full.height] == sample.full)
        #expect([image.width, image.height] == sample.full)
        #expect([thumbnail.width, thumbnail.height] == sample.thumbnail)
    }
}
