import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketWeb
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

@testable import MarketServer

/// A product whose private texts are unique, so that any of them is recognized wherever it turns up.
struct WalkProduct: Hashable, Sendable {
    /// The kinds of texts, by the letter in their markers.
    enum Marker: Character, CaseIterable {
        case name = "t"
        case description = "d"
        case contact = "c"
        case note = "n"
        case password = "p"
        /// Why the operator has hidden it.
        case holdReason = "h"
        /// What the operator has decided about a report of it.
        case decision = "r"
        /// What somebody has reported.
        case report = "w"
    }

    /// The number in its markers.
    let number: Int
    let id: Int64
    /// What is special about it, for messages.
    let state: String
    /// Whether everybody may see it.
    let isPublic: Bool
    /// Whether everybody may ask for its contact.
    let isForSale: Bool
    let secret: String
    /// The file of its image.
    let image: String
    /// The ticket, valid for an hour, of whoever knows its password.
    var ticket = ""

    /// The images of products that an operator hides, which no other product has.
    private static let ownImages = [5: "blue", 12: "green", 17: "gray"]

    /// The name of the photo with which it is listed.
    static func photo(_ number: Int) -> String { ownImages[number] ?? "red" }

    /// Whether only its seller and operators may see its image.
    var hasHiddenImage: Bool { Self.ownImages[number] != nil }

    static func marker(_ kind: Marker, _ number: Int) -> String {
        "QZ\(kind.rawValue)\(number < 10 ? "0" : "")\(number)Z"
    }
}

/// The market through which the walk goes, and the keys to everything in it.
struct WalkMarket: Sendable {
    static let ownerIdentifier = "qz-identifier-of-the-owner"
    static let otherIdentifier = "qz-identifier-of-another"
    static let knownIdentifier = KnownVendors.all[4].identifier

    let market: TestMarket
    /// The products of others, one in each state.
    let victims: [WalkProduct]
    /// The browser that holds a right for each of them, and lists as the owner of most.
    let owner: [String: String]
    let ownVendor: Int
    /// A seller with a product of their own, and one among the guests.
    let stranger: [String: String]
    let strangersVendor: Int
    let guest: [String: String]
    let strangers: [WalkProduct]
    /// A browser that knew the passwords of the products before they changed.
    let former: [String: String]
    let formerTickets: [Int64: String]
    /// The form with which this browser has listed one of them.
    let formerForm: FormBody
    let expiredTickets: [Int64: String]
    let revokedRights: [Int64: String]
    /// Rights as programs hold them.
    let rights: [Int64: String]
    let links: [Int64: String]
    let endedLink: String
    let identityLink: String
    let deleteTokens: [Int64: String]
    /// The receipts of reports that are decided.
    let receipts: [Int64: String]
    /// The number of all reports.
    let reportCount: Int
    let operators: WalkOperators

    /// What nobody may ever see without the key in question, and isn't marked.
    var secrets: [String: RouteAccess.PrivateData] {
        var secrets: [String: RouteAccess.PrivateData] = [identityLink: .identityLink, Self.ownerIdentifier: .identity]
        secrets[Self.otherIdentifier] = .identity
        if let key = owner["rights"] {
            secrets[key] = .identity
            if let digest = BrowserKey(key)?.digest { secrets[digest.rawValue] = .browsers }
        }
        for victim in victims { secrets[victim.ticket] = .ticket }
        for link in links.values { secrets[link] = .link }
        for right in rights.values { secrets[right] = .right }
        for token in deleteTokens.values { secrets[token] = .deleteToken }
        for receipt in receipts.values { secrets[receipt] = .receipt }
        secrets[WalkOperators.name] = .operators
        secrets[WalkOperators.draft] = .unpublishedPage
        secrets[operators.link] = .operatorLink
        secrets[operators.feed] = .feed
        secrets[operators.key] = .operatorKey
        secrets[operators.invitation] = .invitation
        for session in [operators.operator, operators.early, operators.moderator] {
            secrets[session] = .operatorSession
        }
        return secrets
    }
}

/// Fills a market for the walk, as people do.
struct WalkMarketMaker {
    let market: TestMarket

