import Logging
import MarketCore
import MarketModels
import NIOCore

/// What all entrances of one server share.
public struct ServerParts: Sendable {
    public let services: MarketServices
    /// Where uploads go while they come in.
    public let spool: UploadSpool
    public let limits: ServerLimits
    /// Where everything is measured.
    public let registry: PrometheusRegistry

    let connections: ConnectionTable
    let cache: AnswerCache
    let slots: UploadSlots
    let bodyMemory: BodyMemory
    let contactBudget: any ClientBudget
    let metrics: RequestMetrics
    /// Whether `/metrics` is for everybody, not only for this machine.
    let showsMetricsToAll: Bool
    /// Both are worked out at most once a second: they cost, and anybody may ask.
    let recentHealth: RecentValue<CheckHealth.Health>
    let recentReport: RecentValue<String>
    let forwardedWarning = ForwardedHeadersHandler.Warning()

    public init(
        services: MarketServices,
        spool: UploadSpool,
        limits: ServerLimits = ServerLimits(),
        registry: PrometheusRegistry = PrometheusRegistry(),
        showsMetricsToAll: Bool = false
    ) {
        self.services = services
        self.spool = spool
        self.limits = limits
        self.registry = registry
        connections = ConnectionTable(limits: limits, factory: registry)
        cache = AnswerCache(byteCount: limits.answerCacheByteCount)
        slots = UploadSlots(limits: limits)
        bodyMemory = BodyMemory(limits: limits)
        contactBudget = InProcessClientBudget(limits: limits.contacts, clock: services.monotonicClock)
        metrics = RequestMetrics(factory: registry)
        self.showsMetricsToAll = showsMetricsToAll
        let interval = Duration.nanoseconds(limits.monitoringInterval.nanoseconds)
        recentHealth = RecentValue(for: interval) { await Self.checkHealth(services.health) }
        let report = MetricsReport(
            registry: registry,
            services: services,
            cache: cache,
            slots: slots,
            bodyMemory: bodyMemory,
            connections: connections,
            startedAt: services.clock.now
        )
        recentReport = RecentValue(for: interval) { await report.text() }
    }

    private static func checkHealth(_ check: CheckHealth) async -> CheckHealth.Health {
        let health = await check()
        let logger = Logger(label: "openmarket")
        for (part, failure) in [("database", health.databaseFailure), ("images", health.imagesFailure)] {
            if let failure { logger.error("down", metadata: ["part": "\(part)", "reason": "\(failure)"]) }
        }
        return health
    }
}
