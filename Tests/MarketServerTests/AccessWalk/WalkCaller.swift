import Foundation
import HTTPTypes
import Hummingbird
import MarketAPI

@testable import MarketServer

/// Somebody who calls routes, with what they have got, and what that opens.
struct WalkCaller: Sendable {
    let name: String
    /// The cookies with which they ask for a product, or for a page of no product.
    var cookies: @Sendable (WalkProduct?) -> [String: String] = { _ in [:] }
    var headers: [(name: String, value: String)] = []
    /// The right or the link in the header `Authorization`.
    var bearer: @Sendable (WalkProduct?) -> String? = { _ in nil }
    var password: @Sendable (WalkProduct?) -> String = { _ in "none of the passwords" }
    /// What they put in place of a delete token or of a token in a link.
    var token: @Sendable (WalkProduct?) -> String = { _ in String(repeating: "0", count: 32) }
    /// The keys that they hold for a product.
    var keys: @Sendable (WalkProduct) -> Set<RouteAccess.Key> = { _ in [] }
    /// The keys of an operator's session, which are for all products.
    var sessionKeys: Set<RouteAccess.Key> = []
    /// The numbers of the products that they have listed, and may see and change.
    var own: Set<Int> = []
    /// Whether they list as a seller of their own, whom they may take to another browser.
    var listsAsThemselves = false
    /// A form that they have sent before, to the address of new listings.
    var formerForm: FormBody?
    /// Whether they only send what another site has a browser of the owner send.
    var isAnotherSite = false

    /// The token in their forms and their cookie, unless they have got another one.
    static let csrf = String(repeating: "c", count: 32)
}

