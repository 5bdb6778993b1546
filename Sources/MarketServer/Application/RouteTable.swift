import HTTPTypes
import Hummingbird
import MarketAPI

// The table of the routes of the API and of operation; `WebRouteTable.swift` has those of the web app. A case without a row
// doesn't compile.

extension RoutePattern {
    /// The methods of the route, and what each shows and changes for whom.
    var access: [RouteAccess] {
        switch self {
        case .healthChecker, .health, .liveness, .readiness, .document, .documentation, .categories, .image,
            .items, .firstItems, .itemsWithoutSlash:
            [.get()]
        case .metrics: [.get(.to(.machine, shows: [.metrics]))]
        case .contact:
            [.get(.to(.nothing, shows: [.contactForSale])), .post(.to(.password, shows: [.contact]))]
        case .newItem: [.post(.to(.nothing, changes: [.listing]))]
        case .item, .itemWithoutSlash:
            [
                .get(), .patch(.to(.password, shows: [.hiddenProduct], changes: [.product, .state])),
                .delete(.to(.password, shows: [.hiddenProduct], changes: [.deletion])),
            ]
        case .products: [.get(), .post(.to(.nothing, changes: [.listing]))]
        case .product:
            [
                .get(), .patch(.to(.password, shows: [.hiddenProduct], changes: [.product, .state])),
                .delete(.to(.deleteToken, shows: [.hiddenProduct], changes: [.deletion])),
            ]
        case .state:
            [
                .get(.to(.right, shows: [.hiddenProduct])),
                .put(
                    .to(.password, shows: [.hiddenProduct], changes: [.state]),
                    .to(.right, shows: [.hiddenProduct], changes: [.state]),
                    .to(.link, shows: [.hiddenProduct], changes: [.state])
                ),
            ]
        case .renewal:
            [
                .post(
                    .to(.password, shows: [.hiddenProduct], changes: [.state]),
                    .to(.right, shows: [.hiddenProduct], changes: [.state]),
                    .to(.link, shows: [.hiddenProduct], changes: [.state])
                )
            ]
        case .productReports, .vendorReports: [.post(.to(.nothing, shows: [.receipt], changes: [.report]))]
        case .receipt: [.get(.to(.receipt, shows: [.decision]))]
        case .operatorReports, .operatorReport:
            [.get(.to(.operatorKey, shows: [.reports, .decision, .hiddenProduct, .holdReason]))]
        case .operatorDecision:
            [
                .put(
                    .to(
                        .operatorKey,
                        shows: [.reports, .decision, .hiddenProduct, .holdReason],
                        changes: [.decision, .hold]
                    )
                )
            ]
        case .operatorProducts: [.get(.to(.operatorKey, shows: [.hiddenProduct, .holdReason]))]
        case .operatorHold:
            [
                .put(.to(.operatorKey, changes: [.decision, .hold])),
                .delete(.to(.operatorKey, changes: [.decision, .hold])),
            ]
        case .operatorApproval: [.put(.to(.operatorKey, changes: [.hold]))]
        case .operatorLock:
            [.put(.to(.operatorKey, changes: [.lock])), .delete(.to(.operatorKey, changes: [.lock]))]
        case .operatorContacts:
            [
                .get(.to(.operatorKey, shows: [.operators])),
                .put(.to(.operatorKey, changes: [.block])), .delete(.to(.operatorKey, changes: [.block])),
            ]
        case .operatorBlock:
            [.put(.to(.operatorKey, changes: [.decision, .block])), .delete(.to(.operatorKey, changes: [.block]))]
        case .operatorLog: [.get(.to(.operatorKey, shows: [.holdReason, .decision, .operators]))]
        case .bump: [.post(.to(.password, changes: [.state]), .to(.right, changes: [.state]))]
        case .rights:
            [
                .post(.to(.password, shows: [.right])),
                .delete(.to(.password, changes: [.rights]), .to(.right, changes: [.rights])),
            ]
        case .secret, .archived: [.post(.to(.password, shows: [.deleteToken]))]
        case .deletion, .archivedDeletion:
            [.delete(.to(.deleteToken, shows: [.hiddenProduct], changes: [.deletion]))]
        }
    }
}

/// The routes that answer known paths with unsupported methods: 405 and the allowed methods.
struct MethodNotAllowedRoutes: Sendable {
    /// The known routes.
    let routes: [DeclaredRoute]

    static let methods: [HTTPRequest.Method] =
        [.get, .post, .put, .patch, .delete, .options, .trace]
        + ["QUERY", "get", "head", "post", "patch", "delete"].compactMap { .init($0) }

    func addRoutes(to router: some RouterMethods<MarketRequestContext>) {
        for route in routes {
            for method in Self.methods where !route.methods.contains(method) {
                router.on(route.path, method: method) { _, _ -> Response in
                    throw RequestError.methodNotAllowed(allowed: route.methods)
                }
            }
        }
    }
}
