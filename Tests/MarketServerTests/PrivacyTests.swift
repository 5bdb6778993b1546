import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// Nobody sees, or changes, what isn't theirs: what strangers tried on pages.
struct PrivacyTests {
    private static let contact = "010-9876-5432"
    private static let hidden = "Secret chair"
    private static let note = "for Mina"

    /// Lists a product in a browser.
    private func list(
        _ browser: TestBrowser,
        _ name: String = hidden,
        contact: String = contact
    ) async throws {
        let form = try await browser.get("/products/new")
        let sent = try await browser.post("/products", form: .webListing(form, ["name": name, "contact": contact]))
        try #require(sent.status == 303, "\(sent.html)")
    }

    /// Taps a button of My listings, or of the form for reservations.
    private func tap(_ browser: TestBrowser, _ fields: [(String, String)], at path: String = "/mine") async throws {
        let csrf = try #require(try await browser.get("/mine").hidden("csrf"))
        let sent = try await browser.post(path, [("csrf", csrf)] + fields)
        try #require(sent.status == 303, "\(sent.status) \(sent.html)")
    }

    private func put(_ market: TestMarket, _ state: String, in browser: TestBrowser) async throws {
        switch state {
        case "hidden": try await tap(browser, [("one", "hide-1")])
        case "sold": try await tap(browser, [("one", "sell-1")])
        case "reserved":
            try await tap(browser, [("products", "1"), ("note", Self.note)], at: "/mine/reserve")
        case "expired":
            market.clock.advance(seconds: 31 * 86_400)
            try await market.services.advanceListings()
        default: break
        }
    }

    // MARK: The edit form

    @Test(arguments: ["open", "reserved", "sold", "hidden", "expired"])
    func editFormShowsOnlyWhatWasSentBeforeThePassword(_ state: String) async throws {
        try await withMarket(lifecycles: LifecycleRules(lifetimeDays: 30)) { market in
            let seller = TestBrowser(market)
            try await list(seller)
            try await put(market, state, in: seller)
            let stranger = TestBrowser(market)
            let csrf = try #require(try await stranger.get("/products/1/edit").hidden("csrf"))
            let forms: [[(String, String)]?] = [
                nil, [], [("csrf", csrf)], [("csrf", csrf), ("secret", "wrong")],
                [("csrf", csrf), ("ticket", "wrong")],
                [("csrf", csrf), ("name", "Mine"), ("was-name", "Yours"), ("version", "1"), ("kept", "1")],
                [("csrf", csrf), ("remove", "1"), ("kept", "1")],
                [("csrf", csrf), ("overwrite", "1"), ("name", "Mine")],
            ]
            let isPublic = !["hidden", "expired"].contains(state)
            for form in forms {
                let page = try await stranger.post("/products/1", form ?? [], form == nil ? [.contentType: ""] : [:])
                #expect(page.status == 403, "\(form ?? [])")
                for text in [Self.contact, Self.note, Self.hidden, "value=\"12000\"", "앉기 좋아요"] {
                    #expect(!page.html.contains(text), "\(text) after \(form ?? [])")
                }
                // Photos of what everybody sees are shown, others aren't.
                if form?.contains(where: { $0.0 == "kept" && $0.1 == "1" }) == true,
                    form?.first(where: { $0.0 == "remove" }) == nil
                {
                    #expect(page.html.contains("-thumb.jpg") == isPublic)
                    #expect(page.hidden("kept") == "1")
                }
                let sent = form?.first { $0.0 == "name" }?.1 ?? ""
                #expect(page.html.contains("name=\"name\" value=\"\(sent)\""), "\(form ?? [])")
            }
        }
    }

    /// An hour has passed while the seller was typing.
    @Test func whatWasTypedIsKeptUntilThePasswordIsThere() async throws {
        try await withBrowser { market, seller in
            try await list(seller)
            try await put(market, "hidden", in: seller)
            let form = try await seller.get("/products/1/edit")
            #expect(form.html.contains(Self.contact))
            market.clock.advance(seconds: 3601)
            let typed = ["name": "Better chair", "contact": "010-0000-1111"]
            let again = try await seller.post("/products/1", form: .webListing(form, typed, kept: ["1"], photos: []))
            #expect(again.status == 403 && again.html.contains("id=\"secret\""))
            #expect(again.html.contains("Better chair") && again.html.contains("010-0000-1111"))
            #expect(again.hidden("was-name") == Self.hidden && again.hidden("version") == form.hidden("version"))
            let secret = ["secret": TestMarket.secret].merging(typed) { $1 }
            let saved = try await seller.post("/products/1", form: .webListing(again, secret, kept: ["1"], photos: []))
            #expect(saved.status == 303, "\(saved.html)")
            let page = try await seller.get("/products/1").html
            #expect(page.contains("Better chair"))
            #expect(try await seller.get("/products/1/contact").html.contains("010-0000-1111"))
        }
    }