extension WalkMarket {
    /// Those to whom nothing of others must be shown, and who must change nothing.
    var strangersToAll: [WalkCaller] {
        let report = (1...40).map { "sell.\($0).done" }.joined(separator: "_")
        func cookies(_ own: [String: String]) -> @Sendable (WalkProduct?) -> [String: String] { { _ in own } }
        @Sendable func other(_ product: WalkProduct?) -> WalkProduct? {
            victims.first { $0 != product && $0.number != 7 }
        }
        var callers = [
            WalkCaller(name: "anonymous"),
            WalkCaller(name: "only the owner's identifier", cookies: cookies(["seller": Self.ownerIdentifier])),
        ]
        for (name, identifier) in [
            ("the owner's", Self.ownerIdentifier), ("another seller's", Self.otherIdentifier),
            ("a known", Self.knownIdentifier),
        ] {
            callers.append(
                WalkCaller(
                    name: "\(name) identifier and a forged report",
                    cookies: cookies(["seller": identifier, "report": report]),
                    headers: [("identifier", identifier)]
                )
            )
        }
        let (strangersOwn, guestsOwn) = (strangers[0], strangers[1])
        callers += [
            WalkCaller(
                name: "a stranger with a forged report",
                cookies: cookies(stranger.merging(["report": report]) { $1 }),
                own: [strangersOwn.number],
                listsAsThemselves: true
            ),
            WalkCaller(
                name: "a stranger who says to be the owner",
                cookies: cookies(stranger.merging(["seller": Self.ownerIdentifier, "report": report]) { $1 }),
                headers: [("identifier", Self.ownerIdentifier)],
                own: [strangersOwn.number]
            ),
            WalkCaller(
                name: "a guest with a forged report",
                cookies: cookies(guest.merging(["report": report]) { $1 }),
                own: [guestsOwn.number]
            ),
            WalkCaller(name: "an expired ticket", cookies: { [expiredTickets] in Self.ticket($0, expiredTickets) }),
            WalkCaller(
                name: "a ticket for another product",
                cookies: { other($0).map { ["ticket": $0.ticket] } ?? [:] }
            ),
            WalkCaller(
                name: "a changed ticket",
                cookies: { $0.map { ["ticket": String($0.ticket.dropFirst()) + "A"] } ?? [:] }
            ),
            WalkCaller(
                name: "a browser that knew the former password",
                cookies: { [former, formerTickets] in former.merging(Self.ticket($0, formerTickets)) { $1 } },
                formerForm: formerForm
            ),
            WalkCaller(name: "a revoked right", bearer: { [revokedRights] in $0.flatMap { revokedRights[$0.id] } }),
            WalkCaller(
                name: "a right for another product",
                bearer: { [rights] in other($0).flatMap { rights[$0.id] } }
            ),
            WalkCaller(
                name: "an ended link",
                bearer: { [endedLink] _ in endedLink },
                token: { [endedLink] _ in endedLink }
            ),
            WalkCaller(
                name: "the password of another product",
                password: { other($0)?.secret ?? "" },
                // Where the token alone names the product, it is no other one's.
                token: { [deleteTokens] in $0.flatMap { other($0) }.flatMap { deleteTokens[$0.id] } ?? "0" }
            ),
        ]
        for (name, token) in [
            ("an accepted invitation", operators.acceptedInvitation),
            ("a revoked invitation", operators.revokedInvitation),
        ] {
            callers.append(WalkCaller(name: name, cookies: cookies(["receive": token]), token: { _ in token }))
        }
        for (name, token) in [
            ("a replaced feed", operators.replacedFeed), ("the feed of a removed operator", operators.feedOfRemoved),
            ("a session instead of a feed", operators.operator),
            ("a link to sign in instead of a feed", operators.usedLink),
        ] {
            callers.append(WalkCaller(name: name, token: { _ in token }))
        }
        for (name, token) in [
            ("an ended key", operators.endedKey), ("the key of a removed operator", operators.keyOfRemoved),
            ("a session instead of a key", operators.operator), ("a feed instead of a key", operators.feed),
        ] {
            callers.append(WalkCaller(name: name, bearer: { _ in token }))
        }
        for (name, session) in [
            ("a key instead of a session", operators.key), ("a feed instead of a session", operators.feed),
            ("an ended session", operators.ended), ("an idle session", operators.idle),
            ("the session of a removed operator", operators.removed),
            ("a link to sign in instead of a session", operators.link),
        ] {
            callers.append(
                WalkCaller(name: name, cookies: cookies(["operator": session, "operator-link": operators.usedLink]))
            )
        }
        for site in ["cross-site", "same-site"] {
            callers.append(
                WalkCaller(
                    name: "another site, \(site), through an operator's browser",
                    cookies: cookies(["operator": operators.operator]),
                    headers: [("Sec-Fetch-Site", site)],
                    isAnotherSite: true
                )
            )
            callers.append(
                WalkCaller(
                    name: "another site, \(site), through the owner's browser",
                    cookies: { [owner] in owner.merging($0.map { ["ticket": $0.ticket] } ?? [:]) { $1 } },
                    headers: [("Sec-Fetch-Site", site)],
                    password: { $0?.secret ?? "" },
                    token: { [deleteTokens, links] in $0.flatMap { links[$0.id] ?? deleteTokens[$0.id] } ?? "" },
                    isAnotherSite: true
                )
            )
        }
        return callers
    }

    private static func ticket(_ product: WalkProduct?, _ tickets: [Int64: String]) -> [String: String] {
        product.flatMap { tickets[$0.id] }.map { ["ticket": $0] } ?? [:]
    }

