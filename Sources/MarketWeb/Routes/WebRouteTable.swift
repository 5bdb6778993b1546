import HTTPTypes
import Hummingbird
import MarketServer

// The table of the web app's routes. A case without a row doesn't compile.

/// The route patterns of the web app.
enum WebRoutePattern: String, CaseIterable {
    case market = "/"
    case category = "/c/{slug}"
    case view = "/view"
    case language = "/language"
    case theme = "/theme"
    case device = "/device"
    case favorites = "/favorites"
    case recent = "/recent"
    case products = "/products"
    case newListing = "/products/new"
    case product = "/products/{id}"
    /// An image of a listing, for its seller.
    case productImage = "/products/{id}/images/{file}"
    case shareTarget = "/share-target"
    case contact = "/products/{id}/contact"
    case others = "/products/{id}/others"
    case similar = "/products/{id}/similar"
    case edit = "/products/{id}/edit"
    case delete = "/products/{id}/delete"
    case seller = "/sellers/{id}"
    case report = "/products/{id}/report"
    case reportSeller = "/sellers/{id}/report"
    case receipt = "/reports/{token}"
    case answer = "/products/{id}/answer"
    case mine = "/mine"
    case reserve = "/mine/reserve"
    case manage = "/products/{id}/manage"
    case newSellerLink = "/products/{id}/link"
    case sellerLink = "/link"
    /// A page of the operator's.
    case textPage = "/pages/{page}"
    case operatorHome = "/operator"
    case operatorSignIn = "/operator/in"
    case operatorReport = "/operator/reports/{id}"
    case operatorListings = "/operator/listings"
    case operatorListing = "/operator/listings/{id}"
    case operatorImage = "/operator/images/{file}"
    case operatorNewPassword = "/operator/listings/{id}/password"
    case operatorErase = "/operator/listings/{id}/erase"
    case operatorSeller = "/operator/sellers/{id}"
    case operatorContacts = "/operator/contacts"
    case operatorInvitations = "/operator/invitations"
    case operatorLog = "/operator/log"
    case operatorSessions = "/operator/sessions"
    case operatorFeed = "/operator/feed.atom"
    case operatorTeam = "/operator/team"
    case operatorSettings = "/operator/settings"
    /// The form of a page of the operator's.
    case operatorTextPage = "/operator/settings/{page}"
    case print = "/print"
    case move = "/move"
    case moveLink = "/move/link"
    case receive = "/receive"
    case offline = "/offline"
    case asset = "/assets/{version}/{file}"
    case serviceWorker = "/sw.js"
    case manifest = "/manifest.webmanifest"
    case icon = "/favicon.ico"
    case logo = "/logo/{file}"
    case feed = "/feed.atom"
    case sellerFeed = "/sellers/{id}/feed.atom"
    case robots = "/robots.txt"
    case sitemap = "/sitemap.xml"
    case sitemapPart = "/sitemaps/{file}"
    /// What Apple's devices ask for to open links in an app.
    case appSiteAssociation = "/.well-known/apple-app-site-association"
    /// The image that messengers show for a link to a product.
    case shareImage = "/images/share/{file}"

    /// Returns the address of a page that a link with a token opens.
    func address(with token: String) -> String { "\(rawValue)?token=\(token)" }
}

