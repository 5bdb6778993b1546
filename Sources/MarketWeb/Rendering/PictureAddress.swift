internal import MarketModels

/// Where a picture's renditions are served (API.md, “Rules for every edition”).
enum PictureAddress {
    /// The longest side of a thumbnail, in pixels.
    static let thumbnailSide = 400

    /// At most 2048 pixels on each side.
    static func full(_ name: PictureName) -> String { "/images/\(name.hexDigits).jpg" }
    static func thumbnail(_ name: PictureName) -> String { "/images/\(name.hexDigits)-thumb.jpg" }

    /// How wide a picture's thumbnail is, in pixels.
    static func thumbnailWidth(of picture: Picture) -> Int {
        let longest = max(picture.width, picture.height, 1)
        return longest <= thumbnailSide ? picture.width : max(1, picture.width * thumbnailSide / longest)
    }
}
