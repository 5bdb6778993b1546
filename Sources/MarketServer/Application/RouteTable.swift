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
            .on(.get)
        case .metrics: .on(.get, .machine, shows: [.metrics])
        case .contact:
            .on(.get, .nothing, shows: [.contactForSale]).on(.post, .password, shows: [.contact])
        case .newItem: .on(.post, .nothing, changes: [.listing])
        case .item, .itemWithoutSlash:
            .on(.get)
                .on(.patch, .password, shows: [.hiddenProduct], changes: [.product, .state])
                .on(.delete, .password, shows: [.hiddenProduct], changes: [.deletion])
        case .products: .on(.get).on(.post, .nothing, changes: [.listing])
        case .product:
            .on(.get)
                .on(.patch, .password, shows: [.hiddenProduct], changes: [.product, .state])
                .on(.delete, .deleteToken, shows: [.hiddenProduct], changes: [.deletion])
        case .state:
            .on(.get, .right, shows: [.hiddenProduct])
                .on(.put, .password, shows: [.hiddenProduct], changes: [.state])
                .on(.put, .right, shows: [.hiddenProduct], changes: [.state])
                .on(.put, .link, shows: [.hiddenProduct], changes: [.state])
        case .renewal:
            .on(.post, .password, shows: [.hiddenProduct], changes: [.state])
                .on(.post, .right, shows: [.hiddenProduct], changes: [.state])
                .on(.post, .link, shows: [.hiddenProduct], changes: [.state])
        case .productReports, .vendorReports:
            .on(.post, .nothing, shows: [.receipt], changes: [.report])
        case .receipt: .on(.get, .receipt, shows: [.decision])
        case .operatorReports, .operatorReport:
            .on(.get, .operatorKey, shows: [.reports, .decision, .hiddenProduct, .holdReason])
        case .operatorDecision:
            .on(
                .put,
                .operatorKey,
                shows: [.reports, .decision, .hiddenProduct, .holdReason],
                changes: [.decision, .hold]
            )
        case .operatorProducts: .on(.get, .operatorKey, shows: [.hiddenProduct, .holdReason])
        case .operatorHold:
            .on(.put, .operatorKey, changes: [.decision, .hold])
                .on(.delete, .operatorKey, changes: [.decision, .hold])
        case .operatorApproval: .on(.put, .operatorKey, changes: [.hold])
        case .operatorLock:
            .on(.put, .operatorKey, changes: [.lock]).on(.delete, .operatorKey, changes: [.lock])
        case .operatorContacts:
            .on(.get, .operatorKey, shows: [.operators])
                .on(.put, .operatorKey, changes: [.block])
                .on(.delete, .operatorKey, changes: [.block])
        case .operatorBlock:
            .on(.put, .operatorKey, changes: [.decision, .block])
                .on(.delete, .operatorKey, changes: [.block])
        case .operatorLog: .on(.get, .operatorKey, shows: [.holdReason, .decision, .operators])
        case .bump: .on(.post, .password, changes: [.state]).on(.post, .right, changes: [.state])
        case .rights:
            .on(.post, .password, shows: [.right])
                .on(.delete, .password, changes: [.rights])
                .on(.delete, .right, changes: [.rights])
        case .secret, .archived: .on(.post, .password, shows: [.deleteToken])
        case .deletion, .archivedDeletion:
            .on(.delete, .deleteToken, shows: [.hiddenProduct], changes: [.deletion])
        }
    }
}

/// The routes that answer known paths with unsupported methods: 405 and the allowed methods.
struct MethodNotAllowedRoutes: Sendable {
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
