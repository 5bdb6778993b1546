import MarketCore
import MarketImages
import Testing

@Suite struct OrientationTests {
    /// All carry GPS, XMP, a comment and a wide-gamut profile as well, as phones write them.
    @Test(
        arguments: (1...8).map { "orientation-\($0).jpg" }
            + ["orientation-6.png", "orientation-6.webp", "phone.heic"]
    )
    func pictureComesOutUpright(name: String) async throws {
        let picture = try await VipsImageProcessor(workerCount: 1).process(photo: name)
        #expect(picture.width * 3 == picture.height * 4)
        let reader = try JPEGReader(picture.full)
        #expect([reader.width, reader.height] == [picture.width, picture.height])
        // The wide gamut makes the corners more colourful; which is which does not change.
        let corners = [(0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.9, 0.9)].map { reader.colour(x: $0.0, y: $0.1) }
        let scene = [RGB.topLeft, .topRight, .bottomLeft, .bottomRight]
        for (corner, expected) in zip(corners, scene) {
            #expect(corner.isClose(to: expected, within: 60), "\(name): \(corner) is not \(expected)")
        }
    }
}