    // MARK: My listings

    /// An identifier is a name that anybody can send.
    @Test(arguments: ["hidden", "reserved", "expired"])
    func identifierAloneShowsWhatEverybodySees(_ state: String) async throws {
        try await withMarket(lifecycles: LifecycleRules(lifetimeDays: 30)) { market in
            let seller = TestBrowser(market)
            try await list(seller)
            try await put(market, state, in: seller)
            let stranger = TestBrowser(market)
            await stranger.remember("seller", try #require(await seller.cookies["seller"]))
            // A stranger who lists under that identifier holds the right for that product only.
            let lister = TestBrowser(market)
            await lister.remember("seller", try #require(await seller.cookies["seller"]))
            try await list(lister, "Lamp", contact: "")
            for browser in [stranger, lister] {
                for path in [
                    "/mine", "/mine?state=\(state)", "/mine?state=hidden", "/mine?page=1", "/MINE", "//mine",
                    "/mine/reserve?products=1", "/mine/reserve?products=1,2", "/print", "/print?products=1",
                    "/products/1/manage", "/products/new?copy=1",
                ] {
                    let page = try await browser.get(path)
                    #expect(!page.html.contains(Self.note) && !page.html.contains(Self.contact), "\(path)")
                    if state != "reserved" { #expect(!page.html.contains(Self.hidden), "\(path)") }
                }
            }
            // The seller sees all of it.
            let own = try await seller.get("/mine").html
            #expect(own.contains(Self.hidden) && own.contains(Self.note) == (state == "reserved"))
            #expect(try await seller.get("/mine?state=\(state)").html.contains(Self.hidden))
        }
    }

    @Test func reportOfAnotherHandNamesNothing() async throws {
        try await withBrowser { market, seller in
            try await list(seller)
            try await put(market, "hidden", in: seller)
            // As a guest of the old servers' apps, in whose name all guests list.
            let other = TestBrowser(market)
            await other.remember("seller", try #require(await seller.cookies["seller"]))
            for report in [
                "hide.1.done", "sell.1.done_hide.1.done", String(repeating: "0", count: 32) + "_hide.1.done",
            ] {
                await other.remember("report", report)
                let page = try await other.get("/mine").html
                #expect(!page.contains(Self.hidden) && !page.contains("Hidden."), "\(report)")
            }
            // A report that the market has signed for the seller tells another browser nothing.
            try await tap(seller, [("one", "hide-1")])
            await other.remember("report", try #require(await seller.cookies["report"]))
            #expect(try await !other.get("/mine").html.contains(Self.hidden))
            #expect(try await seller.get("/mine").html.contains("“\(Self.hidden)”: Hidden."))
        }
    }

    // MARK: Repeated forms

    @Test func repeatedFormWithAFormerPasswordBringsNothing() async throws {
        try await withBrowser { market, seller in
            let form = try await seller.get("/products/new")
            let listing = FormBody.webListing(form, ["name": Self.hidden, "contact": Self.contact])
            try #require(try await seller.post("/products", form: listing).status == 303)
            let identity = try #require(await seller.cookies["seller"])
            // Whoever has a copy of the form and of the password that was: a browser without anything else.
            func repeated() async throws -> TestBrowser {
                let browser = TestBrowser(market)
                await browser.remember("seller", identity)
                await browser.remember("csrf", try #require(form.hidden("csrf")))
                #expect(try await browser.post("/products", form: listing).status == 303)
                return browser
            }
            // The opposite: with the current password, a repeat brings what the lost answer would have.
            let same = try await repeated()
            #expect(try await same.get("/products/1/edit").html.contains(Self.contact))
            try await market.services.adminOperations.setSecret("quite another one", of: Product.ID(rawValue: 1))
            let late = try await repeated()
            let cookies = await late.cookies
            #expect(cookies["ticket"] == nil && cookies["rights"] == nil)
            #expect(try await !late.get("/products/1/edit").html.contains(Self.contact))
            #expect(try await late.get("/products/1/manage").html.contains("id=\"password\""))
            #expect(try await !late.get("/products/1/delete").html.contains("Delete it for good"))
        }
    }
}