    func make() async throws -> WalkMarket {
        let (ownID, otherID) = (WalkMarket.ownerIdentifier, WalkMarket.otherIdentifier)
        let owner = TestBrowser(market)
        await owner.remember("seller", ownID)
        var victims = [try await product(1, "an expired product", identifier: ownID, isPublic: false)]
        let idle = try await TestBrowser(market).signIn(as: "an idle one", .operator)
        market.clock.advance(seconds: 31 * 86_400)
        try await market.services.advanceListings()
        victims += [
            try await product(2, "an open product", identifier: ownID, isForSale: true),
            try await product(3, "a reserved product", identifier: ownID, "reserved"),
            try await product(4, "a sold product", identifier: ownID, "sold"),
            try await product(5, "a hidden product", identifier: ownID, "hidden", isPublic: false),
            try await product(6, "a product that was reserved and is hidden", identifier: ownID, "reserved", "hidden"),
            try await product(7, "a deleted product", identifier: ownID, "reserved", isPublic: false),
            try await product(8, "a guest's product", identifier: nil, isForSale: true),
            try await product(9, "a guest's hidden product", identifier: nil, "hidden", isPublic: false),
            try await product(10, "a guest's reserved product", identifier: nil, "reserved"),
            try await product(
                11,
                "a known vendor's hidden product",
                identifier: WalkMarket.knownIdentifier,
                "reserved",
                "hidden"
            ),
            try await product(12, "another seller's hidden product", identifier: otherID, "hidden", isPublic: false),
            try await product(16, "a product whose link has ended", identifier: ownID, isForSale: true),
            try await product(19, "a locked product", identifier: ownID, isForSale: true),
            try await product(17, "a reported product that an operator has hidden", identifier: ownID, isPublic: false),
        ]
        victims.append(try await waiting(18, identifier: ownID))
        let former = TestBrowser(market)
        await former.remember("seller", "qz-identifier-of-the-former")
        var formerTickets: [Int64: String] = [:]
        var changed = [
            try await product(13, "a product with a new password", identifier: ownID, isForSale: true),
            try await product(14, "a hidden product with a new password", identifier: ownID, "hidden", isPublic: false),
        ]
        for product in changed { formerTickets[product.id] = try await unlock(product, former) }
        let (listed, form) = try await listByForm(15, former)
        changed.append(listed)
        formerTickets[listed.id] = await former.cookies["ticket"]
        for product in changed {
            let secret = "\(product.secret)-new"
            try await market.services.adminOperations.setSecret(secret, of: Product.ID(rawValue: product.id))
            victims.append(
                WalkProduct(
                    number: product.number,
                    id: product.id,
                    state: product.state,
                    isPublic: product.isPublic,
                    isForSale: product.isForSale,
                    secret: secret,
                    image: product.image
                )
            )
        }
        // Tickets of two hours ago, and valid ones.
        let early = TestBrowser(market)
        var expiredTickets: [Int64: String] = [:]
        for product in victims { expiredTickets[product.id] = try await unlock(product, early) }
        let earlyOperator = try await TestBrowser(market).signIn(as: "an early one", .operator)
        market.clock.advance(seconds: 7200)
        for index in victims.indices { victims[index].ticket = try await unlock(victims[index], owner) }
        let (stranger, guest) = (TestBrowser(market), TestBrowser(market))
        let (own, _) = try await listByForm(20, stranger)
        let item = try await product(21, "the guest's own product", identifier: nil, isForSale: true)
        try await unlock(item, guest)
        var links: [Int64: String] = [:]
        for number in [1, 2, 16] {
            let id = try #require(victims.first { $0.number == number }).id
            links[id] = try await link(of: id, owner)
        }
        let ended = try #require(victims.first { $0.number == 16 })
        let endedLink = try #require(links[ended.id])
        links[ended.id] = nil
        let page = try await owner.get("/products/\(ended.id)/manage")
        _ = try await owner.post("/mine", [("csrf", page.hidden("csrf") ?? ""), ("one", "unlink-\(ended.id)")])
        var (revoked, rights, tokens): ([Int64: String], [Int64: String], [Int64: String]) = ([:], [:], [:])
        for product in victims {
            let secret = "{\"secret\":\"\(product.secret)\"}"
            let issued = "/api/products/\(product.id)/rights"
            revoked[product.id] = try JSON(await market.send(.post, issued, secret))["right"].string
            rights[product.id] = try JSON(await market.send(.post, issued, secret))["right"].string
            let bearer: HTTPFields = [.authorization: "Bearer \(revoked[product.id] ?? "")"]
            try #require(try await market.send(.delete, issued, nil, bearer).status == .noContent)
            let token = try await market.send(.post, "/api/products/\(product.id)/secret", secret)
            tokens[product.id] = String(buffer: token.body)
        }
        let operators = try await WalkOperators(market, idle: idle, early: earlyOperator)
        let receipts = try await moderate(victims, operators)
        let deleted = try #require(victims.first { $0.number == 7 })
        let deletion = try await market.send(.delete, "/api/products/\(deleted.id)/\(tokens[deleted.id] ?? "")")
        try #require(deletion.status == .ok)
        return WalkMarket(
            market: market,
            victims: victims,
            owner: await owner.cookies,
            ownVendor: try await vendor(of: victims[1]),
            stranger: await stranger.cookies,
            strangersVendor: try await vendor(of: own),
            guest: await guest.cookies,
            strangers: [own, item],
            former: await former.cookies,
            formerTickets: formerTickets,
            formerForm: form,
            expiredTickets: expiredTickets,
            revokedRights: revoked,
            rights: rights,
            links: links,
            endedLink: endedLink,
            identityLink: try await identityLink(owner),
            deleteTokens: tokens,
            receipts: receipts,
            reportCount: try await market.store.reports(isOpen: false, after: nil, limit: 99).count,
            operators: operators
        )
    }

