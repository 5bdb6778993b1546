import MarketAPI
import MarketModels

/// The addresses of an image's renditions (API.md, “Rules for every edition”): paths on this site, or addresses elsewhere.
struct ImageAddresses: Hashable, Sendable {
    /// The absolute address that those of images elsewhere begin with; nil if all are on this site.
    let elsewhere: String?
    private let jpegs: String
    private let webPs: String

    /// - Parameters:
    ///   - elsewhere: an absolute address with a slash at its end, or nil for this site.
    ///   - hasWebSizes: whether the WebP sizes are there, too.
    init(elsewhere: String? = nil, hasWebSizes: Bool = false) {
        self.elsewhere = elsewhere
        jpegs = elsewhere ?? ImageFile.folder
        webPs = hasWebSizes ? jpegs : ImageFile.folder
    }

    private init(path: String, elsewhere: String?) {
        self.elsewhere = elsewhere
        (jpegs, webPs) = (path, path)
    }

    /// Returns the addresses of a listing's images on the pages of its seller: where only the seller gets them, unless
    /// everybody sees the listing.
    func forSeller(_ id: Product.ID, in state: ListingState) -> ImageAddresses {
        state.isPublic ? self : ImageAddresses(path: "/products/\(id.rawValue)/images/", elsewhere: elsewhere)
    }

    /// Returns the addresses of a listing's images on the pages of operators.
    func forOperators(_ product: Product) -> ImageAddresses {
        let isPublic = product.state.isPublic && !product.vendor.isBlocked
        return isPublic ? self : ImageAddresses(path: "\(OperatorAddress.home)/images/", elsewhere: elsewhere)
    }

    /// Returns the address of the full JPEG, at most 2048 pixels on each side.
    func full(_ name: ImageName) -> String { jpegs + ImageFile(name, .full).fileName }
    func thumbnail(_ name: ImageName) -> String { jpegs + ImageFile(name, .thumbnail).fileName }
    /// Returns the address of the WebP with at most a width.
    func web(_ name: ImageName, _ width: WebImageWidth) -> String { webPs + ImageFile(name, .web(width)).fileName }

    /// Returns an address of an image that is complete wherever it is used.
    func absolute(_ address: String, on site: SiteContext) -> String {
        address.hasPrefix("/") ? site.origin + address : address
    }

    /// Returns the WebP renditions of a thumbnail for `srcset`.
    func webThumbnails(_ name: ImageName) -> String {
        [WebImageWidth.row, .card].map { "\(web(name, $0)) \($0.pixels)w" }.joined(separator: ", ")
    }

    /// Returns the width of a thumbnail in a list's rows or cards (`app.css`) for `sizes`.
    static func thumbnailSizes(in view: SiteContext.View) -> String {
        view == .grid ? "(min-width: 720px) 240px, 50vw" : "96px"
    }

    /// Returns the WebP renditions of an image on a product page for `srcset`. Each width occurs only once, because an image narrower
    /// than a width keeps its own.
    func webSet(of image: ProductImage) -> String {
        let widths = WebImageWidth.allCases.filter { $0 >= .card }
        let narrower = widths.filter { $0.pixels < image.width }
        let whole = widths.first { $0.pixels >= image.width }
        return (narrower + [whole].compactMap { $0 })
            .map { "\(web(image.name, $0)) \(min($0.pixels, image.width))w" }
            .joined(separator: ", ")
    }
}
