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
            [.get()]
        // These change nothing but cookies of the browser.
        case .view, .language, .theme, .shareTarget: [.post()]
        case .favorites: [.get(), .post()]
        case .products: [.post(.to(.nothing, shows: [.ticket, .right], changes: [.listing]))]
        case .newListing:
            // In a copy of a listing.
            [
                .get(
                    .to(.ticket, shows: [.contact, .hiddenProduct]),
                    .to(.right, shows: [.contact, .hiddenProduct])
                )
            ]
        case .product:
            [
                .get(
                    .to(.ticket, shows: [.hiddenProduct, .holdReason]),
                    .to(.right, shows: [.hiddenProduct, .holdReason])
                ),
                .post(
                    .to(.password, shows: [.contact, .hiddenProduct, .ticket], changes: [.product]),
                    .to(.ticket, shows: [.contact, .hiddenProduct], changes: [.product])
                ),
            ]
        case .productImage: [.get(.to(.ticket, shows: [.hiddenImage]), .to(.right, shows: [.hiddenImage]))]
        case .contact:
            [
                .get(
                    .to(.nothing, shows: [.contactForSale]),
                    .to(.ticket, shows: [.contact, .hiddenProduct]),
                    .to(.right, shows: [.contact, .hiddenProduct])
                )
            ]
        case .edit:
            [
                .get(
                    .to(.ticket, shows: [.contact, .hiddenProduct, .holdReason]),
                    .to(.right, shows: [.hiddenProduct])
                ),
                .post(.to(.password, shows: [.ticket, .right])),
            ]
        case .delete:
            [
                .get(.to(.ticket, shows: [.hiddenProduct]), .to(.right, shows: [.hiddenProduct])),
                .post(
                    .to(.password, shows: [.hiddenProduct], changes: [.deletion]),
                    .to(.ticket, shows: [.hiddenProduct], changes: [.deletion])
                ),
            ]
        case .mine:
            [
                .get(.to(.right, shows: [.note, .hiddenProduct, .browsers])),
                .post(.to(.right, changes: [.state, .rights, .browsers])),
            ]
        case .reserve:
            [
                .get(.to(.right, shows: [.note, .hiddenProduct])),
                .post(.to(.right, shows: [.note, .hiddenProduct], changes: [.state])),
            ]
        case .manage:
            [
                .get(.to(.right, shows: [.note, .hiddenProduct, .holdReason])),
                .post(.to(.password, shows: [.ticket, .right], changes: [.state, .rights])),
            ]
        case .newSellerLink:
            [.get(), .post(.to(.right, shows: [.link, .hiddenProduct], changes: [.rights]))]
        case .sellerLink:
            [
                .get(.to(.link, shows: [.hiddenProduct])),
                .post(.to(.link, shows: [.hiddenProduct], changes: [.state])),
            ]
        case .report, .reportSeller: [.get(), .post(.to(.nothing, shows: [.receipt], changes: [.report]))]
        case .receipt: [.get(.to(.receipt, shows: [.decision]))]
        case .answer: [.get(), .post(.to(.right, changes: [.answer]))]
        case .operatorHome: [.get(.to(.moderator, shows: [.reports, .hiddenProduct]))]
        case .operatorSignIn:
            [.get(), .post(.to(.operatorLink, shows: [.operatorSession], changes: [.signIn]))]
        case .operatorReport:
            [
                .get(.to(.moderator, shows: [.contact, .reports, .hiddenProduct, .decision])),
                .post(
                    .to(
                        .moderator,
                        shows: [.contact, .reports, .hiddenProduct, .decision],
                        changes: [.decision, .hold]
                    )
                ),
            ]
        case .operatorListings:
            [
                .get(.to(.moderator, shows: [.hiddenProduct])),
                .post(.to(.moderator, shows: [.hiddenProduct], changes: [.decision, .hold, .lock, .block])),
            ]
        case .operatorListing:
            [
                .get(
                    .to(
                        .moderator,
                        shows: [.contact, .hiddenProduct, .holdReason, .decision, .reports, .operators]
                    )
                )
            ]
        case .operatorImage: [.get(.to(.moderator, shows: [.hiddenImage]))]
        case .operatorNewPassword:
            [
                .get(.to(.recentOperator, shows: [.hiddenProduct])),
                .post(
                    .to(.operator, shows: [.hiddenProduct]),
                    .to(.recentOperator, shows: [.hiddenProduct, .newPassword], changes: [.rights])
                ),
            ]
        case .operatorErase:
            [
                .get(.to(.recentOperator, shows: [.hiddenProduct])),
                .post(
                    .to(.operator, shows: [.hiddenProduct]),
                    .to(.recentOperator, shows: [.hiddenProduct], changes: [.deletion, .decision])
                ),
            ]
        case .operatorSeller:
            [
                .get(.to(.moderator, shows: [.hiddenProduct, .holdReason, .decision, .operators])),
                .post(
                    .to(
                        .moderator,
                        shows: [.hiddenProduct, .holdReason, .decision, .operators],
                        changes: [.decision, .block, .hold, .name]
                    )
                ),
            ]
        case .operatorContacts:
            [
                .get(.to(.moderator, shows: [.operators])),
                .post(.to(.moderator, shows: [.operators], changes: [.block])),
            ]
        case .operatorInvitations:
            [
                .get(.to(.moderator, shows: [.operators])),
                .post(.to(.moderator, shows: [.operators, .invitation], changes: [.invitation])),
            ]
        case .operatorLog:
            [
                .get(.to(.moderator, shows: [.holdReason, .decision, .operators])),
                .post(
                    .to(
                        .moderator,
                        shows: [.holdReason, .decision, .operators],
                        changes: [.decision, .hold, .lock, .block]
                    )
                ),
            ]
        case .operatorSessions:
            [
                // A moderator sees their own session, an operator those of all.
                .get(.to(.operator, shows: [.operators])),
                .post(
                    .to(.moderator, shows: [.feed, .operatorKey], changes: [.session, .feed, .operatorKey]),
                    .to(.operator, shows: [.operators])
                ),
            ]
        case .operatorFeed: [.get(.to(.feed, shows: [.hiddenProduct]))]
        case .operatorTeam:
            [
                .get(.to(.operator, shows: [.operators])),
                .post(
                    .to(.operator, shows: [.operators]),
                    .to(.recentOperator, shows: [.operators, .operatorLink], changes: [.operators])
                ),
            ]
        case .operatorSettings:
            [.get(.to(.recentOperator)), .post(.to(.recentOperator, changes: [.profile]))]
        case .operatorTextPage:
            [
                .get(.to(.recentOperator, shows: [.unpublishedPage])),
                .post(
                    .to(.operator, shows: [.unpublishedPage]),
                    .to(.recentOperator, shows: [.unpublishedPage], changes: [.profile])
                ),
            ]
        case .moveLink: [.get(), .post(.to(.right, shows: [.identityLink], changes: [.identityLink]))]
        case .receive:
            [
                .get(),
                .post(
                    .to(.identityLink, shows: [.identity], changes: [.identityLink]),
                    .to(.invitation, shows: [.identity], changes: [.acceptance])
                ),
            ]
        }
    }
}

extension DeclaredRoute {
    static func page(_ pattern: WebRoutePattern) -> DeclaredRoute {
        DeclaredRoute(path: RouterPath(pattern.rawValue), access: pattern.access)
    }
}
