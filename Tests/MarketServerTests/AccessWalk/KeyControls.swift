import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

@testable import MarketServer

/// The use of each key as its holder uses it, on a product that is new each time.
struct KeyControls {
    /// A product with everything that its seller can have.
    struct Subject {
        let product: WalkProduct
        /// The browser from which it was listed.
        let seller: TestBrowser
        let ticket: String
        let link: String
        /// A right as programs hold it.
        let right: String
        let identityLink: String
    }

    let market: TestMarket
    private let maker: WalkMarketMaker

    init(_ market: TestMarket) {
        self.market = market
        maker = WalkMarketMaker(market: market)
    }

    /// Lists a product. A sold one can be opened by an edit.
    func subject(_ number: Int, isSold: Bool) async throws -> Subject {
        let identifier = "qz-identifier-\(number)"
        let product = try await maker.product(number, "a product", identifier: identifier)
        let seller = TestBrowser(market)
        await seller.remember("seller", identifier)
        let ticket = try await maker.unlock(product, seller)
        let link = try await maker.link(of: product.id, seller)
        if isSold { _ = try await press(seller, "/mine", [("one", "sell-\(product.id)")]) }
        return Subject(
            product: product,
            seller: seller,
            ticket: ticket,
            link: link,
            right: try await right(product),
            identityLink: try await maker.identityLink(seller)
        )
    }

