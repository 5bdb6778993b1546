package import Hummingbird

/// What a server serves besides its API: the pages of the web app, of which it knows nothing else. The target `MarketWeb` has
/// it.
package protocol WebApp: Sendable {
    /// The routes. Their forms have tokens against other sites.
    var routes: [DeclaredRoute] { get }

    /// Creates the middleware of a listener that shows errors to people as pages.
    func makeErrorMiddleware(
        dependencies: ServerDependencies,
        origins: OriginPolicy
    ) -> any MiddlewareProtocol<Request, Response, MarketRequestContext>

    /// Adds the routes to a listener's router.
    func addRoutes(
        to router: RouterGroup<MarketRequestContext>,
        dependencies: ServerDependencies,
        origins: OriginPolicy
    )

    func path(of link: PageLink) -> String
}

/// A link to a page, with a token, that the commands of operators print.
package enum PageLink: Sendable {
    case signIn(token: String)
    /// - language: the code of the language of its titles; nil for the one that the reader asks for.
    case operatorFeed(token: String, language: String?)
    case invitation(token: String)
}
