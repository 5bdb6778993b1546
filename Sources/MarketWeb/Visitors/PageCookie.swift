import MarketServer

/// A cookie of the pages, with what is needed to set and to remove it.
enum PageCookie: String {
    case identity = "seller"
    case browser = "rights"
    case csrf, ticket
    case view, language, theme, favorites
    /// What became of the last action at the desk.
    case report
    /// What was done with a product (`saved-12`), or that an invitation was accepted.
    case done
    /// The link for a helper, and the one with an identity or an invitation, that the browser has opened last.
    case link, receive
    /// An operator's session, the link to sign in, and the page that asked to sign in again.
    case operatorSession = "operator"
    case operatorLink = "operator-link"
    case operatorReturn = "operator-return"
    /// Set by scripts.
    case style

    static let securePrefix = "__Host-"

    /// Whether it says who somebody is. Over https its name has a prefix then, so that no other host of the same site can set it.
    private var saysWho: Bool {
        switch self {
        case .identity, .browser, .csrf, .ticket, .link, .receive, .operatorSession, .operatorLink, .operatorReturn:
            true
        case .view, .language, .theme, .favorites, .report, .done, .style: false
        }
    }

    /// Returns the name under which it is stored.
    func name(isSecure: Bool) -> String { isSecure && saysWho ? Self.securePrefix + rawValue : rawValue }

    /// The pages that it is sent to. A name with the prefix takes no path.
    var path: String {
        switch self {
        case .favorites: WebRoutePattern.favorites.rawValue
        case .link: WebRoutePattern.sellerLink.rawValue
        case .receive: WebRoutePattern.receive.rawValue
        case .operatorSession: WebRoutePattern.operatorHome.rawValue
        case .operatorLink, .operatorReturn: WebRoutePattern.operatorSignIn.rawValue
        default: "/"
        }
    }

    /// Seconds until the browser forgets it; nil for as long as the browser's own session.
    var maxAge: Int? {
        switch self {
        case .link, .receive, .operatorLink: nil
        // The session ends before when it isn't used.
        case .operatorSession: 30 * 86_400
        case .operatorReturn: 3600
        case .done: 600
        default: 5 * 365 * 86_400
        }
    }
}
