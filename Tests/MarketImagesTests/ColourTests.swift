import MarketCore
import MarketImages
import Testing

@Suite struct ColourTests {
    struct Sample: CustomTestStringConvertible {
        let name: String
        let colour: RGB
        var testDescription: String { name }
    }

    @Test(arguments: [
        // Display P3 to sRGB, by the matrices of both colour spaces.
        Sample(name: "wide.jpg", colour: RGB(215, 94, 41)),
        Sample(name: "broken-profile.jpg", colour: RGB(200, 100, 60)),
        Sample(name: "foreign-profile.jpg", colour: RGB(200, 100, 60)),
        // A profile with a gamma of 4: (128/255)^4 in linear light.
        Sample(name: "grey-profile.jpg", colour: RGB(71, 71, 71)),
        Sample(name: "grey16.png", colour: RGB(180, 180, 180)),
        // Process cyan, and a profile that calls the same ink yellow.
        Sample(name: "cmyk.jpg", colour: RGB(0, 158, 224)),
        Sample(name: "cmyk-unmarked.jpg", colour: RGB(0, 158, 224)),
        Sample(name: "ycck.jpg", colour: RGB(0, 158, 224)),
        Sample(name: "cmyk-profile.jpg", colour: RGB(255, 255, 0)),
    ])
    func pixelsBecomeSRGB(sample: Sample) async throws {
        let image = try await VipsImageProcessor(workerCount: 1).process(photo: sample.name)
        let found = try JPEGReader(image.full).colour(x: 0.5, y: 0.5)
        #expect(found.isClose(to: sample.colour), "\(sample.name): \(found)")
    }

    @Test(arguments: [
        Sample(name: "alpha.png", colour: .topLeft), Sample(name: "alpha16.png", colour: .topLeft),
        Sample(name: "alpha.webp", colour: .topLeft), Sample(name: "alpha.gif", colour: .topLeft),
        Sample(name: "alpha.heic", colour: .topLeft), Sample(name: "grey-alpha.png", colour: RGB(200, 200, 200)),
        Sample(name: "grey-alpha16.png", colour: RGB(200, 200, 200)),
    ])
    func whatIsTransparentBecomesWhite(sample: Sample) async throws {
        let image = try await VipsImageProcessor(workerCount: 1).process(photo: sample.name)
        let reader = try JPEGReader(image.full)
        let (visible, invisible) = (reader.colour(x: 0.2, y: 0.5), reader.colour(x: 0.8, y: 0.5))
        #expect(visible.isClose(to: sample.colour), "\(visible)")
        #expect(invisible.isClose(to: .white, within: 3), "\(invisible)")
    }

    /// Every other column is black and fully transparent.
    @Test func invisibleColoursDontBleed() async throws {
        let image = try await VipsImageProcessor(workerCount: 1).process(photo: "fringe.png")
        let found = try JPEGReader(image.full).colour(x: 0.5, y: 0.5)
        #expect(found.isClose(to: .white, within: 3), "\(found)")
    }

    @Test func oneBitBecomesGrey() async throws {
        let image = try await VipsImageProcessor(workerCount: 1).process(photo: "one-bit.png")
        let reader = try JPEGReader(image.full)
        let (dark, light) = (reader.colour(x: 0.1, y: 0.9), reader.colour(x: 0.9, y: 0.9))
        #expect(dark.red + 60 < light.red, "\(dark) \(light)")
    }
}
