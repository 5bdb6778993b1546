import Hummingbird
import MarketAPI
import MarketCore
import MarketModels

/// Creates the router of one listener, with every route of the market.
func makeRouter(dependencies: ServerDependencies, origins: OriginPolicy) -> Router<MarketRequestContext> {
    let services = dependencies.services
    let router = Router(context: MarketRequestContext.self, options: [.caseInsensitive, .autoGenerateHeadEndpoints])
    router.add(middleware: MetricsMiddleware(metrics: dependencies.metrics))
    if dependencies.isTraced { router.add(middleware: TracingMiddleware(proxies: origins.proxies)) }
    router.add(middleware: NoSniffMiddleware())
    router.add(middleware: ClientAddressMiddleware(proxies: origins.proxies))
    if services.store.hasOtherWriters {
        router.add(middleware: RevisionMiddleware(revisions: services.store, origins: origins))
    }
    router.add(middleware: ErrorMiddleware(origins: origins, profiles: services.store))
    router.add(middleware: HostMiddleware())
    let webApp = dependencies.webApp
    router.add(middleware: webApp.makeErrorMiddleware(dependencies: dependencies, origins: origins))
    router.add(middleware: CrossSiteMiddleware(origins: origins, pages: webApp.routes))
    router.add(middleware: ContinueMiddleware())
    let responder = CachingResponder(dependencies: dependencies, origins: origins)
    let (bodies, uploads) = (dependencies.bodies, dependencies.uploads)

    OperationsController(dependencies: dependencies, showsMetricsToAll: dependencies.showsMetricsToAll).addRoutes(
        to: router,
        responder: responder
    )
    ImagesController(services: services).addRoutes(to: router)

    let items = router.group().add(
        middleware: ErrorMiddleware(origins: origins, edition: .items, profiles: services.store)
    )
    ItemsController(
        services: services,
        responder: responder,
        listMeters: dependencies.metrics.hotMeters(for: RoutePattern.items.rawValue),
        itemMeters: dependencies.metrics.hotMeters(for: RoutePattern.item.rawValue),
        uploads: uploads,
        bodies: bodies,
        origins: origins
    ).addRoutes(to: items)

    let products = router.group().add(middleware: EditionMiddleware(origins: origins) { $0.edition != .items })
    BrowsingController(
        services: services,
        responder: responder,
        responses: ProductResponses(dependencies),
        categoryMeters: dependencies.metrics.hotMeters(for: RoutePattern.categories.rawValue),
        contactBudget: dependencies.contactBudget
    )
    .addRoutes(to: products)
    ListingController(services: services, uploads: uploads, origins: origins).addRoutes(to: products)
    EditingController(services: services, uploads: uploads, bodies: bodies, origins: origins).addRoutes(to: products)
    LifecycleController(services: services, bodies: bodies, origins: origins).addRoutes(to: products)
    DeletionController(services: services, bodies: bodies, origins: origins).addRoutes(to: products)

    ReportsController(services: services, bodies: bodies).addRoutes(to: products)
    let extensions = router.group().add(middleware: EditionMiddleware(origins: origins) { $0.hasExtensions })
    webApp.addRoutes(to: extensions, dependencies: dependencies, origins: origins)
    OperatorController(services: services, bodies: bodies).addRoutes(to: extensions)

    MethodNotAllowedRoutes(routes: DeclaredRoute.api + webApp.routes).addRoutes(to: router)
    return router
}
