import MarketModels
import Testing

@testable import MarketCore

/// A fingerprint is kept for a day, so what it is made of must be the same after an upgrade.
struct FingerprintTextTests {
    @Test func picturesAreSaidInWordsThatNoTypeGives() throws {
        let name = try #require(PictureName(String(repeating: "0a", count: 20)))
        let picture = NewPicture(name: name, width: 3, height: 2)
        #expect(PictureSource.upload(4).fingerprintText == "upload(4)")
        #expect(PictureSource.existing(Picture.ID(rawValue: 7)).fingerprintText == "existing(7)")
        #expect(PictureSource.draft(picture).fingerprintText == "draft(\(name.hexDigits))")
    }
}
