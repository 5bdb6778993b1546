public import Hummingbird
public import HummingbirdCore
import HummingbirdHTTP2
public import Logging
import MarketCore
public import NIOCore
public import ServiceLifecycle

/// Makes the server of a market: what `openmarket serve` runs and what the tests drive.
///
/// - Parameters:
///   - services: the use cases.
///   - spool: where uploads go while they come in.
///   - origins: how links in answers begin.
///   - address: where to listen.
///   - certificates: given, the server speaks TLS, with HTTP/2 for clients that know it.
///   - onServerRunning: told the channel once the server listens.
public func buildApplication(
    services: MarketServices,
    spool: UploadSpool,
    origins: OriginPolicy,
    limits: ServerLimits = ServerLimits(),
    address: BindAddress,
    certificates: CertificateFiles? = nil,
    logger: Logger,
    additionalServices: [any Service] = [],
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) throws -> some ApplicationProtocol {
    let cache = AnswerCache(byteCount: limits.answerCacheByteCount)
    let router = makeRouter(services: services, spool: spool, origins: origins, limits: limits, cache: cache)
    let hot = HotAnswers(cache: cache, origins: origins, store: services.store, clock: services.clock)
    let connection = HTTP1Channel.Configuration(
        additionalChannelHandlers: [
            PaceHandler(interval: limits.paceCheckInterval, leastByteCount: limits.bytesPerPaceCheck),
            HotAnswerHandler(answers: hot),
            ContinueHandler(maximumByteCount: limits.uploadByteCount),
        ],
        idleTimeout: limits.idleTime,
        httpDecoderConfiguration: .init(
            maxHeaderFieldSize: limits.headerFieldByteCount,
            maxHeaderListSize: limits.headerListByteCount
        )
    )
    let server: HTTPServerBuilder =
        if let certificates {
            try .http2Upgrade(
                tlsConfiguration: certificates.makeConfiguration(),
                configuration: .init(
                    idleTimeout: .nanoseconds(limits.idleTime.nanoseconds),
                    streamConfiguration: connection
                )
            )
        } else {
            .http1(configuration: connection)
        }
    return Application(
        router: router,
        server: server,
        configuration: ApplicationConfiguration(
            address: address,
            serverName: nil,
            backlog: 1024,
            availableConnectionsDelegate: .maximum(limits.connections, logger: logger)
        ),
        services: (certificates.map { [$0] } ?? []) + additionalServices,
        onServerRunning: onServerRunning,
        logger: logger
    )
}

/// Every route of the market.
private func makeRouter(
    services: MarketServices,
    spool: UploadSpool,
    origins: OriginPolicy,
    limits: ServerLimits,
    cache: AnswerCache
) -> Router<MarketRequestContext> {
    let router = Router(context: MarketRequestContext.self, options: [.caseInsensitive, .autoGenerateHeadEndpoints])
    router.add(middleware: ErrorMiddleware(origins: origins))
    let answers = EncodedAnswers(cache: cache, origins: origins, store: services.store, show: services.show)
    let bodies = BodyReader(limits: limits)
    BrowsingController(
        browse: services.browse,
        show: services.show,
        answers: answers,
        contactLimit: RateLimiter(perMinute: limits.contactsPerMinute, clock: services.clock),
        origins: origins
    ).addRoutes(to: router)
    ListingController(
        list: services.list,
        uploads: UploadReader(spool: spool, limits: limits),
        origins: origins
    ).addRoutes(to: router)
    EditingController(edit: services.edit, bodies: bodies, origins: origins).addRoutes(to: router)
    WithdrawalController(withdraw: services.withdraw, bodies: bodies, origins: origins).addRoutes(to: router)
    ImagesController(images: services.images).addRoutes(to: router)
    OtherMethods().addRoutes(to: router)
    return router
}
