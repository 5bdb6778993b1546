import HTTPTypes
import Hummingbird

/// The route patterns of the web app.
enum WebRoutePattern: String, CaseIterable {
    case market = "/"
    case category = "/c/{slug}"
    case view = "/view"
    case language = "/language"
    case theme = "/theme"
    case device = "/device"
    case favorites = "/favorites"
    case recent = "/recent"
    case products = "/products"
    case newListing = "/products/new"
    case product = "/products/{id}"
    case shareTarget = "/share-target"
    case contact = "/products/{id}/contact"
    case others = "/products/{id}/others"
    case similar = "/products/{id}/similar"
    case edit = "/products/{id}/edit"
    case delete = "/products/{id}/delete"
    case seller = "/sellers/{id}"
    case mine = "/mine"
    case reserve = "/mine/reserve"
    case manage = "/products/{id}/manage"
    case newSellerLink = "/products/{id}/link"
    case sellerLink = "/link"
    case print = "/print"
    case move = "/move"
    case moveLink = "/move/link"
    case moveFile = "/move/file"
    case receive = "/receive"
    case receiveFile = "/receive/file"
    case offline = "/offline"
    case asset = "/assets/{version}/{file}"
    case serviceWorker = "/sw.js"
    case manifest = "/manifest.webmanifest"
    case icon = "/favicon.ico"
    case feed = "/feed.atom"
    case sellerFeed = "/sellers/{id}/feed.atom"
    case robots = "/robots.txt"
    case sitemap = "/sitemap.xml"
    case sitemapPart = "/sitemaps/{file}"
    /// The image that messengers show for a link to a product.
    case shareImage = "/images/share/{file}"

    var methods: [HTTPRequest.Method] {
        switch self {
        case .view, .language, .theme, .shareTarget, .products, .moveLink, .moveFile, .receiveFile:
            [.post]
        case .product, .edit, .delete, .favorites, .receive, .mine, .reserve, .manage, .newSellerLink, .sellerLink:
            [.get, .post]
        default: [.get]
        }
    }
}

extension RouterPath {
    static func page(_ pattern: WebRoutePattern) -> RouterPath { RouterPath(pattern.rawValue) }
}