    /// Those who hold one kind of key for each product.
    var holders: [WalkCaller] {
        [
            WalkCaller(
                name: "the ticket",
                cookies: { $0.map { ["ticket": $0.ticket] } ?? [:] },
                keys: { _ in [.ticket] }
            ),
            WalkCaller(
                name: "the right of a browser",
                cookies: { [owner] _ in owner.filter { $0.key == "rights" || $0.key == "seller" } },
                keys: { _ in [.right] }
            ),
            WalkCaller(
                name: "the right of a program",
                bearer: { [rights] in $0.flatMap { rights[$0.id] } },
                keys: { [rights] in rights[$0.id] == nil ? [] : [.right] }
            ),
            WalkCaller(
                name: "the receipt of a report",
                token: { [receipts] in $0.flatMap { receipts[$0.id] } ?? "0" },
                keys: { [receipts] in receipts[$0.id] == nil ? [] : [.receipt] }
            ),
            WalkCaller(
                name: "the link of a product",
                token: { [links] in $0.flatMap { links[$0.id] } ?? "0" },
                keys: { [links] in links[$0.id] == nil ? [] : [.link] }
            ),
            WalkCaller(
                name: "a moderator",
                cookies: { [operators] _ in ["operator": operators.moderator] },
                sessionKeys: [.moderator]
            ),
            WalkCaller(
                name: "an operator",
                cookies: { [operators] _ in ["operator": operators.operator] },
                sessionKeys: [.moderator, .operator, .recentOperator]
            ),
            WalkCaller(
                name: "the key of a moderator",
                bearer: { [operators] _ in operators.key },
                sessionKeys: [.operatorKey]
            ),
            WalkCaller(name: "an operator's feed", token: { [operators] _ in operators.feed }, sessionKeys: [.feed]),
            WalkCaller(
                name: "an operator who signed in two hours ago",
                cookies: { [operators] _ in ["operator": operators.early] },
                sessionKeys: [.moderator, .operator]
            ),
        ]
    }

    // MARK: Calls

    /// A call, the product that it is about, and the declaration that it may show and change no more than.
    struct Step: Sendable {
        let call: WalkCall
        let product: WalkProduct?
        let access: RouteAccess?
        /// The path of the route.
        let path: String
    }

    /// Returns all calls of a route by a caller: each method, each product, and each kind of body.
    func steps(_ route: DeclaredRoute, _ caller: WalkCaller, methods: [String]) -> [Step] {
        let path = route.path.description
        let products = victims + strangers.filter { caller.own.contains($0.number) }
        return targets(path, products, caller).flatMap { target, product in
            methods.flatMap { method -> [Step] in
                let access = route.access.first { $0.method.rawValue == (method == "HEAD" ? "GET" : method) }
                let isRead = method == "GET" || method == "HEAD"
                // The first product stands for all where the method isn't one of the route, or does the same as `GET`.
                if access == nil || method == "HEAD", let product, product != victims[0] { return [] }
                // What a page asks for in its address, a form contains.
                if !isRead, target.contains("?") { return [] }
                if caller.isAnotherSite, isRead || method == "OPTIONS" { return [] }
                let headers = headers(caller, product)
                return bodies(path, method, product, caller, isDeclared: access != nil).map { type, body in
                    var call = WalkCall(method: method, target: target, headers: headers, body: body)
                    if let type { call.headers.append(("Content-Type", type)) }
                    if method == "PATCH", type == "application/json" { call.headers.append(("If-Match", "\"old\"")) }
                    return Step(call: call, product: product, access: access, path: path)
                }
            }
        }
    }

    private func headers(_ caller: WalkCaller, _ product: WalkProduct?) -> [(name: String, value: String)] {
        let cookies = caller.cookies(product).merging(["csrf": WalkCaller.csrf]) { own, _ in own }
        let texts = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        var headers = caller.headers + [("Cookie", texts.joined(separator: "; "))]
        if let right = caller.bearer(product) { headers.append(("Authorization", "Bearer \(right)")) }
        return headers
    }

