public import MarketModels

/// A route of the API with its parameters, to which links and the requests of clients lead.
public enum MarketRoute: Hashable, Sendable {
    /// The state of the server, as JSON.
    case health
    /// The list of products, and the route for new ones.
    case products
    /// A product.
    case product(Product.ID)
    /// The categories of the market.
    case categories
    /// The route that returns a delete token for a secret.
    case secret(Product.ID)
    /// The contact of a product's seller.
    case contact(Product.ID)
    /// The state of a product, which its seller changes.
    case state(Product.ID)
    /// The route that adds a lifetime to a listing.
    case renewal(Product.ID)
    /// The route that moves a listing to the top.
    case bump(Product.ID)
    /// The rights to change a product's state without its secret.
    case rights(Product.ID)
    /// The reports about a product.
    case productReports(Product.ID)
    /// The reports about a vendor.
    case vendorReports(Vendor.ID)
    /// What became of a report.
    case receipt(String)
    /// The deletion of a product with a token.
    case deletion(Product.ID, token: String)
    /// The deletion of a product with the path that ``RoutePattern/archived`` returns.
    case archivedDeletion(token: String)

    /// The path, including the leading slash.
    public var path: String {
        switch self {
        case .health: "/health"
        case .products: "/api/products"
        case .categories: "/api/categories"
        case .product(let id): "/api/products/\(id.rawValue)"
        case .secret(let id): "/api/products/\(id.rawValue)/secret"
        case .contact(let id): "/api/products/\(id.rawValue)/contact"
        case .state(let id): "/api/products/\(id.rawValue)/state"
        case .renewal(let id): "/api/products/\(id.rawValue)/renewal"
        case .bump(let id): "/api/products/\(id.rawValue)/bump"
        case .rights(let id): "/api/products/\(id.rawValue)/rights"
        case .productReports(let id): "/api/products/\(id.rawValue)/reports"
        case .vendorReports(let id): "/api/vendors/\(id.rawValue)/reports"
        case .receipt(let token): "/api/reports/\(token)"
        case .deletion(let id, let token): "/api/products/\(id.rawValue)/\(token)"
        // A leading slash and exactly one segment after `/api/products/`, because apps split the text there.
        case .archivedDeletion(let token): "/api/products/\(token)"
        }
    }
}

/// A file of an image, as links name it. Apps require a file extension (API.md, “Rules for every edition”).
public struct ImageFile: Hashable, Sendable {
    /// The variants in which an image is stored.
    public enum Size: Hashable, Sendable {
        /// JPEG, at most 2048 pixels on each side.
        case full
        /// JPEG, at most 400 pixels on each side.
        case thumbnail
        /// WebP, for web pages only: no API response links to it.
        case web(WebImageWidth)
    }

    static let folder = "/images/"
    static let thumbnailSuffix = "-thumb"
    static let fileExtension = ".jpg"
    static let webExtension = ".webp"

    /// The file name of the image that is shown for a product without images.
    public static let placeholderName = "placeholder.png"
    public static let placeholderPath = folder + placeholderName

    /// The name of the image.
    public let name: ImageName
    /// The variant of the image.
    public let size: Size

    /// Creates a reference to one variant of an image.
    public init(_ name: ImageName, _ size: Size) {
        self.name = name
        self.size = size
    }

    /// Parses a file name, or returns nil if it is none that ``fileName`` produces.
    public init?(fileName: some StringProtocol) {
        if fileName.hasSuffix(Self.webExtension) {
            self.init(stemOfWebImage: fileName.dropLast(Self.webExtension.count))
            return
        }
        guard fileName.hasSuffix(Self.fileExtension) else { return nil }
        let stem = fileName.dropLast(Self.fileExtension.count)
        let isThumbnail = stem.hasSuffix(Self.thumbnailSuffix)
        let digits = isThumbnail ? stem.dropLast(Self.thumbnailSuffix.count) : stem
        guard let name = ImageName(String(digits)) else { return nil }
        self.init(name, isThumbnail ? .thumbnail : .full)
    }

    private init?(stemOfWebImage stem: some StringProtocol) {
        // Only one spelling for each width is accepted, so that caches don't store a file twice.
        guard let width = WebImageWidth.allCases.first(where: { stem.hasSuffix("-\($0.pixels)") }),
            let name = ImageName(String(stem.dropLast("-\(width.pixels)".count)))
        else { return nil }
        self.init(name, .web(width))
    }

    /// The absolute URL of the file.
    public func url(at origin: Origin) -> String {
        switch size {
        case .full, .thumbnail: (origin.images?.text ?? origin.text + Self.folder) + fileName
        case .web: origin.text + Self.folder + fileName
        }
    }

    /// The media type of the file.
    public var mediaType: String {
        switch size {
        case .full, .thumbnail: "image/jpeg"
        case .web: "image/webp"
        }
    }

    /// The last component of the file's path.
    public var fileName: String {
        switch size {
        case .full: name.hexDigits + Self.fileExtension
        case .thumbnail: name.hexDigits + Self.thumbnailSuffix + Self.fileExtension
        case .web(let width): "\(name.hexDigits)-\(width.pixels)\(Self.webExtension)"
        }
    }
}
