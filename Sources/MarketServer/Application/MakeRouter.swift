import Hummingbird
import MarketAPI

/// Every route of the market, as one entrance serves them.
func makeRouter(parts: ServerParts, origins: OriginPolicy) -> Router<MarketRequestContext> {
    let services = parts.services
    let router = Router(context: MarketRequestContext.self, options: [.caseInsensitive, .autoGenerateHeadEndpoints])
    router.add(middleware: MetricsMiddleware(metrics: parts.metrics))
    router.add(middleware: NoSniffMiddleware())
    router.add(middleware: ClientAddressMiddleware(proxies: origins.proxies))
    router.add(middleware: ErrorMiddleware(origins: origins))
    router.add(middleware: HostMiddleware())
    let site = WebSite(services: services, origins: origins)
    router.add(middleware: WebErrorMiddleware(site: site))
    let answers = EncodedAnswers(
        cache: parts.cache,
        origins: origins,
        store: services.store,
        show: services.show,
        metrics: parts.metrics
    )
    let bodies = BodyReader(limits: parts.limits, memory: parts.bodyMemory)
    let uploads = UploadReader(
        spool: parts.spool,
        limits: parts.limits,
        slots: parts.slots,
        memory: parts.bodyMemory
    )

    OperationsController(parts: parts, showsMetricsToAll: parts.showsMetricsToAll).addRoutes(to: router)
    ImagesController(images: services.images, webPictures: services.webPictures).addRoutes(to: router)

    let items = router.group().add(middleware: ErrorMiddleware(origins: origins, edition: .items))
    ItemsController(services: services, answers: answers, uploads: uploads, bodies: bodies, origins: origins)
        .addRoutes(to: items)

    let products = router.group().add(middleware: ProductsEntrance(origins: origins))
    BrowsingController(
        browse: services.browse,
        show: services.show,
        answers: answers,
        contactBudget: parts.contactBudget,
        origins: origins
    ).addRoutes(to: products)
    ListingController(list: services.list, uploads: uploads, origins: origins).addRoutes(to: products)
    EditingController(edit: services.edit, show: services.show, uploads: uploads, origins: origins).addRoutes(
        to: products
    )
    WithdrawalController(withdraw: services.withdraw, bodies: bodies, origins: origins).addRoutes(to: products)

    let pages = router.group().add(middleware: WebEntrance(origins: origins))
    let forms = WebFormReader(uploads: uploads, memory: parts.bodyMemory)
    SiteController(site: site, forms: forms).addRoutes(to: pages)
    let pageAnswers = PageAnswers(cache: parts.cache, site: site, metrics: parts.metrics)
    BrowsingPages(site: site, answers: pageAnswers, contactBudget: parts.contactBudget).addRoutes(to: pages)
    FeedPages(site: site, answers: pageAnswers).addRoutes(to: pages)
    ListingPages(site: site, forms: forms).addRoutes(to: pages)
    EditingPages(site: site, forms: forms).addRoutes(to: pages)
    DeletingPages(site: site, forms: forms).addRoutes(to: pages)

    OtherMethods().addRoutes(to: router)
    return router
}
