public import MarketModels

/// A route of the API with its parameters, to which links and the requests of clients lead.
public enum MarketRoute: Hashable, Sendable {
    /// The state of the server, as JSON.
    case health
    /// The list of products, and the route for new ones.
    case products
    case product(Product.ID)
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

extension ImageFile {
    package static let folder = "/images/"

    /// The file name of the image that is shown for a product without images.
    public static let placeholderName = "placeholder.png"
    public static let placeholderPath = folder + placeholderName

    /// The absolute URL of the file.
    public func url(at origin: Origin) -> String {
        switch size {
        case .full, .thumbnail: (origin.images?.text ?? origin.text + Self.folder) + fileName
        case .web: origin.text + Self.folder + fileName
        }
    }
}
