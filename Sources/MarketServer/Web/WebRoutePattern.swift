import HTTPTypes
import Hummingbird

/// The route patterns of the web app.
enum WebRoutePattern: String, CaseIterable {
    case market = "/"
    case view = "/view"
    case language = "/language"
    case products = "/products"
    case newListing = "/products/new"
    case product = "/products/{id}"
    case contact = "/products/{id}/contact"
    case edit = "/products/{id}/edit"
    case delete = "/products/{id}/delete"
    case seller = "/sellers/{id}"
    case mine = "/mine"
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

    var methods: [HTTPRequest.Method] {
        switch self {
        case .view, .language, .products: [.post]
        case .product, .edit, .delete: [.get, .post]
        default: [.get]
        }
    }
}

extension RouterPath {
    static func page(_ pattern: WebRoutePattern) -> RouterPath { RouterPath(pattern.rawValue) }
}