    /// Uses a key for a change.
    ///
    /// - Returns: the status of the response; nil if no use of the key is known.
    func use(
        _ key: RouteAccess.Key,
        _ request: String,
        for change: RouteAccess.Change,
        _ subject: Subject
    ) async throws -> Int? {
        let (product, path) = (subject.product, request.split(separator: " ").last.map(String.init) ?? "")
        let target = path.replacing("{id}", with: String(product.id))
        let method = HTTPRequest.Method(rawValue: String(request.prefix { $0 != " " })) ?? .get
        switch (request, key) {
        case ("POST /item", .nothing): return try await market.send(.post, path, form: .item()).status.code
        case ("POST /api/products", .nothing): return try await market.post(.listing()).status.code
        case ("POST /products", .nothing):
            let browser = TestBrowser(market)
            return try await browser.post(path, form: .webListing(try await browser.get("/products/new"))).status
        case ("PATCH /item/{id}", .password), ("PATCH /item{id}", .password), ("PATCH /api/products/{id}", .password):
            return try await program(method, target, product, change == .state ? "\"stock\":5" : "\"price\":2")
        case ("DELETE /item/{id}", .password), ("DELETE /item{id}", .password),
            ("DELETE /api/products/{id}/rights", .password), ("POST /api/products/{id}/renewal", .password),
            ("POST /api/products/{id}/bump", .password):
            return try await program(method, target, product)
        case ("PUT /api/products/{id}/state", .password):
            return try await program(method, target, product, "\"state\":\"sold\"")
        case ("PUT /api/products/{id}/state", _), ("POST /api/products/{id}/renewal", _),
            ("POST /api/products/{id}/bump", _), ("DELETE /api/products/{id}/rights", _):
            let bearer = key == .link ? subject.link : subject.right
            let body = path.hasSuffix("/state") ? "{\"state\":\"sold\"}" : nil
            return try await market.send(method, target, body, [.authorization: "Bearer \(bearer)"]).status.code
        case ("DELETE /api/products/{id}", .deleteToken), ("DELETE /api/products/api/products/{id}", .deleteToken):
            return try await market.send(.delete, path.replacing("{id}", with: try await token(product))).status.code
        case ("DELETE /api/products/{id}/{token}", .deleteToken):
            return try await market.send(.delete, target.replacing("{token}", with: try await token(product))).status
                .code
        case ("POST /products/{id}", .password), ("POST /products/{id}", .ticket):
            return try await save(with: key, subject)
        case ("POST /products/{id}/delete", .password):
            return try await press(TestBrowser(market), target, [("password", product.secret)])
        case ("POST /products/{id}/delete", .ticket):
            let browser = TestBrowser(market)
            await browser.remember("ticket", subject.ticket)
            return try await press(browser, target, [])
        case ("POST /mine", .right) where change == .browsers:
            let other = TestBrowser(market)
            try await maker.unlock(product, other)
            return try await press(try await holder(subject), target, [("end", "others"), ("sure", "1")])
        case ("POST /mine", .right):
            let action = change == .state ? "sell" : "unlink"
            return try await press(try await holder(subject), target, [("one", "\(action)-\(product.id)")])
        case ("POST /mine/reserve", .right):
            return try await press(try await holder(subject), target, [("products", String(product.id))])
        case ("POST /products/{id}/manage", .password):
            let fields = [("password", product.secret), ("do", change == .state ? "sell" : "unlink")]
            return try await press(TestBrowser(market), target, fields)
        case ("POST /products/{id}/link", .right), ("POST /move/link", .right):
            return try await press(try await holder(subject), target, [])
        case ("POST /link", .link):
            return try await press(TestBrowser(market), target, [("token", subject.link), ("do", "sell")])
        case ("POST /api/products/{id}/reports", .nothing), ("POST /api/vendors/{id}/reports", .nothing):
            let target = path.hasPrefix("/api/vendors") ? path.replacing("{id}", with: "1") : target
            return try await market.send(method, target, "{\"reason\":\"other\",\"text\":\"\(product.id)\"}").status
                .code
        case ("POST /products/{id}/report", .nothing), ("POST /sellers/{id}/report", .nothing):
            let target = path.hasPrefix("/sellers") ? path.replacing("{id}", with: "1") : target
            return try await press(TestBrowser(market), target, [("reason", "scam"), ("text", "\(product.id)")])
        case ("POST /products/{id}/answer", .right):
            _ = try await market.store.hide(Product.ID(rawValue: product.id), reason: "why", at: market.clock.now)
            return try await press(try await holder(subject), target, [("answer", "changed")])
        case ("POST /operator/in", .operatorLink), (_, .moderator), (_, .recentOperator):
            return try await operate(path, as: key == .moderator ? .moderator : .operator, for: change, product)
        case (_, .operatorKey): return try await operate(method, path, for: change, product)
        case ("POST /receive", .identityLink):
            return try await press(TestBrowser(market), target, [("token", subject.identityLink)])
        case ("POST /receive", .invitation):
            let proof = OperatorAuthenticator.commandLine
            let made = try await market.services.inviteSellers.invite("Seller \(product.number)", by: proof)
            return try await press(TestBrowser(market), target, [("token", made.token)])
        default: return nil
        }
    }

