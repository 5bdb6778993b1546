import Hummingbird
import MarketServer

/// Adds the routes of the web app to a listener's router.
struct PageRouter {
    let router: RouterGroup<MarketRequestContext>
    let site: PageResponder

    func get(_ page: WebRoutePattern, use handler: @escaping @Sendable (PageRequest) async throws -> Response) {
        router.get(.page(page)) { [site] in try await handler(PageRequest($0, $1, site)) }
    }

    func post(_ page: WebRoutePattern, use handler: @escaping @Sendable (PageRequest) async throws -> Response) {
        router.post(.page(page)) { [site] in try await handler(PageRequest($0, $1, site)) }
    }

    /// Adds a form without images. It must have the token of the browser that sends it.
    func post(
        _ page: WebRoutePattern,
        form handler: @escaping @Sendable (PageRequest, WebForm) async throws -> Response
    ) {
        post(page, use: { request in try await request.withForm { try await handler(request, $0) } })
    }
}
