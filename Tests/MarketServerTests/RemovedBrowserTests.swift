import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import ProductStoreContract
import TestMarkets
import Testing

/// A browser that was removed alone still knows the name under which it has listed. The name stays its seller's.
struct RemovedBrowserTests {
    private static let others = "name=\"end\" value=\"others\""

    private func seller(_ id: Int64, _ market: TestMarket) async throws -> Vendor.ID? {
        try await market.store.asSeller(Product.ID(rawValue: id))?.product.vendor.id
    }

    /// Sends what the button and the question send that end all others, whether a page has them or not.
    private func forceEnd(in browser: TestBrowser) async throws {
        let csrf = try #require(try await browser.get("/mine").hidden("csrf"))
        #expect(try await browser.post("/mine", [("csrf", csrf), ("end", "others"), ("sure", "1")]).status == 303)
    }

    private func enterPassword(of id: Int64, in browser: TestBrowser) async throws {
        let question = try await browser.get("/products/\(id)/edit")
        let fields = [("csrf", question.hidden("csrf") ?? ""), ("password", TestMarket.secret)]
        try #require(try await browser.post("/products/\(id)/edit", fields).status == 303)
    }

    private func delete(_ id: Int64, in browser: TestBrowser) async throws {
        let question = try await browser.get("/products/\(id)/delete")
        let fields = [("csrf", question.hidden("csrf") ?? ""), ("password", TestMarket.secret)]
        try #require(try await browser.post("/products/\(id)/delete", fields).status == 200)
    }

