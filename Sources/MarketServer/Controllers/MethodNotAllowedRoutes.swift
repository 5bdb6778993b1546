import HTTPTypes
import Hummingbird

/// The routes that answer known paths with unsupported methods: 405 and the allowed methods.
struct MethodNotAllowedRoutes: Sendable {
    static let methods: [HTTPRequest.Method] =
        [.get, .post, .put, .patch, .delete, .options, .trace]
        + ["QUERY", "get", "head", "post", "patch", "delete"].compactMap { .init($0) }

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        for route in DeclaredRoute.all {
            for method in Self.methods where !route.methods.contains(method) {
                router.on(route.path, method: method) { _, _ -> Response in
                    throw RequestError.methodNotAllowed(allowed: route.methods)
                }
            }
        }
    }
}