    /// Returns whether a change was made, by the rows of the store that are new and gone.
    func isMade(_ change: RouteAccess.Change, _ subject: Subject, _ rows: [String]) async throws -> Bool {
        let id = subject.product.id
        switch change {
        case .listing: return rows.contains { $0.hasPrefix("+ product id=") }
        case .product, .state: return rows.contains { $0.hasPrefix("+ product id=\(id) ") }
        case .deletion: return rows.contains { $0.hasPrefix("- product id=\(id) ") }
        case .rights: return rows.contains { $0.hasPrefix("- listing_right ") && $0.contains("product_id=\(id) ") }
        case .report: return rows.contains { $0.hasPrefix("+ report ") }
        case .answer: return rows.contains { $0.hasPrefix("+ listing_hold ") && $0.contains("changed") }
        case .decision:
            // Decided, or taken back.
            return rows.contains { row in
                row.hasPrefix("+ report ") && row.contains("product_id=\(id) ")
                    && row.contains("decision_reason=\"changed\"")
                    || row.hasPrefix("+ moderation_log ") && row.contains("reopened")
            }
        case .hold: return rows.contains { $0.contains(" listing_hold product_id=\(id) ") }
        case .lock: return rows.contains { $0.contains(" listing_lock product_id=\(id) ") }
        case .block: return rows.contains { $0.hasPrefix("+ vendor ") || $0.contains(" blocked_contact ") }
        case .name:
            return rows.contains { $0.hasPrefix("+ vendor ") && $0.contains("named \(subject.product.number)") }
        case .signIn:
            // The link was made since the last look, and is used.
            return rows.contains { $0.hasPrefix("+ operator_session ") }
                && !rows.contains { $0.hasPrefix("+ operator_link ") }
        case .session:
            return rows.contains { $0.hasPrefix("+ operator ") }
                && !rows.contains { $0.hasPrefix("+ operator_session ") }
        case .feed: return rows.contains { $0.hasPrefix("+ operator_feed ") }
        case .operatorKey: return rows.contains { $0.hasPrefix("+ operator_key ") }
        case .operators:
            return rows.contains { $0.hasPrefix("+ operator ") && $0.contains("added \(subject.product.number)") }
        case .profile:
            return rows.contains { row in
                (row.hasPrefix("+ market_profile ") || row.hasPrefix("+ market_page "))
                    && (row.contains("changed \(subject.product.number)") || row.contains("key=\"logo\" "))
            }
        case .browsers:
            // The other one came since the last look, and is gone again, with the link.
            return rows.contains { $0.hasPrefix("- listing_right ") && $0.contains("product_id=\(id) ") }
        case .invitation: return rows.contains { $0.hasPrefix("+ invitation ") }
        case .acceptance: return rows.contains { $0.contains("invitation_accepted") }
        case .identityLink:
            return try await TestBrowser(market).open("/receive?token=\(subject.identityLink)").status == 410
        }
    }

    // MARK: Keys

    private func program(
        _ method: HTTPRequest.Method,
        _ target: String,
        _ product: WalkProduct,
        _ fields: String...
    ) async throws -> Int {
        let name = target.hasPrefix("/item") ? "password" : "secret"
        let body = (["\"\(name)\":\"\(product.secret)\""] + fields).joined(separator: ",")
        return try await market.send(method, target, "{\(body)}").status.code
    }

    private func right(_ product: WalkProduct) async throws -> String {
        let secret = "{\"secret\":\"\(product.secret)\"}"
        let response = try await market.send(.post, "/api/products/\(product.id)/rights", secret)
        return try #require(try JSON(response)["right"].string)
    }

    private func token(_ product: WalkProduct) async throws -> String {
        let secret = "{\"secret\":\"\(product.secret)\"}"
        return String(buffer: try await market.send(.post, "/api/products/\(product.id)/secret", secret).body)
    }

    /// Returns a browser with the right, and without the ticket.
    private func holder(_ subject: Subject) async throws -> TestBrowser {
        await subject.seller.forget("ticket")
        return subject.seller
    }

    private func press(_ browser: TestBrowser, _ path: String, _ fields: [(String, String)]) async throws -> Int {
        let csrf = try #require(try await browser.get("/move").hidden("csrf"))
        return try await browser.post(path, [("csrf", csrf)] + fields).status
    }

