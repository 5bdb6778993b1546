import HTTPTypes
import Hummingbird
import MarketAPI

/// The routes that answer known paths with unsupported methods: 405 and the allowed methods.
struct MethodNotAllowedRoutes: Sendable {
    private static let all: [HTTPRequest.Method] =
        [.get, .post, .put, .patch, .delete, .options, .trace]
        + ["QUERY", "get", "head", "post", "patch", "delete"].compactMap { .init($0) }

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        for pattern in RoutePattern.allCases { refuse(.pattern(pattern), but: pattern.methods, router) }
        for pattern in WebRoutePattern.allCases { refuse(.page(pattern), but: pattern.methods, router) }
    }

    private func refuse(
        _ path: RouterPath,
        but allowed: [HTTPRequest.Method],
        _ router: some RouterMethods<MarketRequestContext>
    ) {
        for method in Self.all where !allowed.contains(method) {
            router.on(path, method: method) { _, _ -> Response in
                throw RequestError.methodNotAllowed(allowed: allowed)
            }
        }
    }
}

extension RoutePattern {
    /// The allowed methods. `HEAD` is allowed wherever `GET` is.
    var methods: [HTTPRequest.Method] {
        switch self {
        case .healthChecker, .health, .liveness, .readiness, .metrics, .document, .documentation, .contact, .categories,
            .image, .items, .firstItems, .itemsWithoutSlash:
            [.get]
        case .newItem: [.post]
        case .item, .itemWithoutSlash: [.get, .patch, .delete]
        case .products: [.get, .post]
        case .product: [.get, .patch, .delete]
        case .state: [.put]
        case .rights: [.post, .delete]
        case .secret, .archived, .renewal, .bump: [.post]
        case .deletion, .archivedDeletion: [.delete]
        }
    }
}
