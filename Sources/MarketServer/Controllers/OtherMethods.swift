import HTTPTypes
import Hummingbird
import MarketAPI

/// Answers 405, with what is allowed, where a path is known and its method is not.
struct OtherMethods: Sendable {
    private static let all: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete]

    private static func allowed(at pattern: RoutePattern) -> [HTTPRequest.Method] {
        switch pattern {
        case .healthChecker, .contact, .image: [.get]
        case .products: [.get, .post]
        case .product: [.get, .patch, .delete]
        case .secret, .archived: [.post]
        case .deletion, .archivedDeletion: [.delete]
        }
    }

    func addRoutes(to router: Router<MarketRequestContext>) {
        for pattern in RoutePattern.allCases {
            let allowed = Self.allowed(at: pattern)
            for method in Self.all where !allowed.contains(method) {
                router.on(Router.path(pattern), method: method) { _, _ -> Response in
                    throw RequestError.methodNotAllowed(allowed: allowed)
                }
            }
        }
    }
}
