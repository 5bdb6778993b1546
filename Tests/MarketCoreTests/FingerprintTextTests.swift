import MarketModels
import Testing

@testable import MarketCore

/// A fingerprint is kept for a day, so its text must not change with an upgrade.
struct FingerprintTextTests {
    @Test func imagesAreSaidInWordsThatNoTypeGives() throws {
        let name = try #require(ImageName(String(repeating: "0a", count: 20)))
        let image = NewImage(name: name, width: 3, height: 2)
        #expect(ProductImageSource.upload(4).fingerprintText == "upload(4)")
        #expect(ProductImageSource.existing(ProductImage.ID(rawValue: 7)).fingerprintText == "existing(7)")
        #expect(ProductImageSource.draft(image).fingerprintText == "draft(\(name.hexDigits))")
    }
}
