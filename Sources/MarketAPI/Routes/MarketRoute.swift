public import MarketModels

/// A concrete place of the API: links in answers and the client's requests take their paths from here.
public enum MarketRoute: Hashable, Sendable {
    case healthChecker
    case health
    case metrics
    case document
    case documentation
    case items(page: Int)
    case newItem
    case item(Product.ID)
    case products
    case product(Product.ID)
    case secret(Product.ID)
    case archived(Product.ID)
    case contact(Product.ID)
    case deletion(Product.ID, token: String)
    case archivedDeletion(token: String)
    case image(PictureFile)

    /// The path, from the leading slash.
    public var path: String {
        switch self {
        case .healthChecker: "/healthChecker"
        case .health: "/health"
        case .metrics: "/metrics"
        case .document: "/openapi.json"
        case .documentation: "/docs"
        case .items(let page): "/items/\(page)"
        case .newItem: "/item"
        case .item(let id): "/item/\(id.rawValue)"
        case .products: "/api/products"
        case .product(let id): "/api/products/\(id.rawValue)"
        case .secret(let id): "/api/products/\(id.rawValue)/secret"
        case .archived(let id): "/api/products/\(id.rawValue)/archived"
        case .contact(let id): "/api/products/\(id.rawValue)/contact"
        case .deletion(let id, let token): "/api/products/\(id.rawValue)/\(token)"
        // The leading slash and one segment behind `/api/products/`: apps cut the text apart there.
        case .archivedDeletion(let token): "/api/products/\(token)"
        case .image(let file): PictureFile.folder + file.fileName
        }
    }
}

/// One file of a picture, as it is named in links. Apps want a file extension (API.md, “Rules for every edition”).
public struct PictureFile: Hashable, Sendable {
    public enum Size: Hashable, Sendable {
        /// At most 2048 pixels on each side.
        case full
        /// At most 400 pixels on each side.
        case thumbnail
        /// WebP, for pages only: no answer of the API leads there.
        case web(WebPictureWidth)
    }

    static let folder = "/images/"
    static let thumbnailSuffix = "-thumb"
    static let fileExtension = ".jpg"
    static let webExtension = ".webp"

    /// What is shown for a product without pictures.
    public static let placeholderName = "placeholder.png"
    static let placeholderPath = folder + placeholderName

    public let name: PictureName
    public let size: Size

    public init(_ name: PictureName, _ size: Size) {
        self.name = name
        self.size = size
    }

    /// - Returns: nil for what is no file name of ours.
    public init?(fileName: some StringProtocol) {
        if fileName.hasSuffix(Self.webExtension) {
            self.init(stemOfWebPicture: fileName.dropLast(Self.webExtension.count))
            return
        }
        guard fileName.hasSuffix(Self.fileExtension) else { return nil }
        let stem = fileName.dropLast(Self.fileExtension.count)
        let isThumbnail = stem.hasSuffix(Self.thumbnailSuffix)
        let digits = isThumbnail ? stem.dropLast(Self.thumbnailSuffix.count) : stem
        guard let name = PictureName(String(digits)) else { return nil }
        self.init(name, isThumbnail ? .thumbnail : .full)
    }

    private init?(stemOfWebPicture stem: some StringProtocol) {
        // One spelling for each width, or caches would keep a file twice.
        guard let width = WebPictureWidth.allCases.first(where: { stem.hasSuffix("-\($0.pixels)") }),
            let name = PictureName(String(stem.dropLast("-\(width.pixels)".count)))
        else { return nil }
        self.init(name, .web(width))
    }

    /// The absolute URL of the file.
    public func url(at origin: Origin) -> String { origin.text + Self.folder + fileName }

    public var mediaType: String {
        switch size {
        case .full, .thumbnail: "image/jpeg"
        case .web: "image/webp"
        }
    }

    public var fileName: String {
        switch size {
        case .full: name.hexDigits + Self.fileExtension
        case .thumbnail: name.hexDigits + Self.thumbnailSuffix + Self.fileExtension
        case .web(let width): "\(name.hexDigits)-\(width.pixels)\(Self.webExtension)"
        }
    }
}