    /// Reports those that everybody sees, decides it, and hides one that its seller has hidden, and one that is reported.
    ///
    /// - Returns: the receipts.
    private func moderate(_ products: [WalkProduct], _ operators: WalkOperators) async throws -> [Int64: String] {
        let admin = AdminService(services: market.services, webApp: Site())
        var receipts: [Int64: String] = [:]
        for product in products where product.isPublic {
            let reported = try JSON(await report(product))
            receipts[product.id] = reported["receipt"].string
            let report = try #require(try await market.store.reports(isOpen: true, after: nil, limit: 1).first)
            let reason = WalkProduct.marker(.decision, product.number)
            let request = AdminRequest.moderation(
                .decideReport(report.id.rawValue, isUpheld: false, reason: reason, hides: false)
            )
            guard case .done = await admin.perform(request) else { throw CancellationError() }
        }
        let reported = try #require(products.first { $0.number == 17 })
        _ = try await report(reported)
        let proof = try #require(try await operators.proof(market))
        try await market.services.moderateListings.perform(
            .hide,
            on: Product.ID(rawValue: reported.id),
            reason: WalkProduct.marker(.holdReason, reported.number),
            by: proof
        )
        let locked = try #require(products.first { $0.number == 19 })
        try await market.services.moderateListings.perform(
            .lock,
            on: Product.ID(rawValue: locked.id),
            reason: WalkProduct.marker(.holdReason, locked.number),
            by: proof
        )
        for product in products where product.number == 5 || product.number == 12 {
            _ = await admin.perform(
                .moderation(.act(.hide, on: product.id, reason: WalkProduct.marker(.holdReason, product.number)))
            )
        }
        return receipts
    }

    private func report(_ product: WalkProduct) async throws -> TestResponse {
        let body = "{\"reason\":\"scam\",\"text\":\"\(WalkProduct.marker(.report, product.number))\"}"
        return try await market.send(.post, "/api/products/\(product.id)/reports", body)
    }

