import HTTPTypes
import Hummingbird

/// A middleware that rejects what browsers send for another site to change something, before its body is read.
///
/// `Sec-Fetch-Site` decides, because no page can set or omit it. Browsers omit it towards plain HTTP, and old ones
/// always; then `Origin` decides. Apps send neither.
struct CrossSiteMiddleware: RouterMiddleware {
    private let origins: OriginPolicy
    /// The paths of the routes whose forms have a token.
    private let pages: Set<String>

    /// - Parameter pages: the routes whose forms have a token.
    init(origins: OriginPolicy, pages: [DeclaredRoute]) {
        self.origins = origins
        self.pages = Set(pages.map(\.path.description))
    }

    func handle(_ request: Request, context: MarketRequestContext, next: NextResponder) async throws -> Response {
        switch request.method {
        case .get, .head, .options: break
        default: guard isFromThisSite(request, context) else { throw RequestError.crossSite }
        }
        return try await next(request, context)
    }

    private func isFromThisSite(_ request: Request, _ context: MarketRequestContext) -> Bool {
        // A header that is sent twice is a list, which is none of the accepted values.
        if let site = request.headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = request.headers[.origin] else { return true }
        // A page that tells nobody its address has this origin, and so has a document of anybody in a sandbox. The
        // token in the form decides; routes of the API have none.
        if origin == "null" { return context.endpointPath.map(pages.contains) ?? false }
        return origins.isOwn(origin, of: request.head)
    }
}
