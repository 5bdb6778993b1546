import FieldSamples
import Foundation
import MarketCore
import MarketImages
import Testing

@Suite struct FuzzTests {
    /// Leaves out the slowest fixtures and those that are refused anyway. `MARKET_FUZZ_ROUNDS` sets how many changed files are
    /// made of each; `make test-all` makes 1000.
    @Test(arguments: [
        "orientation-6.jpg", "progressive.jpg", "cmyk-profile.jpg", "grey-profile.jpg", "interlaced.png", "palette.png",
        "alpha16.png", "animated.gif", "noisy.gif", "animated.webp", "alpha.webp", "lossless.webp",
        "orientation-6.webp",
        "photo.heic", "phone.heic", "alpha.heic",
    ])
    func changedBytesGiveAnImageOrAnImageError(name: String) async throws {
        let processor = try VipsImageProcessor(workerCount: 2)
        let source = try Photo.bytes(name)
        let rounds = ProcessInfo.processInfo.environment["MARKET_FUZZ_ROUNDS"].flatMap(Int.init) ?? 50
        var random = SeededGenerator(seed: 2026)
        var images = 0
        for _ in 0..<rounds {
            var bytes = source
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                // Half of the changes hit the headers.
                let range = Bool.random(using: &random) ? bytes.indices : 0..<min(300, bytes.count)
                bytes[Int.random(in: range, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do {
                let image = try await processor.process(bytes: bytes)
                images += 1
                #expect(max(image.width, image.height) <= 2048)
                #expect(image.full.starts(with: [0xFF, 0xD8]) && image.thumbnail.starts(with: [0xFF, 0xD8]))
            } catch let error as ImageError {
                if case .failed(let reason) = error { Issue.record("\(name): \(reason)") }
            }
        }
        #expect(images < rounds, "no change was ever noticed")
    }
}
