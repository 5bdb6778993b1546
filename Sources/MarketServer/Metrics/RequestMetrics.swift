import CoreMetrics
import Hummingbird
import MarketCore
import Synchronization

/// The metrics of requests: their number by route, method and status, and their duration.
package final class RequestMetrics: Sendable {
    /// The counter and the timer of one kind of request.
    struct Meter: Sendable {
        fileprivate let counter: Counter
        fileprivate let timer: CoreMetrics.Timer

        func record(since start: ContinuousClock.Instant) {
            counter.increment()
            timer.recordNanoseconds((ContinuousClock.now - start).inNanoseconds)
        }
    }

    /// The meters of a route's responses that come from the cache without the router.
    package struct HotMeters: Sendable {
        let ok: Meter
        let notModified: Meter
    }

    private struct Kind: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    /// Other methods are counted as one, so that clients can't fill the memory with invented methods.
    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    static let requestCount = "openmarket_http_requests_total"

    private let factory: any MetricsFactory
    private let meters = Mutex<[Kind: Meter]>([:])

    init(factory: any MetricsFactory) {
        self.factory = factory
    }

    /// - Parameter route: the route's pattern; nil if none matched.
    func meter(route: String?, method: String, status: Int) -> Meter {
        let kind = Kind(
            route: route ?? "none",
            method: Self.methods.contains(method) ? method : "other",
            status: status
        )
        return meters.withLock { meters in
            if let meter = meters[kind] { return meter }
            let meter = Meter(
                counter: Counter(
                    label: Self.requestCount,
                    dimensions: [("route", kind.route), ("method", kind.method), ("status", String(kind.status))],
                    factory: factory
                ),
                timer: CoreMetrics.Timer(
                    label: "openmarket_http_request_duration_seconds",
                    dimensions: [("route", kind.route), ("method", kind.method)],
                    preferredDisplayUnit: .seconds,
                    factory: factory
                )
            )
            meters[kind] = meter
            return meter
        }
    }

    /// Returns the meters of a route's responses from the cache.
    func hotMeters(for route: String) -> HotMeters {
        HotMeters(
            ok: meter(route: route, method: "GET", status: 200),
            notModified: meter(route: route, method: "GET", status: 304)
        )
    }
}

/// A middleware that measures every request that the router handles.
struct MetricsMiddleware: RouterMiddleware {
    let metrics: RequestMetrics

    func handle(_ request: Request, context: MarketRequestContext, next: NextResponder) async throws -> Response {
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
