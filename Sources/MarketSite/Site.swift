package import Hummingbird
package import MarketServer
import MarketWeb

/// The web app of a market: its pages, the forms on them, and the files that they load.
package struct Site: WebApp {
    private let iosApp: AppIdentifier?

    /// - Parameter iosApp: the iOS app that opens links to products; nil if none does.
    package init(iosApp: AppIdentifier? = nil) {
        self.iosApp = iosApp
    }

    package var routes: [DeclaredRoute] { WebRoutePattern.allCases.map { .page($0) } }

    package func makeErrorMiddleware(
        dependencies: ServerDependencies,
        origins: OriginPolicy
    ) -> any MiddlewareProtocol<Request, Response, MarketRequestContext> {
        WebErrorMiddleware(site: PageResponder(services: dependencies.services, origins: origins))
    }

    package func path(of link: PageLink) -> String {
        switch link {
        case .signIn(let token): "\(OperatorAddress.signIn)?token=\(token)"
        case .operatorFeed(let token, let language): OperatorAddress.feed(token: token, language: language)
        case .invitation(let token): IdentityPages.address(ofLink: token)
        }
    }

    package func addRoutes(
        to router: RouterGroup<MarketRequestContext>,
        dependencies: ServerDependencies,
        origins: OriginPolicy
    ) {
        let services = dependencies.services
        let site = PageResponder(services: services, origins: origins)
        let forms = WebFormReader(uploads: dependencies.uploads)
        let responder = CachingPageResponder(
            responder: CachingResponder(dependencies: dependencies, origins: origins),
            site: site,
            dependencies: dependencies
        )
        SiteController(site: site, forms: forms, iosApp: iosApp).addRoutes(to: router)
        BrowsingPages(
            services: services,
            site: site,
            responder: responder,
            contactBudget: dependencies.contactBudget,
            places: PlacesInUse(browseProducts: services.browseProducts, revisions: services.store)
        ).addRoutes(to: router)
        KeptPages(services: services, site: site, responder: responder, forms: forms).addRoutes(to: router)
        PrintPages(services: services, site: site, budget: dependencies.printBudget).addRoutes(to: router)
        FeedPages(services: services, site: site, responder: responder).addRoutes(to: router)
        TextPages(services: services, site: site, responder: responder).addRoutes(to: router)
        ShareImagePages(showProduct: services.showProduct, store: services.store, shareImages: services.shareImages)
            .addRoutes(to: router)
        DeskPages(services: services, site: site, forms: forms).addRoutes(to: router)
        SellerLinkPages(services: services, site: site, forms: forms).addRoutes(to: router)
        IdentityPages(services: services, site: site, forms: forms).addRoutes(to: router)
        ListingPages(services: services, site: site, forms: forms).addRoutes(to: router)
        EditingPages(services: services, site: site, forms: forms).addRoutes(to: router)
        ReportPages(services: services, site: site, forms: forms).addRoutes(to: router)
        let operators = OperatorPages(services: services, site: site, forms: forms)
        operators.addRoutes(to: router)
        ModerationPages(services: services, site: site, operators: operators, dependencies: dependencies)
            .addRoutes(to: router)
        BlockedContactPages(services: services, site: site, operators: operators).addRoutes(to: router)
        SettingsPages(services: services, site: site, operators: operators).addRoutes(to: router)
        InvitationPages(services: services, site: site, operators: operators).addRoutes(to: router)
        OwnImagePages(services: services, site: site, operators: operators).addRoutes(to: router)
        DeletingPages(services: services, site: site, forms: forms).addRoutes(to: router)
    }
}
