package import HTTPTypes
package import Hummingbird
import MarketAPI

/// What a method of a route shows and changes, and what its caller must present for that. Everything else is the same
/// for everybody: it shows what is public, and changes nothing.
///
/// The routers register nothing else (``DeclaredRoute``), SECURITY.md lists it, and `AccessWalkTests` looks for more
/// than it says.
package struct RouteAccess: Hashable, Sendable {
    /// What a caller presents.
    package enum Key: String, CaseIterable, Sendable {
        case nothing
        case password
        /// The cookie that an entered password leaves for an hour.
        case ticket
        /// The right for the product: that of a browser, or one in the header `Authorization`.
        case right
        /// The link of the product, for a helper.
        case link
        case deleteToken
        /// The link for another browser.
        case identityLink
        case invitation
        case receipt
        case operatorLink
        /// The session of a moderator, or of an operator, who may do the same and more.
        case moderator
        case `operator`
        /// The session of an operator that began within the hour.
        case recentOperator
        /// The address of an operator's feed.
        case feed
        /// The key of a moderator's or an operator's program, in the header `Authorization`.
        case operatorKey
        /// A connection from the machine of the server.
        case machine
    }

    /// What not everybody may see.
    package enum PrivateData: String, CaseIterable, Sendable {
        /// The contact of a product that is for sale, for whoever asks for it.
        case contactForSale
        case contact
        /// The note about a reservation.
        case note
        /// What a hidden or an expired product is.
        case hiddenProduct
        /// An image of a product that the operator, reports or a block hide.
        case hiddenImage
        case ticket, right, link, deleteToken, identityLink
        /// The new password of a product, for the operator who makes it.
        case newPassword
        /// The identifier under which a browser lists, and the secret of its rights.
        case identity
        /// The browsers that hold rights for the same products.
        case browsers
        case metrics
        /// The receipt of a report, for whoever sends it.
        case receipt
        /// Why the operator has hidden a product, and what its seller has answered.
        case holdReason
        /// What the operator has decided about a report.
        case decision
        /// What people have reported, and who.
        case reports
        /// The session of an operator, for whoever signs in.
        case operatorSession
        /// The link with which an operator signs in, for whoever makes it.
        case operatorLink
        /// The address of an operator's feed, for whoever makes it.
        case feed
        /// The key of an operator's program, for whoever makes it.
        case operatorKey
        /// Who moderates the market, and has done what.
        case operators
        /// The text of a page that isn't published.
        case unpublishedPage
        /// The link with which a browser becomes a seller's, for whoever invites them.
        case invitation
    }

    /// What changes.
    package enum Change: String, CaseIterable, Sendable {
        /// A new product.
        case listing
        /// The fields, the images and the contact of a product.
        case product
        /// The state of a product, its lifetime, and its place at the top.
        case state
        case deletion
        /// The rights and the link of a product, which end.
        case rights
        /// A new report, and a listing that is held because of it.
        case report
        /// The answer of a seller to a hold.
        case answer
        /// A browser of a seller, which ends.
        case browsers
        /// The identity link of a seller, which ends.
        case identityLink
        /// What is decided about a report, or undone.
        case decision
        /// A listing that is hidden for the operator, or shown again.
        case hold
        /// A listing that is locked or unlocked.
        case lock
        /// A seller or a contact that is blocked or unblocked.
        case block
        case name
        /// The link of an operator, which ends, and a session, which begins.
        case signIn
        /// The session of an operator, which ends.
        case session
        /// The address of an operator's feed, which begins or ends.
        case feed
        /// The key of an operator's program, which begins or ends.
        case operatorKey
        /// Who moderates the market.
        case operators
        /// The name, logo, contact, color and pages of the market.
        case profile
        /// An invitation, which begins or ends.
        case invitation
        /// An invitation, which a browser accepts.
        case acceptance
    }

    package struct Grant: Hashable, Sendable {
        let key: Key
        let shows: Set<PrivateData>
        let changes: Set<Change>
    }

    let method: HTTPRequest.Method
    fileprivate(set) var grants: [Grant] = []
}

/// The rows of a route in a table, one for each method and each key: `.on(.get).on(.post, .password, changes: [.product])`.
extension [RouteAccess] {
    /// - Parameter key: what the caller presents; nil for a method that is the same for everybody.
    package func on(
        _ method: HTTPRequest.Method,
        _ key: RouteAccess.Key? = nil,
        shows: Set<RouteAccess.PrivateData> = [],
        changes: Set<RouteAccess.Change> = []
    ) -> [RouteAccess] {
        var rows = self
        let row = firstIndex { $0.method == method } ?? endIndex
        if row == endIndex { rows.append(RouteAccess(method: method)) }
        if let key { rows[row].grants.append(RouteAccess.Grant(key: key, shows: shows, changes: changes)) }
        return rows
    }

    package static func on(
        _ method: HTTPRequest.Method,
        _ key: RouteAccess.Key? = nil,
        shows: Set<RouteAccess.PrivateData> = [],
        changes: Set<RouteAccess.Change> = []
    ) -> [RouteAccess] {
        [].on(method, key, shows: shows, changes: changes)
    }
}

// MARK: - Registration

/// A route of the table, as controllers register its methods.
package struct DeclaredRoute: Sendable {
    let path: RouterPath
    let access: [RouteAccess]

    package init(path: RouterPath, access: [RouteAccess]) {
        self.path = path
        self.access = access
    }

    static func pattern(_ pattern: RoutePattern) -> DeclaredRoute {
        DeclaredRoute(path: RouterPath(pattern.rawValue), access: pattern.access)
    }

    /// The routes of the API, and those of operation.
    static let api = RoutePattern.allCases.map(pattern)

    /// The allowed methods. `HEAD` is allowed wherever `GET` is.
    var methods: [HTTPRequest.Method] { access.map(\.method) }
}

extension RouterMethods<MarketRequestContext> {
    package typealias Handler<Value> = @Sendable (Request, MarketRequestContext) async throws -> Value

    package func get(_ route: DeclaredRoute, use handler: @escaping Handler<some ResponseGenerator>) {
        register(.get, route, handler)
    }

    package func post(_ route: DeclaredRoute, use handler: @escaping Handler<some ResponseGenerator>) {
        register(.post, route, handler)
    }

    func put(_ route: DeclaredRoute, use handler: @escaping Handler<some ResponseGenerator>) {
        register(.put, route, handler)
    }

    func patch(_ route: DeclaredRoute, use handler: @escaping Handler<some ResponseGenerator>) {
        register(.patch, route, handler)
    }

    func delete(_ route: DeclaredRoute, use handler: @escaping Handler<some ResponseGenerator>) {
        register(.delete, route, handler)
    }

    private func register(
        _ method: HTTPRequest.Method,
        _ route: DeclaredRoute,
        _ handler: @escaping Handler<some ResponseGenerator>
    ) {
        precondition(route.methods.contains(method), "\(method) \(route.path) isn't in the table of routes")
        on(route.path, method: method, use: handler)
    }
}
