import Foundation
import MarketModels
import MarketVips
import Testing

@Suite struct ImageHeaderTests {
    @Test(arguments: [
        ("orientation-6.jpg", ImageHeader(format: .jpeg, width: 320, height: 240)),
        ("orientation-6.webp", ImageHeader(format: .webp, width: 320, height: 240)),
        ("animated.gif", ImageHeader(format: .gif, width: 160, height: 120)),
        ("alpha.png", ImageHeader(format: .png, width: 64, height: 48)),
        // Too large to be decoded, but the header can be read.
        ("above-50-megapixels.png", ImageHeader(format: .png, width: 10_001, height: 5000)),
    ]) func tellsFormatAndUprightSize(name: String, header: ImageHeader) throws {
        #expect(try ImageHeader(of: ClientMarket.photo(name)) == header)
    }

    @Test func brokenHeaderIsDamage() throws {
        let folder = CacheTestFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let bytes = try Data(contentsOf: ClientMarket.photo("alpha.png"))
        try bytes.prefix(20).write(to: folder.file("photo.png"))
        #expect {
            try ImageHeader(of: folder.file("photo.png"))
        } throws: { error in
            if case .damaged = error as? ImageHeaderError { true } else { false }
        }
    }
}
