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
    let site = PageResponder(services: services, origins: origins)
    router.add(middleware: WebErrorMiddleware(site: site))
    router.add(middleware: CrossSiteMiddleware(origins: origins))
    router.add(middleware: ContinueMiddleware())
    let responder = CachingResponder(
        cache: dependencies.cache,
        origins: origins,
        store: services.store,
        showProduct: services.showProduct
    )
    let bodies = BodyReader(limits: dependencies.limits, memory: dependencies.bodyMemory)
    let uploads = UploadReader(
        spool: dependencies.spool,
        limits: dependencies.limits,
        slots: dependencies.slots,
        spooledBytes: dependencies.spooledBytes,
        memory: dependencies.bodyMemory
    )

    OperationsController(dependencies: dependencies, showsMetricsToAll: dependencies.showsMetricsToAll).addRoutes(
        to: router,
        origins: origins
    )
    let images = ImagesController(webImages: services.webImages, visibility: services.imageVisibility)
    images.addRoutes(to: router)

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

    let products = router.group().add(middleware: EditionMiddleware(origins: origins))
    BrowsingController(
        services: services,
        responder: responder,
        responses: ProductResponses(dependencies),
        categoryMeters: dependencies.metrics.hotMeters(for: RoutePattern.categories.rawValue),
        contactBudget: dependencies.contactBudget
    )
    .addRoutes(to: products)
    ListingController(services: services, uploads: uploads, origins: origins).addRoutes(to: products)
    EditingController(services: services, uploads: uploads, origins: origins).addRoutes(to: products)
    LifecycleController(services: services, bodies: bodies, origins: origins).addRoutes(to: products)
    DeletionController(services: services, bodies: bodies, origins: origins).addRoutes(to: products)

    ReportsController(services: services, bodies: bodies).addRoutes(to: products)

    // Neither do the old editions have it.
    let operatorAPI = router.group().add(middleware: WebEditionMiddleware(origins: origins))
    let pages = router.group().add(middleware: WebEditionMiddleware(origins: origins))
    let forms = WebFormReader(uploads: uploads, memory: dependencies.bodyMemory)
    SiteController(site: site, forms: forms, iosApp: dependencies.iosApp).addRoutes(to: pages)
    let pageResponder = CachingPageResponder(
        cache: dependencies.cache,
        showProduct: services.showProduct,
        store: services.store,
        clock: services.clock,
        site: site,
        metrics: dependencies.metrics
    )
    BrowsingPages(
        services: services,
        site: site,
        responder: pageResponder,
        contactBudget: dependencies.contactBudget,
        places: PlacesInUse(browseProducts: services.browseProducts, revisions: services.store)
    ).addRoutes(to: pages)
    KeptPages(services: services, site: site, responder: pageResponder, forms: forms).addRoutes(to: pages)
    PrintPages(services: services, site: site, budget: dependencies.printBudget).addRoutes(to: pages)
    FeedPages(services: services, site: site, responder: pageResponder).addRoutes(to: pages)
    TextPages(services: services, site: site, responder: pageResponder).addRoutes(to: pages)
    ShareImagePages(showProduct: services.showProduct, store: services.store, shareImages: services.shareImages)
        .addRoutes(to: pages)
    DeskPages(services: services, site: site, forms: forms).addRoutes(to: pages)
    SellerLinkPages(services: services, site: site, forms: forms).addRoutes(to: pages)
    IdentityPages(services: services, site: site, forms: forms).addRoutes(to: pages)
    ListingPages(services: services, site: site, forms: forms).addRoutes(to: pages)
    EditingPages(services: services, site: site, forms: forms).addRoutes(to: pages)
    ReportPages(services: services, site: site, forms: forms).addRoutes(to: pages)
    let operators = OperatorPages(services: services, site: site, forms: forms)
    operators.addRoutes(to: pages)
    ModerationPages(
        services: services,
        site: site,
        operators: operators,
        registry: dependencies.registry,
        startedAt: dependencies.startedAt
    ).addRoutes(to: pages)
    BlockedContactPages(services: services, site: site, operators: operators).addRoutes(to: pages)
    SettingsPages(services: services, site: site, operators: operators).addRoutes(to: pages)
    InvitationPages(services: services, site: site, operators: operators).addRoutes(to: pages)
    OwnImagePages(services: services, site: site, images: images, operators: operators).addRoutes(to: pages)
    DeletingPages(services: services, site: site, forms: forms).addRoutes(to: pages)

    OperatorController(services: services, bodies: bodies).addRoutes(to: operatorAPI)

    MethodNotAllowedRoutes().addRoutes(to: router)
    return router
}
