import HTTPTypes
import Hummingbird
import Instrumentation
import MarketCore
import Tracing

/// A middleware that makes a span of each request that the router handles, until its response begins.
///
/// The span has the route's pattern and not the path, which may contain a token. A request that no tracer records costs
/// nothing further on: then no statement looks for one either.
struct TracingMiddleware: RouterMiddleware {
    /// The proxies whose `traceparent` is continued. Strangers can't have their requests recorded.
    let proxies: TrustedProxies

    func handle(_ request: Request, context: MarketRequestContext, next: NextResponder) async throws -> Response {
        var parent = InstrumentationContext.topLevel
        if IPAddress(context.remoteAddress).map(proxies.contains) ?? false {
            InstrumentationSystem.instrument.extract(request.headers, into: &parent, using: HeaderExtractor())
        }
        let method = request.method.rawValue
        let span = InstrumentationSystem.tracer.startAnySpan(method, context: parent, ofKind: .server)
        guard span.isRecording else {
            span.end()
            return try await next(request, context)
        }
        defer { span.end() }
        let response = try await InstrumentationContext.$current.withValue(span.context) {
            try await next(request, context)
        }
        let status = Int(response.status.code)
        span.attributes["http.request.method"] = method
        span.attributes["http.response.status_code"] = status
        // If no route matched, the path is a name of Hummingbird's, without a slash.
        if let route = context.endpointPath, route.hasPrefix("/") {
            span.operationName = "\(method) \(route)"
            span.attributes["http.route"] = route
        }
        if status >= 500 { span.setStatus(SpanStatus(code: .error)) }
        return response
    }
}

private struct HeaderExtractor: Extractor {
    func extract(key: String, from carrier: HTTPFields) -> String? { HTTPField.Name(key).flatMap { carrier[$0] } }
}
