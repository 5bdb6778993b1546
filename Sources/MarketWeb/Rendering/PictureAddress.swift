internal import MarketModels

/// Where a picture's renditions are served (API.md, “Rules for every edition”).
enum PictureAddress {
    /// At most 2048 pixels on each side.
    static func full(_ name: PictureName) -> String { "/images/\(name.hexDigits).jpg" }
    static func thumbnail(_ name: PictureName) -> String { "/images/\(name.hexDigits)-thumb.jpg" }
    /// WebP, no wider than that.
    static func web(_ name: PictureName, _ width: WebPictureWidth) -> String {
        "/images/\(name.hexDigits)-\(width.pixels).webp"
    }

    /// The WebP sizes of a picture to choose from, as `srcset` wants them: none twice, for what is narrower than a size
    /// keeps its own width.
    static func webSet(of picture: Picture) -> String {
        let narrower = WebPictureWidth.allCases.filter { $0.pixels < picture.width }
        let whole = WebPictureWidth.allCases.first { $0.pixels >= picture.width }
        return (narrower + [whole].compactMap { $0 })
            .map { "\(web(picture.name, $0)) \(min($0.pixels, picture.width))w" }
            .joined(separator: ", ")
    }
}