extension WebRoutePattern {
    /// The methods of the route, and what each shows and changes for whom.
    var access: [RouteAccess] {
        switch self {
        case .market, .category, .device, .recent, .others, .similar, .seller, .textPage, .print, .move, .offline,
            .asset,
            .serviceWorker, .manifest, .icon, .logo, .feed, .sellerFeed, .robots, .sitemap, .sitemapPart, .shareImage,
            .appSiteAssociation:
            .on(.get)
        // These change nothing but cookies of the browser.
        case .view, .language, .theme, .shareTarget: .on(.post)
        case .favorites: .on(.get).on(.post)
        case .products: .on(.post, .nothing, shows: [.ticket, .right], changes: [.listing])
        case .newListing:
            // In a copy of a listing.
            .on(.get, .ticket, shows: [.contact, .hiddenProduct])
                .on(.get, .right, shows: [.contact, .hiddenProduct])
        case .product:
            .on(.get, .ticket, shows: [.hiddenProduct, .holdReason])
                .on(.get, .right, shows: [.hiddenProduct, .holdReason])
                .on(.post, .password, shows: [.contact, .hiddenProduct, .ticket], changes: [.product])
                .on(.post, .ticket, shows: [.contact, .hiddenProduct], changes: [.product])
        case .productImage:
            .on(.get, .ticket, shows: [.hiddenImage])
                .on(.get, .right, shows: [.hiddenImage])
        case .contact:
            .on(.get, .nothing, shows: [.contactForSale])
                .on(.get, .ticket, shows: [.contact, .hiddenProduct])
                .on(.get, .right, shows: [.contact, .hiddenProduct])
        case .edit:
            .on(.get, .ticket, shows: [.contact, .hiddenProduct, .holdReason])
                .on(.get, .right, shows: [.hiddenProduct])
                .on(.post, .password, shows: [.ticket, .right])
        case .delete:
            .on(.get, .ticket, shows: [.hiddenProduct])
                .on(.get, .right, shows: [.hiddenProduct])
                .on(.post, .password, shows: [.hiddenProduct], changes: [.deletion])
                .on(.post, .ticket, shows: [.hiddenProduct], changes: [.deletion])
        case .mine:
            .on(.get, .right, shows: [.note, .hiddenProduct, .browsers])
                .on(.post, .right, changes: [.state, .rights, .browsers])
        case .reserve:
            .on(.get, .right, shows: [.note, .hiddenProduct])
                .on(.post, .right, shows: [.note, .hiddenProduct], changes: [.state])
        case .manage:
            .on(.get, .right, shows: [.note, .hiddenProduct, .holdReason])
                .on(.post, .password, shows: [.ticket, .right], changes: [.state, .rights])
        case .newSellerLink:
            .on(.get).on(.post, .right, shows: [.link, .hiddenProduct], changes: [.rights])
        case .sellerLink:
            .on(.get, .link, shows: [.hiddenProduct])
                .on(.post, .link, shows: [.hiddenProduct], changes: [.state])
        case .report, .reportSeller:
            .on(.get)
                .on(.post, .nothing, shows: [.receipt], changes: [.report])
        case .receipt: .on(.get, .receipt, shows: [.decision])
        case .answer: .on(.get).on(.post, .right, changes: [.answer])
        case .operatorHome: .on(.get, .moderator, shows: [.reports, .hiddenProduct])
        case .operatorSignIn:
            .on(.get).on(.post, .operatorLink, shows: [.operatorSession], changes: [.signIn])
        case .operatorReport:
            .on(.get, .moderator, shows: [.contact, .reports, .hiddenProduct, .decision])
                .on(
                    .post,
                    .moderator,
                    shows: [.contact, .reports, .hiddenProduct, .decision],
                    changes: [.decision, .hold]
                )
        case .operatorListings:
            .on(.get, .moderator, shows: [.hiddenProduct])
                .on(.post, .moderator, shows: [.hiddenProduct], changes: [.decision, .hold, .lock, .block])
        case .operatorListing:
            .on(.get, .moderator, shows: [.contact, .hiddenProduct, .holdReason, .decision, .reports, .operators])
        case .operatorImage: .on(.get, .moderator, shows: [.hiddenImage])
        case .operatorNewPassword:
            .on(.get, .recentOperator, shows: [.hiddenProduct])
                .on(.post, .operator, shows: [.hiddenProduct])
                .on(.post, .recentOperator, shows: [.hiddenProduct, .newPassword], changes: [.rights])
        case .operatorErase:
            .on(.get, .recentOperator, shows: [.hiddenProduct])
                .on(.post, .operator, shows: [.hiddenProduct])
                .on(.post, .recentOperator, shows: [.hiddenProduct], changes: [.deletion, .decision])
        case .operatorSeller:
            .on(.get, .moderator, shows: [.hiddenProduct, .holdReason, .decision, .operators])
                .on(
                    .post,
                    .moderator,
                    shows: [.hiddenProduct, .holdReason, .decision, .operators],
                    changes: [.decision, .block, .hold, .name]
                )
        case .operatorContacts:
            .on(.get, .moderator, shows: [.operators])
                .on(.post, .moderator, shows: [.operators], changes: [.block])
        case .operatorInvitations:
            .on(.get, .moderator, shows: [.operators])
                .on(.post, .moderator, shows: [.operators, .invitation], changes: [.invitation])
        case .operatorLog:
            .on(.get, .moderator, shows: [.holdReason, .decision, .operators])
                .on(
                    .post,
                    .moderator,
                    shows: [.holdReason, .decision, .operators],
                    changes: [.decision, .hold, .lock, .block]
                )
        case .operatorSessions:
            // A moderator sees their own session, an operator those of all.
            .on(.get, .operator, shows: [.operators])
                .on(.post, .moderator, shows: [.feed, .operatorKey], changes: [.session, .feed, .operatorKey])
                .on(.post, .operator, shows: [.operators])
        case .operatorFeed: .on(.get, .feed, shows: [.hiddenProduct])
        case .operatorTeam:
            .on(.get, .operator, shows: [.operators])
                .on(.post, .operator, shows: [.operators])
                .on(.post, .recentOperator, shows: [.operators, .operatorLink], changes: [.operators])
        case .operatorSettings:
            .on(.get, .recentOperator).on(.post, .recentOperator, changes: [.profile])
        case .operatorTextPage:
            .on(.get, .recentOperator, shows: [.unpublishedPage])
                .on(.post, .operator, shows: [.unpublishedPage])
                .on(.post, .recentOperator, shows: [.unpublishedPage], changes: [.profile])
        case .moveLink:
            .on(.get)
                .on(.post, .right, shows: [.identityLink], changes: [.identityLink])
        case .receive:
            .on(.get)
                .on(.post, .identityLink, shows: [.identity], changes: [.identityLink])
                .on(.post, .invitation, shows: [.identity], changes: [.acceptance])
        }
    }
}

extension DeclaredRoute {
    static func page(_ pattern: WebRoutePattern) -> DeclaredRoute {
        DeclaredRoute(path: RouterPath(pattern.rawValue), access: pattern.access)
    }
}