    /// Returns the addresses of a route, and the products that they are about.
    private func targets(
        _ path: String,
        _ products: [WalkProduct],
        _ caller: WalkCaller
    ) -> [(String, WalkProduct?)] {
        let all = products.map { String($0.id) }.joined(separator: ",")
        func each(_ make: (WalkProduct) -> String) -> [(String, WalkProduct?)] { products.map { (make($0), $0) } }
        switch path {
        case "/reports/{token}", "/api/reports/{token}":
            return each { path.replacing("{token}", with: caller.token($0)) }
        case "/sellers/{id}", "/sellers/{id}/feed.atom", "/sellers/{id}/report", "/api/vendors/{id}/reports":
            return [ownVendor, 0].map { (path.replacing("{id}", with: String($0)), nil) }
        case "/operator/reports/{id}", "/api/operator/reports/{id}", "/api/operator/reports/{id}/decision":
            return (1...reportCount).map { (path.replacing("{id}", with: String($0)), nil) }
        case "/api/operator/products":
            return ["", "?state=held", "?state=changed", "?q=QZ", "?after=9"].map { (path + $0, nil) }
        case "/operator/sellers/{id}", "/api/operator/vendors/{id}/block":
            return [ownVendor, 0].map { (path.replacing("{id}", with: String($0)), nil) }
        case "/operator/listings":
            return ["", "?hidden=1", "?changed=1", "?waiting=1", "?q=QZ", "?after=9"].map { (path + $0, nil) }
        case "/operator/settings/{page}":
            return ["imprint-ko", "terms-en", "none"].map { (path.replacing("{page}", with: $0), nil) }
        case "/mine":
            return [
                "", "?state=hidden", "?state=expired", "?state=reserved", "?state=held", "?state=waiting", "?page=2",
            ]
            .map { (path + $0, nil) }
        case "/operator/invitations": return ["", "?after=2"].map { (path + $0, nil) }
        case "/operator/in", "/operator/feed.atom": return [(path, nil), ("\(path)?token=\(caller.token(nil))", nil)]
        case "/api/products/api/products/{id}":
            return [(path.replacing("{id}", with: caller.token(nil)), nil)]
        case "/images/share/{file}": return each { "/images/share/\($0.id)-en-00000000.jpg" }
        case "/images/{file}", "/operator/images/{file}", "/products/{id}/images/{file}":
            return each { path.replacing("{id}", with: "\($0.id)").replacing("{file}", with: $0.image) }
                + [("/images/placeholder.png", nil)]
        case "/logo/{file}": return [("/logo/none-64.png", nil)]
        case "/c/{slug}": return [("/c/furniture", nil), ("/c/none", nil)]
        case "/pages/{page}": return [("/pages/imprint", nil), ("/pages/none", nil)]
        case "/assets/{version}/{file}": return [("/assets/\(1)/app.css", nil)]
        case "/sitemaps/{file}": return [("/sitemaps/1.xml", nil)]
        case "/mine/reserve":
            return each { "\(path)?products=\($0.id)" } + each { "\(path)?products=\($0.id),999999" }
                + [(path, nil), ("\(path)?products=\(all)", nil)]
        case "/products/new": return [(path, nil)] + each { "\(path)?copy=\($0.id)" }
        case "/link", "/receive":
            return [(path, nil)] + each { "\(path)?token=\(caller.token($0))" }
        case "/print", "/favorites", "/recent": return [(path, nil), ("\(path)?products=\(all)", nil)]
        case "/", "/feed.atom": return [(path, nil), ("\(path)?q=QZ", nil), ("\(path)?sort=price_asc", nil)]
        case "/api/products":
            return ["", "?search_value=QZ", "?sold=1&sort=bumped", "?vendor_id=\(ownVendor)"].map { (path + $0, nil) }
        default: break
        }
        guard path.contains("{id}") else {
            return [(path.replacing("{page}", with: "1"), nil)]
        }
        return each {
            path.replacing("{id}", with: String($0.id)).replacing("{token}", with: caller.token($0))
        }
    }

