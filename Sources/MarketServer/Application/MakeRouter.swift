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
    router.add(middleware: ErrorMiddleware(origins: origins))
    router.add(middleware: HostMiddleware())
    let site = PageResponder(
        browseProducts: services.browseProducts,
        prices: services.prices,
        store: services.store,
        places: services.places,
        showProduct: services.showProduct,
        origins: origins
    )
    router.add(middleware: WebErrorMiddleware(site: site))
    router.add(middleware: CrossSiteMiddleware(origins: origins))
    router.add(middleware: ContinueMiddleware())
    let responder = CachingResponder(
        cache: dependencies.cache,
        origins: origins,
        store: services.store,
        showProduct: services.showProduct,
        metrics: dependencies.metrics
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
    ImagesController(images: services.imageStore, webImages: services.webImages).addRoutes(to: router)

    let items = router.group().add(middleware: ErrorMiddleware(origins: origins, edition: .items))
    ItemsController(
        browseProducts: services.browseProducts,
        showProduct: services.showProduct,
        listForSale: services.listForSale,
        idempotency: services.idempotency,
        guestScope: services.guestScope,
        editProduct: services.editProduct,
        deleteProduct: services.deleteProduct,
        responder: responder,
        uploads: uploads,
        bodies: bodies,
        origins: origins
    ).addRoutes(to: items)

    let products = router.group().add(middleware: EditionMiddleware(origins: origins))
    BrowsingController(
        browseProducts: services.browseProducts,
        showProduct: services.showProduct,
        store: services.store,
        responder: responder,
        contactBudget: dependencies.contactBudget,
        origins: origins,
        currency: services.prices.defaultCurrencyOfAPI
    ).addRoutes(to: products)
    ListingController(
        listForSale: services.listForSale,
        idempotency: services.idempotency,
        uploads: uploads,
        origins: origins
    ).addRoutes(to: products)
    EditingController(
        showProduct: services.showProduct,
        editProduct: services.editProduct,
        uploads: uploads,
        origins: origins
    ).addRoutes(to: products)
    LifecycleController(
        manageListing: services.manageListing,
        rights: services.rights,
        bodies: bodies,
        origins: origins
    ).addRoutes(to: products)
    DeletionController(deleteProduct: services.deleteProduct, bodies: bodies, origins: origins)
        .addRoutes(to: products)

    ReportsController(reportListings: services.reportListings, bodies: bodies).addRoutes(to: products)

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
    let access = SellerAccess(
        authenticator: services.authenticator,
        rights: services.rights,
        showProduct: services.showProduct
    )
    BrowsingPages(
        browseProducts: services.browseProducts,
        showProduct: services.showProduct,
        store: services.store,
        clock: services.clock,
        site: site,
        responder: pageResponder,
        contactBudget: dependencies.contactBudget,
        access: access,
        calendar: services.lifecycles.calendar,
        places: PlacesInUse(browseProducts: services.browseProducts, revisions: services.store)
    ).addRoutes(to: pages)
    DeskPages(
        browseProducts: services.browseProducts,
        access: access,
        actions: DeskActions(manageListing: services.manageListing, rights: services.rights),
        reports: DeskReportCookie(signer: services.signer),
        tickets: services.tickets,
        rules: services.lifecycles,
        clock: services.clock,
        site: site,
        forms: forms
    ).addRoutes(to: pages)
    SellerLinkPages(
        access: access,
        manageListing: services.manageListing,
        rules: services.lifecycles,
        clock: services.clock,
        site: site,
        forms: forms
    ).addRoutes(to: pages)
    KeptPages(
        browseProducts: services.browseProducts,
        showProduct: services.showProduct,
        findSimilar: services.findSimilar,
        store: services.store,
        clock: services.clock,
        site: site,
        responder: pageResponder,
        forms: forms
    ).addRoutes(to: pages)
    PrintPages(
        browseProducts: services.browseProducts,
        showProduct: services.showProduct,
        site: site,
        budget: dependencies.printBudget
    ).addRoutes(to: pages)
    IdentityPages(
        transfer: services.identityTransfer,
        authenticator: services.authenticator,
        browseProducts: services.browseProducts,
        site: site,
        forms: forms
    ).addRoutes(to: pages)
    FeedPages(browseProducts: services.browseProducts, clock: services.clock, site: site, responder: pageResponder)
        .addRoutes(to: pages)
    ShareImagePages(showProduct: services.showProduct, shareImages: services.shareImages).addRoutes(to: pages)
    ListingPages(
        listForSale: services.listForSale,
        idempotency: services.idempotency,
        tickets: services.tickets,
        rights: services.rights,
        access: access,
        drafts: services.drafts,
        site: site,
        forms: forms
    ).addRoutes(to: pages)
    EditingPages(
        showProduct: services.showProduct,
        access: access,
        editProduct: services.editProduct,
        tickets: services.tickets,
        drafts: services.drafts,
        site: site,
        forms: forms
    ).addRoutes(to: pages)
    ReportPages(
        reportListings: services.reportListings,
        moderate: services.moderateListings,
        access: access,
        site: site,
        forms: forms
    ).addRoutes(to: pages)
    DeletingPages(
        access: access,
        deleteProduct: services.deleteProduct,
        site: site,
        forms: forms
    ).addRoutes(to: pages)

    MethodNotAllowedRoutes().addRoutes(to: router)
    return router
}
