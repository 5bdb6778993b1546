import CoreMetrics
import Synchronization

/// Counts requests by route, method and status, and measures how long their answers took.
final class RequestMetrics: Sendable {
    /// Where requests of one kind are counted.
    struct Meter: Sendable {
        fileprivate let counter: Counter
        fileprivate let timer: CoreMetrics.Timer

        func record(since start: ContinuousClock.Instant) {
            let (seconds, attoseconds) = (ContinuousClock.now - start).components
            counter.increment()
            timer.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        }
    }

    /// The meters of a route's answers that go out without the router.
    struct HotMeters: Sendable {
        let ok: Meter
        let notModified: Meter
    }

    private struct Kind: Hashable {
        let route: String
        let method: String
        let status: Int
    }

    /// Others are counted as one: nobody is to fill the memory with methods of his own making.
    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    private let factory: any MetricsFactory
    private let meters = Mutex<[Kind: Meter]>([:])

    init(factory: any MetricsFactory) {
        self.factory = factory
    }

    /// - Parameter route: the pattern, or nil for what matched none.
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
                    label: "openmarket_http_requests_total",
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

    /// - Parameter route: the pattern.
    func hotMeters(for route: String) -> HotMeters {
        HotMeters(
            ok: meter(route: route, method: "GET", status: 200),
            notModified: meter(route: route, method: "GET", status: 304)
        )
    }
}