    /// On the pages, or with an app and its password. Its seller takes the name along, though only one browser is left.
    @Test(arguments: [false, true]) func aRemovedBrowserDoesNotTakeTheName(_ hasApp: Bool) async throws {
        try await withMarket { market in
            let (phone, laptop) = (TestBrowser(market), TestBrowser(market))
            try await phone.list("Chair")
            try await phone.move(to: laptop)
            let name = try #require(await phone.cookies["seller"])
            #expect(try await laptop.end(try await phone.digest()).status == 303)
            if hasApp {
                _ = try await market.list(["name": "Lamp"], identifier: name)
                try await enterPassword(of: 2, in: phone)
            } else {
                try await phone.list("Lamp")
            }
            // So there are others to end.
            try await phone.move(to: TestBrowser(market))
            let page = try await phone.get("/mine").html
            #expect(
                page.contains("Lamp") && !page.contains(Self.others) && page.contains("one of your oldest listings")
            )
            try await forceEnd(in: phone)
            #expect(await phone.cookies["seller"] == name)
            try await laptop.list("Table")
            #expect(try await seller(3, market) == seller(1, market))

            #expect(try await laptop.get("/mine").html.contains(Self.others))
            #expect(try await laptop.end("others").status == 303)
            #expect(await laptop.cookies["seller"] != name)
            #expect(try await !laptop.get("/mine").html.contains(Self.others))
            try await phone.list("Sofa")
            try await laptop.list("Desk")
            #expect(try await seller(4, market) != seller(1, market))
            #expect(try await seller(5, market) == seller(1, market))
        }
    }

    /// The listings of before are sold, one after the other.
    @Test func onceNothingOfBeforeIsLeftTheNameStaysItsSellers() async throws {
        try await withMarket { market in
            let (phone, laptop, tablet) = (TestBrowser(market), TestBrowser(market), TestBrowser(market))
            try await phone.list("Chair")
            try await phone.move(to: laptop)
            let name = try #require(await phone.cookies["seller"])
            #expect(try await laptop.end(try await phone.digest()).status == 303)
            try await delete(1, in: laptop)
            try await phone.list("Lamp")
            try await forceEnd(in: phone)
            #expect(await phone.cookies["seller"] == name)
            try await laptop.list("Table")
            try await laptop.move(to: tablet)
            // Who was let in since is as good as the one that let it in.
            #expect(try await tablet.end("others").status == 303)
            #expect(await tablet.cookies["seller"] != name)
            try await phone.list("Sofa")
            try await tablet.list("Desk")
            #expect(try await seller(4, market) != seller(3, market))
            #expect(try await seller(5, market) == seller(3, market))
        }
    }

    /// The identifier is in the app, which nobody can change. Removing one browser leaves it as it is.
    @Test func anOldAppGoesOnWhereABrowserOfItsSellerIsRemoved() async throws {
        try await withMarket { market in
            let app = "6f1f7e0a-0000-4000-8000-000000000047"
            _ = try await market.list(["name": "Chair"], identifier: app)
            let vendor = try #require(try await seller(1, market))
            let invited = try await market.services.inviteSellers.invite(vendor, by: OperatorAuthenticator.commandLine)
            let (laptop, phone) = (TestBrowser(market), TestBrowser(market))
            let question = try await laptop.open("/receive?token=\(invited.token)")
            let fields = ["csrf", "token"].map { ($0, question.hidden($0) ?? "") }
            try #require(try await laptop.post("/receive", fields).status == 303)
            try await laptop.list("Lamp")
            try await laptop.move(to: phone)
            #expect(try await laptop.end(try await phone.digest()).status == 303)
            #expect(await laptop.cookies["seller"] == app)
            _ = try await market.list(["name": "Table"], identifier: app)
            #expect(try await seller(3, market) == vendor)
            // What the app has listed since proves nothing, and what it listed before does, by its password.
            let desk = TestBrowser(market)
            await desk.remember("seller", app)
            try await enterPassword(of: 3, in: desk)
            #expect(try await !desk.get("/mine").html.contains(Self.others))
            try await enterPassword(of: 1, in: desk)
            #expect(try await desk.get("/mine").html.contains(Self.others))
        }
    }

    /// What a helper has is the listing's, and no browser's.
    @Test func linksForHelpersEndWhereNoOtherBrowserIsLeft() async throws {
        try await withMarket { market in
            let (seller, helper) = (TestBrowser(market), TestBrowser(market))
            try await seller.list("Chair")
            #expect(try await !seller.get("/mine").html.contains(Self.others))
            let csrf = try #require(try await seller.get("/products/1/manage").hidden("csrf"))
            let made = try await seller.post("/products/1/link", [("csrf", csrf)])
            let token = try #require(made.html.firstMatch(of: /\/link\?token=([0-9a-f]{32})</)?.1)
            #expect(try await helper.open("/link?token=\(token)").status == 200)
            #expect(try await !helper.get("/mine").html.contains(Self.others))
            #expect(try await seller.get("/mine").html.contains(Self.others))
            #expect(try await seller.end("others").status == 303)
            #expect(try await helper.open("/link?token=\(token)").status == 410)
            #expect(try await !seller.get("/mine").html.contains(Self.others))
        }
    }

    /// The market has ended all others, and the answer with the new name got lost.
    @Test(arguments: ["/mine", "/products/new?copy=1"])
    func whoseAnswerGotLostGetsTheNewNameAgain(_ page: String) async throws {
        try await withMarket { market in
            let (phone, laptop) = (TestBrowser(market), TestBrowser(market))
            try await phone.list("Chair")
            try await phone.move(to: laptop)
            let name = try #require(await laptop.cookies["seller"])
            #expect(try await laptop.end("others").status == 303)
            let new = try #require(await laptop.cookies["seller"])
            await laptop.remember("seller", name)
            // Whoever knows the former name lists under it again, as somebody else.
            try await phone.list("Lamp")
            let redirect = try await laptop.get(page)
            #expect(redirect.status == 303 && redirect.headers[.location] == page)
            #expect(try await laptop.get(page).html.contains("Chair"))
            #expect(await laptop.cookies["seller"] == new)
            try await laptop.list("Table")
            #expect(try await seller(3, market) == seller(1, market))
            #expect(try await seller(2, market) != seller(1, market))
            // Nobody else gets it.
            #expect(try await phone.get(page).status == 200)
            #expect(await phone.cookies["seller"] == name)
            let copy = TestBrowser(market)
            await copy.remember("seller", name)
            #expect(try await copy.get(page).status == 200)
            #expect(await copy.cookies["seller"] == name)
        }
    }
}
