import MarketCore
import MarketModels

/// What all entrances of one server share.
public struct ServerParts: Sendable {
    public let services: MarketServices
    /// Where uploads go while they come in.
    public let spool: UploadSpool
    public let limits: ServerLimits
    /// Where everything is measured.
    public let registry: PrometheusRegistry

    let cache: AnswerCache
    let slots: UploadSlots
    let contactLimit: RateLimiter
    let metrics: RequestMetrics
    let report: MetricsReport
    let forwardedWarning = ForwardedHeadersHandler.Warning()

    public init(
        services: MarketServices,
        spool: UploadSpool,
        limits: ServerLimits = ServerLimits(),
        registry: PrometheusRegistry = PrometheusRegistry()
    ) {
        self.services = services
        self.spool = spool
        self.limits = limits
        self.registry = registry
        cache = AnswerCache(byteCount: limits.answerCacheByteCount)
        slots = UploadSlots(capacity: limits.concurrentUploads)
        contactLimit = RateLimiter(perMinute: limits.contactsPerMinute, clock: services.clock)
        metrics = RequestMetrics(factory: registry)
        report = MetricsReport(
            registry: registry,
            services: services,
            cache: cache,
            slots: slots,
            startedAt: services.clock.now
        )
    }
}
