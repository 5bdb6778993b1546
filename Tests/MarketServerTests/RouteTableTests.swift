import Foundation
import HTTPTypes
import Hummingbird
import MarketAPI
import MarketWeb
import TestMarkets
import Testing

@testable import MarketServer

/// The table of routes, the routes that the server registers, and SECURITY.md say the same.
struct RouteTableTests {
    @Test func routerHasTheRoutesOfTheTableAndNoOther() async throws {
        try await withOpenMarket { market in
            let router = makeRouter(dependencies: market.dependencies, origins: market.origins)
            let registered = router.routes.map { "\($0.method.rawValue) \($0.path.description)" }
            let declared = DeclaredRoute.all.flatMap { route in
                let refused = MethodNotAllowedRoutes.methods.filter { !route.methods.contains($0) }
                return (route.methods + refused).map { "\($0.rawValue) \(route.path.description.lowercased())" }
            }
            #expect(Set(registered) == Set(declared))
            #expect(registered.count == declared.count)
        }
    }

    @Test func eachMethodIsDeclaredOnceAndEachKeyOnce() {
        for route in DeclaredRoute.all {
            #expect(Set(route.methods).count == route.methods.count, "\(route.path)")
            for access in route.access {
                #expect(Set(access.grants.map(\.key)).count == access.grants.count, "\(route.path)")
            }
        }
    }

    @Test func securityListsWhatIsDeclared() throws {
        try GeneratedTable(file: "SECURITY.md", name: "routes").expect(Self.table)
    }

    // MARK: The table as text

    private static var table: String {
        var open: [String] = []
        var rows: [String] = []
        for route in DeclaredRoute.all {
            for access in route.access {
                let name = "`\(access.method.rawValue) \(route.path.description)`"
                if access.grants.isEmpty { open.append(name) }
                for grant in access.grants { rows.append("| \(name) | \(text(grant)) |") }
            }
        }
        return """
            | request | with | shows | changes |
            |---|---|---|---|
            \(rows.joined(separator: "\n"))

            These show everybody the same, only what is public, and change nothing but the caller's own cookies:
            \(open.joined(separator: ", ")).

            """
    }

    private static func text(_ grant: RouteAccess.Grant) -> String {
        // In the order of their declarations, so that the text is always the same.
        let shows = RouteAccess.PrivateData.allCases.filter(grant.shows.contains).map { text($0) }
        let changes = RouteAccess.Change.allCases.filter(grant.changes.contains).map { text($0) }
        return [text(grant.key), shows.joined(separator: ", "), changes.joined(separator: ", ")]
            .joined(separator: " | ")
    }

    private static func text(_ key: RouteAccess.Key) -> String {
        switch key {
        case .nothing: "nothing"
        case .password: "the product's password"
        case .ticket: "a ticket"
        case .right: "a right"
        case .link: "the product's link"
        case .deleteToken: "a delete token"
        case .identityLink: "a link for another browser"
        case .invitation: "an invitation"
        case .receipt: "a receipt"
        case .machine: "a connection from this machine"
        case .operatorLink: "an operator's link"
        case .moderator: "a moderator's session"
        case .operator: "an operator's session"
        case .recentOperator: "an operator's session that began within the hour"
        case .operatorKey: "an operator's key"
        case .feed: "the address of an operator's feed"
        }
    }

    private static func text(_ data: RouteAccess.PrivateData) -> String {
        switch data {
        case .contactForSale: "the contact of a product for sale"
        case .contact: "the contact"
        case .note: "the note"
        case .hiddenProduct: "a hidden or expired product"
        case .hiddenImage: "an image of a withheld product"
        case .ticket: "a ticket"
        case .right: "a right"
        case .link: "a link"
        case .deleteToken: "a delete token"
        case .identityLink: "a link for another browser"
        case .newPassword: "a new password"
        case .identity: "the seller's identifier and key"
        case .browsers: "the seller's browsers"
        case .metrics: "metrics"
        case .receipt: "a receipt"
        case .decision: "what was decided about a report"
        case .holdReason: "why the operator has hidden it"
        case .reports: "what was reported, and by whom"
        case .operatorSession: "an operator's session"
        case .operatorLink: "an operator's link"
        case .operators: "who moderates, and has done what"
        case .operatorKey: "an operator's key"
        case .feed: "the address of an operator's feed"
        case .unpublishedPage: "a page that isn't published"
        case .invitation: "an invitation"
        }
    }

    private static func text(_ change: RouteAccess.Change) -> String {
        switch change {
        case .listing: "a new product"
        case .product: "fields, images, contact"
        case .state: "the state"
        case .deletion: "the product, which is deleted"
        case .rights: "rights or the link, which end"
        case .report: "a new report, which may hold the product"
        case .answer: "the answer to the operator"
        case .browsers: "a browser of the seller, which ends"
        case .identityLink: "the link for another browser, which ends"
        case .decision: "the decision about a report"
        case .hold: "a listing that is hidden, or shown again"
        case .lock: "a lock of a listing"
        case .block: "a seller or a contact that is blocked or unblocked"
        case .name: "a seller's name"
        case .signIn: "the link, which ends, and a session, which begins"
        case .session: "a session, which ends"
        case .operators: "who moderates"
        case .operatorKey: "an operator's key, which begins or ends"
        case .feed: "the address of the operator's feed, which begins or ends"
        case .profile: "name, logo, contact, color and pages of the market"
        case .invitation: "an invitation, which begins or ends"
        case .acceptance: "an invitation, which is accepted"
        }
    }
}

extension DeclaredRoute {
    /// The routes of the API and of the web app.
    static let all = api + Site().routes
}

extension RoutePattern {
    var methods: [HTTPRequest.Method] { DeclaredRoute.pattern(self).methods }
}
