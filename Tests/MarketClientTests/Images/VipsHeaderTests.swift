import Foundation
import MarketModels
import MarketVips
import Testing

@Suite struct VipsHeaderTests {
    @Test(arguments: [
        ("orientation-6.jpg", ImageHeader(format: .jpeg, width: 320, height: 240)),
        ("orientation-6.webp", ImageHeader(format: .webp, width: 320, height: 240)),
        ("animated.gif", ImageHeader(format: .gif, width: 160, height: 120)),
        ("alpha.png", ImageHeader(format: .png, width: 64, height: 48)),
        // Too large to be decoded, but the header can be read.
        ("above-50-megapixels.png", ImageHeader(format: .png, width: 10_001, height: 5000)),
    ]) func tellsFormatAndUprightSize(name: String, header: ImageHeader) throws {
        #expect(try VipsImageDecoder().header(of: VipsImageDecoderTests.file(name)) == header)
    }

    @Test func brokenHeaderIsDamage() throws {
        let folder = CacheTestFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let bytes = try Data(contentsOf: VipsImageDecoderTests.file("alpha.png"))
        try bytes.prefix(20).write(to: folder.file("photo.png"))
        #expect {
            try VipsImageDecoder().header(of: folder.file("photo.png"))
        } throws: { error in
            if case .damaged = error as? VipsDecodingError { true } else { false }
        }
    }
}
