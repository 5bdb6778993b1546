import MarketCore
import MarketImages
import Testing

@Suite struct ColorTests {
    struct Sample: CustomTestStringConvertible {
        let name: String
        let color: RGB
        var testDescription: String { name }
    }

    @Test(arguments: [
        // Display P3 to sRGB, by the matrices of both color spaces.
        Sample(name: "wide.jpg", color: RGB(215, 94, 41)),
        Sample(name: "broken-profile.jpg", color: RGB(200, 100, 60)),
        Sample(name: "foreign-profile.jpg", color: RGB(200, 100, 60)),
        // A profile with a gamma of 4: (128/255)^4 in linear light.
        Sample(name: "grey-profile.jpg", color: RGB(71, 71, 71)),
        Sample(name: "grey16.png", color: RGB(180, 180, 180)),
        // Process cyan, and a profile that calls the same ink yellow.
        Sample(name: "cmyk.jpg", color: RGB(0, 158, 224)),
        Sample(name: "cmyk-unmarked.jpg", color: RGB(0, 158, 224)),
        Sample(name: "ycck.jpg", color: RGB(0, 158, 224)),
        Sample(name: "cmyk-profile.jpg", color: RGB(255, 255, 0)),
    ])
    func pixelsBecomeSRGB(sample: Sample) async throws {
        let image = try await VipsImageProcessor(workerCount: 1).process(photo: sample.name)
        let found = try JPEGReader(image.full).color(x: 0.5, y: 0.5)
        #expect(found.isClose(to: sample.color), "\(sample.name): \(found)")
    }

    @Test(arguments: [
        Sample(name: "alpha.png", color: .topLeft), Sample(name: "alpha16.png", color: .topLeft),
        Sample(name: "alpha.webp", color: .topLeft), Sample(name: "alpha.gif", color: .topLeft),
        Sample(name: "alpha.heic", color: .topLeft), Sample(name: "grey-alpha.png", color: RGB(200, 200, 200)),
        Sample(name: "grey-alpha16.png", color: RGB(200, 200, 200)),
    ])
    func whatIsTransparentBecomesWhite(sample: Sample) async throws {
        let image = try await VipsImageProcessor(workerCount: 1).process(photo: sample.name)
        let reader = try JPEGReader(image.full)
        let (visible, invisible) = (reader.color(x: 0.2, y: 0.5), reader.color(x: 0.8, y: 0.5))
        #expect(visible.isClose(to: sample.color), "\(visible)")
        #expect(invisible.isClose(to: .white, within: 3), "\(invisible)")
    }

    /// Every other column is black and fully transparent.
    @Test func invisibleColorsDontBleed() async throws {
        let image = try await VipsImageProcessor(workerCount: 1).process(photo: "fringe.png")
        let found = try JPEGReader(image.full).color(x: 0.5, y: 0.5)
        #expect(found.isClose(to: .white, within: 3), "\(found)")
    }

    @Test func oneBitBecomesGrey() async throws {
        let image = try await VipsImageProcessor(workerCount: 1).process(photo: "one-bit.png")
        let reader = try JPEGReader(image.full)
        let (dark, light) = (reader.color(x: 0.1, y: 0.9), reader.color(x: 0.9, y: 0.9))
        #expect(dark.red + 60 < light.red, "\(dark) \(light)")
    }
}
