import MarketCore
import MarketImages
import Testing

@Suite struct OrientationTests {
    /// All have GPS, XMP, a comment and a wide-gamut profile as well, as phones write them.
    @Test(
        arguments: (1...8).map { "orientation-\($0).jpg" }
            + ["orientation-6.png", "orientation-6.webp", "phone.heic"]
    )
    func imageComesOutUpright(name: String) async throws {
        let image = try await VipsImageProcessor(workerCount: 1).process(photo: name)
        #expect(image.width * 3 == image.height * 4)
        let reader = try JPEGReader(image.full)
        #expect([reader.width, reader.height] == [image.width, image.height])
        // The wide gamut makes the corners more saturated; their order doesn't change.
        let corners = [(0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.9, 0.9)].map { reader.color(x: $0.0, y: $0.1) }
        let scene = [RGB.topLeft, .topRight, .bottomLeft, .bottomRight]
        for (corner, expected) in zip(corners, scene) {
            #expect(corner.isClose(to: expected, within: 60), "\(name): \(corner) is not \(expected)")
        }
    }
}
