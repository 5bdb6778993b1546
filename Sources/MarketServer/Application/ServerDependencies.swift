public import MarketCore
package import MarketModels
import NIOCore

/// The dependencies that all listeners of one server share.
public final class ServerDependencies: Sendable {
    public let services: MarketServices
    /// The storage of uploads in flight.
    public let spool: UploadSpool
    public let limits: ServerLimits
    /// The registry of all metrics.
    public let registry: PrometheusRegistry
    /// Whether the server is about to stop.
    public let drain = DrainState()

    /// When the server was started.
    package let startedAt: Timestamp
    /// The reader of bodies that may contain images.
    package let uploads: UploadReader
    package let contactBudget: ClientBudget
    package let printBudget: ClientBudget
    let webApp: any WebApp
    let bodies: BodyReader
    let connections: ConnectionTable
    let cache: ResponseCache
    let slots: UploadSlots
    let spooledBytes: SharedBytes
    let bodyMemory: SharedBytes
    let metrics: RequestMetrics
    /// Whether `/metrics` is available to everyone, not only to this machine.
    let showsMetricsToAll: Bool
    /// Whether requests get spans.
    let isTraced: Bool
    let readiness: ReadinessCheck
    /// Each is computed at most once per ``ServerLimits/monitoringInterval``: they are costly, and anyone may request
    /// them.
    let recentHealth: ThrottledValue<CheckHealth.Health>
    let recentReadiness: ThrottledValue<CheckReadiness.Readiness>
    let recentReport: ThrottledValue<String>
    let forwardedWarning = ForwardedHeadersHandler.OneTimeWarning()

    package init(
        services: MarketServices,
        webApp: any WebApp,
        spool: UploadSpool,
        limits: ServerLimits = ServerLimits(),
        registry: PrometheusRegistry = PrometheusRegistry(),
        showsMetricsToAll: Bool = false,
        isTraced: Bool = false
    ) {
        self.services = services
        self.webApp = webApp
        self.spool = spool
        self.limits = limits
        self.registry = registry
        startedAt = services.clock.now
        connections = ConnectionTable(limits: limits, factory: registry)
        cache = ResponseCache(byteCount: limits.responseCacheByteCount)
        slots = UploadSlots(limits: limits)
        spooledBytes = SharedBytes(limits.spooledBytes)
        bodyMemory = SharedBytes(limits.bodyMemory)
        bodies = BodyReader(limits: limits, memory: bodyMemory)
        uploads = UploadReader(
            spool: spool,
            limits: limits,
            slots: slots,
            spooledBytes: spooledBytes,
            memory: bodyMemory
        )
        contactBudget = ClientBudget(.contacts, limits.contacts, in: services.ports.buckets)
        printBudget = ClientBudget(.printing, limits.printing, in: services.ports.buckets)
        metrics = RequestMetrics(factory: registry)
        self.showsMetricsToAll = showsMetricsToAll
        self.isTraced = isTraced
        let interval = Duration.nanoseconds(limits.monitoringInterval.nanoseconds)
        recentHealth = ThrottledValue(for: interval)
        readiness = ReadinessCheck(services.checkReadiness)
        recentReadiness = ThrottledValue(for: interval)
        recentReport = ThrottledValue(for: interval)
    }

    /// The number of requests that the server has answered.
    package var requestCount: Int64 { registry.total(of: RequestMetrics.requestCount) }

    /// Returns the meters of a route's responses from the cache.
    package func hotMeters(for route: String) -> RequestMetrics.HotMeters { metrics.hotMeters(for: route) }

    /// Whether the server works on a request, or did a moment ago. Work that can wait gives way then.
    public var isBusy: Bool { connections.isBusy }
}