    /// Lists a product through the API, as a guest without an identifier, and takes it to the last of some states.
    func product(
        _ number: Int,
        _ label: String,
        identifier: String?,
        _ states: String...,
        isPublic: Bool? = nil,
        isForSale: Bool = false
    ) async throws -> WalkProduct {
        func text(_ kind: WalkProduct.Marker) -> String { WalkProduct.marker(kind, number) }
        let secret = "\(text(.password))-secret"
        let listed: JSON
        if let identifier {
            let parameters = [
                "name": text(.name), "descriptions": text(.description), "contact": text(.contact), "secret": secret,
            ]
            let photos = [WalkProduct.photo(number)]
            listed = try await market.list(parameters, photos: photos, identifier: identifier)
        } else {
            listed = try await market.item([
                "title": text(.name), "descriptions": text(.description), "password": secret,
            ])
        }
        let id = Int64(try #require(listed["id"].int))
        if identifier == nil {
            let change = "{\"contact\":\"\(text(.contact))\",\"secret\":\"\(secret)\"}"
            try #require(try await market.send(.patch, "/api/products/\(id)", change).status == .accepted)
        }
        for state in states {
            let note = state == "reserved" ? ",\"note\":\"\(text(.note))\"" : ""
            let change = "{\"state\":\"\(state)\"\(note),\"secret\":\"\(secret)\"}"
            let response = try await market.send(.put, "/api/products/\(id)/state", change)
            try #require(response.status == .ok, "\(String(buffer: response.body))")
        }
        return WalkProduct(
            number: number,
            id: id,
            state: label,
            isPublic: isPublic ?? (states.last != "hidden"),
            isForSale: isForSale,
            secret: secret,
            image: try await image(of: id)
        )
    }

    /// Lists a product that waits for an operator.
    private func waiting(_ number: Int, identifier: String) async throws -> WalkProduct {
        try await market.store.setRegistration(.approved)
        let label = "a product that waits for approval"
        let product = try await product(number, label, identifier: identifier, isPublic: false)
        try await market.store.setRegistration(.open)
        return product
    }

    /// Returns the file of a product's image.
    private func image(of id: Int64) async throws -> String {
        let product = try await market.store.product(
            Product.ID(rawValue: id),
            for: OperatorAuthenticator.commandLine
        )?.product
        return ImageFile(try #require(product?.thumbnail).name, .full).fileName
    }

    private func listByForm(_ number: Int, _ browser: TestBrowser) async throws -> (WalkProduct, FormBody) {
        let secret = "\(WalkProduct.marker(.password, number))-secret"
        let texts = [
            "name": WalkProduct.marker(.name, number), "descriptions": WalkProduct.marker(.description, number),
            "contact": WalkProduct.marker(.contact, number), "password": secret,
        ]
        let form = FormBody.webListing(try await browser.get("/products/new"), texts)
        let sent = try await browser.post("/products", form: form)
        let id = try #require(sent.headers[.location]?.split(separator: "/").last.flatMap { Int64($0) }, "\(sent.html)")
        let product = WalkProduct(
            number: number,
            id: id,
            state: "a product that was listed with a form",
            isPublic: true,
            isForSale: true,
            secret: secret,
            image: try await image(of: id)
        )
        return (product, form)
    }

    private func vendor(of product: WalkProduct) async throws -> Int {
        try #require(try JSON(await market.get("/api/products/\(product.id)"))["vendor_id"].int)
    }

    /// Enters the password, which leaves the browser a right and a ticket.
    @discardableResult
    func unlock(_ product: WalkProduct, _ browser: TestBrowser) async throws -> String {
        await browser.forget("ticket")
        let path = "/products/\(product.id)/edit"
        let question = try await browser.get(path)
        let fields = [("csrf", question.hidden("csrf") ?? ""), ("password", product.secret)]
        let answer = try await browser.post(path, fields)
        try #require(answer.status == 303, "\(product.state) \(answer.html)")
        return try #require(await browser.cookies["ticket"])
    }

    func link(of id: Int64, _ browser: TestBrowser) async throws -> String {
        let page = try await browser.get("/products/\(id)/manage")
        let made = try await browser.post("/products/\(id)/link", [("csrf", page.hidden("csrf") ?? "")])
        return String(try #require(made.html.firstMatch(of: /\/link\?token=([0-9a-f]{32})</)?.1, "\(made.html)"))
    }

    func identityLink(_ browser: TestBrowser) async throws -> String {
        let page = try await browser.get("/move")
        let made = try await browser.post("/move/link", [("csrf", page.hidden("csrf") ?? "")])
        return String(try #require(made.html.firstMatch(of: /\/receive\?token=([0-9a-f]{32})</)?.1, "\(made.html)"))
    }
}
