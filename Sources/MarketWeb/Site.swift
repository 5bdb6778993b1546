package import Hummingbird
import MarketCore
package import MarketServer

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
        WebErrorMiddleware(site: PageResponder(dependencies: dependencies, origins: origins))
    }

    package func path(of link: PageLink) -> String {
        switch link {
        case .signIn(let token): WebRoutePattern.operatorSignIn.address(with: token)
        case .operatorFeed(let token, let language): OperatorAddress.feed(token: token, language: language)
        case .invitation(let token): WebRoutePattern.receive.address(with: token)
        }
    }

    package func addRoutes(
        to router: RouterGroup<MarketRequestContext>,
        dependencies: ServerDependencies,
        origins: OriginPolicy
    ) {
        let (site, services) = (PageResponder(dependencies: dependencies, origins: origins), dependencies.services)
        ShareImagePages(showProduct: services.showProduct, store: services.store, shareImages: services.shareImages)
            .addRoutes(to: router)
        let router = PageRouter(router: router, site: site)
        SiteController(site: site, iosApp: iosApp).addRoutes(to: router)
        BrowsingPages(site: site).addRoutes(to: router)
        ProductPages(site: site).addRoutes(to: router)
        KeptPages(site: site).addRoutes(to: router)
        PrintPages(site: site).addRoutes(to: router)
        FeedPages(site: site).addRoutes(to: router)
        TextPages(site: site).addRoutes(to: router)
        DeskPages(site: site).addRoutes(to: router)
        SellerLinkPages(site: site).addRoutes(to: router)
        IdentityPages(site: site).addRoutes(to: router)
        ListingPages(site: site).addRoutes(to: router)
        EditingPages(site: site).addRoutes(to: router)
        ReportPages(site: site).addRoutes(to: router)
        DeletingPages(site: site).addRoutes(to: router)
        let operators = OperatorPages(site: site)
        operators.addRoutes(to: router)
        OperatorReportPages(site: site, operators: operators).addRoutes(to: router)
        ModerationPages(site: site, operators: operators).addRoutes(to: router)
        NewPasswordPages(site: site, operators: operators).addRoutes(to: router)
        BlockedContactPages(site: site, operators: operators).addRoutes(to: router)
        SettingsPages(site: site, operators: operators).addRoutes(to: router)
        InvitationPages(site: site, operators: operators).addRoutes(to: router)
        OwnImagePages(site: site, operators: operators).addRoutes(to: router)
    }
}