    /// Makes what a request takes back.
    func prepare(_ request: String, _ subject: Subject) async throws {
        let (id, now) = (Product.ID(rawValue: subject.product.id), market.clock.now)
        switch request {
        case "DELETE /api/operator/products/{id}/hold":
            try await report(subject.product)
            _ = try await market.store.hide(id, reason: "why", at: now)
        case "DELETE /api/operator/vendors/{id}/block":
            _ = try await market.store.setBlocked(true, vendor: try await vendor(of: id), at: now)
        case "PUT /api/operator/products/{id}/approval":
            let product = try #require(
                try await market.store.product(id, for: OperatorAuthenticator.commandLine)?.product
            )
            let edit = ProductEdit(
                id: id,
                expectedVersion: product.version,
                listing: product.listing,
                updatedAt: now,
                waits: true
            )
            _ = try await market.store.replace(edit)
        case "DELETE /api/operator/products/{id}/lock":
            let proof = OperatorAuthenticator.commandLine
            _ = try await market.store.setLocked(true, product: id, reason: "why", by: proof, at: now)
        case "DELETE /api/operator/contacts":
            _ = try await market.services.moderateListings.setBlocked(
                true,
                contact: "number \(subject.product.number)",
                reason: "why",
                by: OperatorAuthenticator.commandLine
            )
        default: break
        }
    }

    private func report(_ product: WalkProduct) async throws {
        let report = "{\"reason\":\"scam\",\"text\":\"\(product.number)\"}"
        _ = try await market.send(.post, "/api/products/\(product.id)/reports", report)
    }

    private func vendor(of id: Product.ID) async throws -> Vendor.ID {
        let own = try await market.store.product(id, for: OperatorAuthenticator.commandLine)
        return try #require(own?.product.vendor.id)
    }

    /// Does what an operator's program does.
    private func operate(
        _ method: HTTPRequest.Method,
        _ path: String,
        for change: RouteAccess.Change,
        _ product: WalkProduct
    ) async throws -> Int {
        let (id, recent) = (Product.ID(rawValue: product.id), OperatorAuthenticator.recentCommandLine)
        let name = "\(method) \(path.suffix(20)) \(change)"
        _ = try await market.services.manageOperators.add(name, .moderator, by: recent)
        let key = try await market.services.operatorAuthenticator.makeKey(named: "key", for: name, by: recent).token
        var (number, body) = ("\(id.rawValue)", "\"reason\":\"changed\",\"all_reports\":\(change == .decision)")
        if method == .put, change == .decision { try await report(product) }
        switch path {
        case "/api/operator/reports/{id}/decision":
            if change != .decision { try await report(product) }
            let last = try #require(try await market.store.reports(isOpen: true, after: nil, limit: 99).last)
            number = "\(last.id.rawValue)"
            body += ",\"decision\":\"upheld\",\"hides\":\(change == .hold)"
        case "/api/operator/products/{id}/hold": body += ",\"kind\":\"hidden\""
        case "/api/operator/products/{id}/approval", "/api/operator/products/{id}/lock": break
        case "/api/operator/contacts": body += ",\"contact\":\"number \(product.number)\""
        default: number = "\(try await vendor(of: id).rawValue)"
        }
        let target = path.replacing("{id}", with: number)
        return try await market.send(method, target, "{\(body)}", [.authorization: "Bearer \(key)"]).status.code
    }

    /// Does what an operator does on a page.
    private func operate(
        _ path: String,
        as role: Operator.Role,
        for change: RouteAccess.Change,
        _ product: WalkProduct
    ) async throws -> Int {
        let id = Product.ID(rawValue: product.id)
        let browser = TestBrowser(market)
        if path == "/operator/in" {
            let proof = OperatorAuthenticator.recentCommandLine
            let (_, link) = try await market.services.manageOperators.add("\(product.number)", role, by: proof)
            return try await press(browser, path, [("token", link)])
        }
        try await browser.signIn(as: "\(path.suffix(20)) \(change) \(product.number)", role)
        let vendor = try await market.store.product(id, for: OperatorAuthenticator.commandLine)?.product.vendor.id
        var (target, fields) = (path, [("reason", "changed")])
        if change == .decision { fields.append(("reports", "1")) }
        if change == .decision || path == "/operator/reports/{id}" || path == "/operator/log" {
            try await report(product)
        }
        switch path {
        case "/operator/reports/{id}", "/operator/log":
            let report = try #require(try await market.store.reports(isOpen: true, after: nil, limit: 99).last)
            target = path.replacing("{id}", with: String(report.id.rawValue))
            if path == "/operator/log" {
                // What leaves something behind only if it is undone.
                let now = market.clock.now
                switch change {
                case .hold:
                    _ = try await market.store.hide(id, reason: "why", at: now)
                    _ = try await market.store.giveBack(id, reason: "why", at: now)
                case .lock:
                    for isLocked in [true, false] {
                        let proof = OperatorAuthenticator.commandLine
                        _ = try await market.store.setLocked(isLocked, product: id, reason: "why", by: proof, at: now)
                    }
                case .block:
                    for isBlocked in [true, false] {
                        _ = try await market.store.setBlocked(isBlocked, vendor: try #require(vendor), at: now)
                    }
                default:
                    let decision = Report.Decision(.dismissed, reason: "why", decidedAt: now)
                    _ = try await market.store.decide(report.id, decision, hides: false)
                }
                let newest = try await market.store.moderationLog(before: nil, limit: 1).first
                fields.append(("entry", "\(try #require(newest).id)"))
            } else {
                fields.append(("do", change == .hold ? "hide" : "uphold"))
            }
        case "/operator/listings":
            fields += [("products", "\(product.id)"), ("do", Self.button(change))]
            let contact = try await market.store.product(id, for: OperatorAuthenticator.commandLine)?.contact
            fields += ContactKey.blockable(of: contact ?? "").map { ("contacts", $0.rawValue) }
        case "/operator/listings/{id}/erase":
            target = path.replacing("{id}", with: "\(id.rawValue)")
            fields.append(("erase", "\(id.rawValue)"))
        case "/operator/listings/{id}/password":
            target = path.replacing("{id}", with: "\(id.rawValue)")
            let key = try #require(try await browser.get(target).hidden("key"))
            fields += [("sure", "\(id.rawValue)"), ("key", key)]
        case "/operator/sellers/{id}":
            target = path.replacing("{id}", with: "\(try #require(vendor).rawValue)")
            fields += change == .name ? [("do", "rename"), ("name", "named \(product.number)")] : [("do", "block")]
        case "/operator/contacts": fields += [("do", "block"), ("contact", "chair_77\(product.number)")]
        case "/operator/invitations": fields += [("do", "invite"), ("name", "invited \(product.number)")]
        case "/operator/sessions" where change == .feed: fields.append(("do", "feed"))
        case "/operator/sessions" where change == .operatorKey: fields += [("do", "key"), ("name", "added")]
        case "/operator/sessions":
            let session = try #require(try await browser.get(path).html.firstMatch(of: /name="session" value="(\d+)"/))
            fields.append(("session", String(session.1)))
        case "/operator/settings": fields += [("do", "save"), ("name.en", "changed \(product.number)")]
        case "/operator/settings/{page}":
            target = path.replacing("{page}", with: "imprint-en")
            fields += [("do", "save"), ("text", "changed \(product.number)"), ("version", "none")]
        default: fields += [("do", "add"), ("name", "added \(product.number)"), ("role", "moderator")]
        }
        return try await press(browser, target, fields)
    }

    private static func button(_ change: RouteAccess.Change) -> String {
        switch change {
        case .lock: "lock"
        case .block: "block-contact"
        default: "hide"
        }
    }

    private func save(with key: RouteAccess.Key, _ subject: Subject) async throws -> Int {
        let browser = TestBrowser(market)
        await browser.remember("ticket", subject.ticket)
        var page = try await browser.get("/products/\(subject.product.id)/edit")
        var texts = ["name": "Chair"]
        if key == .password {
            await browser.forget("ticket")
            page = .init(
                status: page.status,
                html: page.html.replacing(subject.ticket, with: ""),
                headers: page.headers
            )
            texts["secret"] = subject.product.secret
        }
        let form = FormBody.webListing(page, texts, kept: page.allHidden("kept"), photos: [])
        return try await browser.post("/products/\(subject.product.id)", form: form).status
    }
}
