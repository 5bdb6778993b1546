import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

/// A middleware that lets whoever has just written see it on every node of the market.
///
/// The response to a write carries the revision of the store. A request with a later revision than this process knows
/// waits for it, at most a second. Where one process is the market, it isn't needed.
struct RevisionMiddleware: RouterMiddleware {
    /// The paths of what no write changes.
    private static let unchangedPaths = ["/assets/", "/health", "/metrics", "/openapi.json", "/docs"]

    let revisions: any RevisionSource
    let origins: OriginPolicy

    func handle(_ request: Request, context: MarketRequestContext, next: NextResponder) async throws -> Response {
        if let known = KnownRevision.latest(in: request.headers), known > revisions.revision, showsChanges(request) {
            await revisions.catchUp(with: known)
        }
        var response = try await next(request, context)
        switch request.method {
        case .get, .head, .options: break
        default: add(revisions.revision, to: &response, of: request)
        }
        return response
    }

    private func showsChanges(_ request: Request) -> Bool {
        let path = request.uri.path.lowercased()
        return !Self.unchangedPaths.contains(where: path.hasPrefix)
    }

    private func add(_ revision: Revision, to response: inout Response, of request: Request) {
        response.headers[.marketRevision] = String(revision.rawValue)
        response.setCookie(
            Cookie(
                name: KnownRevision.cookie,
                value: String(revision.rawValue),
                maxAge: KnownRevision.cookieLifetime,
                path: "/",
                secure: origins.origin(of: request.head).text.hasPrefix("https:"),
                httpOnly: true,
                sameSite: .lax
            )
        )
    }
}
