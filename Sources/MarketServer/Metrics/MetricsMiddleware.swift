import Hummingbird

/// A middleware that measures every request that the router handles.
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
            // If no route matched, the path is a name of Hummingbird's, without a slash.
            route: context.endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil },
            method: request.method.rawValue,
            status: response.status.code
        ).record(since: start)
        return response
    }
}