    /// Returns the bodies of a request, with their types.
    private func bodies(
        _ path: String,
        _ method: String,
        _ product: WalkProduct?,
        _ caller: WalkCaller,
        isDeclared: Bool
    ) -> [(String?, [UInt8])] {
        guard isDeclared, method != "GET", method != "HEAD" else { return [(nil, [])] }
        // Forms of pages about no product name each product.
        let isAboutProducts = ["/mine", "/mine/reserve", "/link"].contains(path)
        let products = product.map { [$0] } ?? (isAboutProducts ? victims : [victims[0]])
        var bodies: [(String?, [UInt8])] = [(nil, [])]
        if product == nil || product == victims[0] { bodies.append(("application/x-www-form-urlencoded", [])) }
        let isForPrograms = path.hasPrefix("/api/") || path.hasPrefix("/item")
        if isForPrograms {
            bodies.append(("application/json", Array(json(products[0], caller, path).utf8)))
        } else {
            for product in products {
                for action in Self.actions(path) {
                    let form = form(product, caller, does: action)
                    bodies.append(("application/x-www-form-urlencoded", Array(form.utf8)))
                }
            }
        }
        if path == "/products", let form = caller.formerForm {
            bodies.append(("multipart/form-data; boundary=\(form.boundary)", form.bytes))
        }
        return bodies
    }

    /// What the buttons of a page do.
    private static func actions(_ path: String) -> [String] {
        switch path {
        case "/operator/reports/{id}": ["uphold", "hide", "dismiss"]
        case "/operator/listings": ["hide", "ask", "remove", "give-back", "approve", "lock", "unlock", "block-contact"]
        case "/operator/sellers/{id}": ["block", "unblock", "rename"]
        case "/operator/listings/{id}/erase": ["erase"]
        case "/mine": ["sell", "end-others"]
        case "/operator/contacts": ["block", "unblock"]
        case "/operator/invitations": ["invite", "again", "revoke"]
        case "/operator/sessions": ["end", "feed", "end-feed", "key", "end-key"]
        case "/operator/team": ["add", "link", "remove"]
        case "/operator/settings": ["save"]
        case "/operator/settings/{page}": ["save", "preview", "publish", "unpublish", "remove"]
        default: ["sell"]
        }
    }

    private func form(_ product: WalkProduct, _ caller: WalkCaller, does action: String) -> String {
        var fields = [
            "csrf": caller.cookies(product)["csrf"] ?? WalkCaller.csrf, "one": "sell-\(product.id)", "do": action,
            "back": "/mine", "day": "2022-03-01",
            "products": String(product.id), "password": caller.password(product), "secret": caller.password(product),
            "ticket": caller.cookies(product)["ticket"] ?? "", "token": caller.token(product), "name": "changed",
            "price": "1", "name.en": "changed", "text": "changed", "version": "none", "answer": "changed",
            "reason": "changed", "entry": "1", "session": "1", "role": "operator", "erase": String(product.id),
            "invitation": "1", "key": "1", "sure": "1",
            "contacts": "text:\(WalkProduct.marker(.contact, product.number).lowercased())",
            "vendor": String(ownVendor),
        ]
        if action == "end-others" { fields["end"] = "others" }
        var components = URLComponents()
        components.queryItems = fields.map { URLQueryItem(name: $0.key, value: $0.value) }
        if ["give-back", "approve"].contains(action) {
            // Whichever version it has.
            let versions = (1...9).map { URLQueryItem(name: "products", value: "\(product.id).\($0)") }
            components.queryItems?.append(contentsOf: versions)
        }
        return components.percentEncodedQuery ?? ""
    }

    private func json(_ product: WalkProduct, _ caller: WalkCaller, _ path: String) -> String {
        if path == "/api/operator/contacts" { return "{\"contact\":\"number \(product.id)\",\"reason\":\"changed\"}" }
        let secret = caller.password(product)
        return "{\"secret\":\"\(secret)\",\"password\":\"\(secret)\",\"id\":\(product.id),\"state\":\"sold\","
            + "\"name\":\"changed\",\"price\":1,\"reason\":\"changed\",\"decision\":\"upheld\",\"kind\":\"hidden\"}"
    }
}
