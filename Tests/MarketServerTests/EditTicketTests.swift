import HTTPTypes
import MarketCore
import MarketModels
import MarketSecrets
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// Tickets that a correct password is exchanged for.
struct EditTicketTests {
    private let one = Product.ID(rawValue: 1)

    /// Submits the password form.
    private func unlocked(_ browser: TestBrowser, _ id: Int = 1) async throws -> TestBrowser.Page {
        let question = try await browser.get("/products/\(id)/edit")
        let csrf = try #require(question.hidden("csrf"))
        let fields = [("csrf", csrf), ("password", TestMarket.secret)]
        return try await browser.post("/products/\(id)/edit", fields)
    }

    @Test func aTicketIsInNoAddressAndForThePagesOfItsProductOnly() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let response = try await unlocked(browser)
            #expect(response.headers[.location] == "/products/1/edit")
            let cookie = try #require(response.headers[values: .setCookie].first { $0.hasPrefix("ticket=") })
            for part in ["Path=/products/1", "HttpOnly", "SameSite=Strict", "Max-Age=3600"] {
                #expect(cookie.contains(part), "\(part) in \(cookie)")
            }
            let form = try await browser.get("/products/1/edit")
            let ticket = try #require(form.hidden("ticket"))
            // In an address, where a browser history may have kept one, it opens nothing.
            let question = try await TestBrowser(market).get("/products/1/edit?ticket=\(ticket)")
            #expect(question.hidden("ticket") == nil)
            let saved = try await browser.post(
                "/products/1",
                form: .webListing(form, ["name": "x"], kept: ["1"], photos: [])
            )
            #expect(saved.status == 303)
            // The hour goes on.
            #expect(try await browser.get("/products/1/edit").hidden("ticket") != nil)
        }
    }

    @Test func aNewPasswordEndsWhatTheOldOneHasBought() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            _ = try await unlocked(browser)
            let form = try await browser.get("/products/1/edit")
            let token = try await market.send(.post, "/api/products/1/secret", #"{"secret":"correct horse"}"#)
            try await market.services.adminOperations.setSecret("another one", of: one)
            #expect(try await browser.get("/products/1/edit").hidden("ticket") == nil)
            let late = try await browser.post(
                "/products/1",
                form: .webListing(form, ["name": "x"], kept: ["1"], photos: [])
            )
            #expect(late.status == 403)
            let deletion = try await market.send(.delete, "/api/products/1/\(String(buffer: token.body))")
            #expect(deletion.status == .badRequest)
            #expect(try JSON(await market.get("/api/products/1"))["name"].string == "의자")
        }
    }

    /// A client submits correct passwords for its own products again and again.
    @Test func anyNumberOfTicketsLeavesOthersTheirs() async throws {
        try await withOpenMarket { market in
            let hasher = try Argon2SecretHasher(cost: .minimal)
            let identifier = try #require(VendorIdentifier("a"))
            let added = try await market.store.addVendor(
                NewVendor(identifier: identifier, name: nil, createdAt: TestClock.start)
            )
            let vendor = try #require(added)
            for secret in ["own", "others"] {
                _ = try await market.store.add(
                    NewProduct(
                        seller: .vendor(vendor.id),
                        listing: Listing(
                            name: "n",
                            description: "",
                            pricing: try #require(Pricing(currency: .krw, priceMinorUnits: 1, discountMinorUnits: 0)),
                            stock: 0
                        ),
                        contact: nil,
                        secretHash: try await hasher.hash(secret),
                        images: [],
                        registeredAt: TestClock.start
                    )
                )
            }
            let tickets = market.services.tickets
            let authenticator = market.services.authenticator
            let first = try await tickets.issue(for: Product.ID(rawValue: 2), secret: "others", from: .ipv4(2)).ticket
            for _ in 0...10_000 { _ = try await tickets.issue(for: one, secret: "own", from: .ipv4(1)) }
            let last = try await tickets.issue(for: Product.ID(rawValue: 2), secret: "others", from: .ipv4(2)).ticket
            for ticket in [first, last] {
                #expect(try await authenticator.ticket(ticket, for: Product.ID(rawValue: 2)) != nil)
                #expect(try await authenticator.ticket(ticket, for: one) == nil)
            }
        }
    }

    @Test func aTicketThatWasChangedIsNone() async throws {
        try await withMarket { market in
            try await market.list()
            let authenticator = market.services.authenticator
            let tickets = market.services.tickets
            let ticket = try await tickets.issue(for: one, secret: TestMarket.secret, from: .unknown).ticket
            #expect(ticket.utf8.count == 55)
            #expect(try await authenticator.ticket(ticket, for: one) != nil)
            for index in ticket.indices {
                var changed = ticket
                changed.replaceSubrange(index...index, with: ticket[index] == "A" ? "B" : "A")
                // The last character has two bits that are ignored.
                if ticket.index(after: index) == ticket.endIndex { continue }
                #expect(try await authenticator.ticket(changed, for: one) == nil)
            }
            for text in [
                "", "A", "ticket", String(ticket.dropLast(4)), ticket + "AAAA", String(repeating: "A", count: 55),
            ] {
                #expect(try await authenticator.ticket(text, for: one) == nil, "\(text)")
            }
        }
    }
}
