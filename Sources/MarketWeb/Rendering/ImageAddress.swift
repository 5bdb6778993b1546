internal import MarketModels

/// The paths of an image's renditions (API.md, “Rules for every edition”).
enum ImageAddress {
    /// Returns the path of the full JPEG, at most 2048 pixels on each side.
    static func full(_ name: ImageName) -> String { "/images/\(name.hexDigits).jpg" }
    static func thumbnail(_ name: ImageName) -> String { "/images/\(name.hexDigits)-thumb.jpg" }
    /// Returns the path of the WebP with at most a width.
    static func web(_ name: ImageName, _ width: WebImageWidth) -> String {
        "/images/\(name.hexDigits)-\(width.pixels).webp"
    }

    /// Returns the WebP renditions of a thumbnail for `srcset`.
    static func webThumbnails(_ name: ImageName) -> String {
        [WebImageWidth.row, .card].map { "\(web(name, $0)) \($0.pixels)w" }.joined(separator: ", ")
    }

    /// Returns the width of a thumbnail in a list's rows or cards (`app.css`) for `sizes`.
    static func thumbnailSizes(in view: SiteContext.View) -> String {
        view == .grid ? "(min-width: 720px) 240px, 50vw" : "96px"
    }

    /// Returns the WebP renditions of an image on a product page for `srcset`. Each width occurs only once, because an image narrower
    /// than a width keeps its own.
    static func webSet(of image: ProductImage) -> String {
        let widths = WebImageWidth.allCases.filter { $0 >= .card }
        let narrower = widths.filter { $0.pixels < image.width }
        let whole = widths.first { $0.pixels >= image.width }
        return (narrower + [whole].compactMap { $0 })
            .map { "\(web(image.name, $0)) \(min($0.pixels, image.width))w" }
            .joined(separator: ", ")
    }
}
