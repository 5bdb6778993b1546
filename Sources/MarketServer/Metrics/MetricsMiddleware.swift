import Hummingbird

/// Measures every request that takes the way through the router.
struct MetricsMiddleware: RouterMiddleware {
    typealias Context = MarketRequestContext

    let metrics: RequestMetrics

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        metrics.meter(
            // What matched nothing has a name of the library's, and no slash.
            route: context.endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil },
            method: request.method.rawValue,
            status: response.status.code
        ).record(since: start)
        return response
    }
}
