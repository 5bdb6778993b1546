import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import ProductStoreContract
import TestMarkets
import Testing

@testable import MarketServer
@testable import MarketWeb

/// The browsers that manage a seller's listings, with scripts off (UX.md, “Another browser”).
struct SellerBrowserTests {
    private static let android: HTTPFields = [
        .userAgent:
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36"
    ]
    private static let mac: HTTPFields = [
        .userAgent:
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 (KHTML, like Gecko) Version/17 Safari/605"
    ]

    /// The buttons that end the browsers in the list, and which of them is this one.
    private func ends(_ browser: TestBrowser) async throws -> [String] {
        try await browser.get("/mine").html.matches(of: /name="end" value="([0-9a-f]{64})"/).map { String($0.1) }
    }

    private func sells(_ browser: TestBrowser, _ id: Int64, _ market: TestMarket) async throws -> Bool {
        let csrf = try #require(try await browser.get("/move").hidden("csrf"))
        _ = try await browser.post("/mine", [("csrf", csrf), ("one", "sell-\(id)")])
        return try await market.store.asSeller(Product.ID(rawValue: id))?.product.state.kind == .sold
    }

    @Test(
        arguments: [
            ("ko", "Android의 Chrome", "Mac의 Safari", "지금 이 브라우저"),
            ("en", "Chrome on Android", "Safari on Mac", "This browser"),
        ]
    )
    func aLostPhoneIsEndedFromAnotherBrowser(
        _ language: String,
        _ phoneName: String,
        _ laptopName: String,
        _ this: String
    ) async throws {
        try await withMarket { market in
            let phone = TestBrowser(market, language: language)
            try await phone.list("Chair", Self.android)
            let laptop = TestBrowser(market, language: language)
            try await phone.move(to: laptop, Self.mac)
            // What is listed later is the other one's as well.
            try await phone.list("Lamp", Self.android)
            let page = try await laptop.get("/mine")
            #expect(page.html.contains("Chair") && page.html.contains("Lamp"))
            #expect(page.html.contains(phoneName) && page.html.contains(laptopName) && page.html.contains(this))
            #expect(try await ends(laptop).count == 2)
            let rights = try #require(await phone.cookies["rights"])
            let id = try #require(BrowserKey(rights)?.digest.rawValue)
            #expect(try await laptop.end(id).headers[.location] == "/mine")
            // From the next request on, with the same cookie, it sees and changes nothing of it.
            await phone.forget("ticket")
            #expect(try await phone.get("/products/1/manage").html.contains("type=\"password\""))
            #expect(try await !sells(phone, 1, market))
            #expect(try await !phone.get("/mine").html.contains(laptopName))
            #expect(try await ends(phone) == [])
            let csrf = try #require(try await phone.get("/move").hidden("csrf"))
            #expect(try await !phone.post("/move/link", [("csrf", csrf)]).html.contains("/receive?token="))
            #expect(try await laptop.end("others").status == 303)
            #expect(try await sells(laptop, 1, market))
            #expect(try await ends(laptop).count == 1)
        }
    }

    @Test(arguments: [("ko", "2022년 1월 24일 ", "부터"), ("en", "since January 24, 2022, ", "")])
    func twoPhonesOfOneKindDifferByWhenTheyCame(_ language: String, _ day: String, _ end: String) async throws {
        try await withMarket { market in
            let phone = TestBrowser(market, language: language)
            try await phone.list("Chair", Self.android)
            market.clock.advance(seconds: 240)
            let other = TestBrowser(market, language: language)
            try await phone.move(to: other, Self.android)
            let page = try await phone.get("/mine")
            #expect(page.html.contains(">\(day)18:30\(end)<") && page.html.contains(">\(day)18:34\(end)<"))
            // The question says it, too, and the newest is the first.
            let fields = [("csrf", page.hidden("csrf") ?? ""), ("end", try #require(try await ends(phone).first))]
            let question = try await phone.post("/mine", fields)
            #expect(question.html.contains("\(day)18:34") && !question.html.contains("18:30"))
        }
    }

    @Test func allOthersEndAtOnceAndThisOneGoesOn() async throws {
        try await withMarket { market in
            let (phone, laptop, friend) = (TestBrowser(market), TestBrowser(market), TestBrowser(market))
            try await phone.list("Chair")
            try await phone.move(to: laptop)
            let question = try await friend.get("/products/1/edit")
            let password = [("csrf", question.hidden("csrf") ?? ""), ("password", TestMarket.secret)]
            #expect(try await friend.post("/products/1/edit", password).status == 303)
            await friend.forget("ticket")
            #expect(try await ends(laptop).count == 3)
            #expect(try await laptop.end("others").status == 303)
            #expect(try await ends(laptop).count == 1)
            for browser in [phone, friend] {
                await browser.forget("ticket")
                #expect(try await browser.get("/products/1/manage").html.contains("type=\"password\""))
            }
            #expect(try await sells(laptop, 1, market))
        }
    }

    /// A password that was entered within the hour opens the form of an edit, but not to a browser that was ended.
    @Test func anEndedBrowserEditsNothingWithinTheHour() async throws {
        try await withMarket { market in
            let (phone, laptop) = (TestBrowser(market), TestBrowser(market))
            try await phone.list("Chair")
            try await phone.move(to: laptop)
            let question = try await laptop.get("/products/1/edit")
            let password = [("csrf", question.hidden("csrf") ?? ""), ("password", TestMarket.secret)]
            try #require(try await laptop.post("/products/1/edit", password).status == 303)
            let open = try await phone.get("/products/1/edit")
            #expect(open.html.contains("id=\"listing-form\""))
            let rights = try #require(await phone.cookies["rights"])
            let id = try #require(BrowserKey(rights)?.digest.rawValue)
            #expect(try await laptop.end(id).status == 303)
            // With the same ticket, in the cookie and in the form that was open.
            #expect(await phone.cookies["ticket"]?.isEmpty == false)
            #expect(try await phone.get("/products/1/edit").html.contains("name=\"password\""))
            let texts = ["name": "Stolen"]
            let form = FormBody.webListing(open, texts, kept: open.allHidden("kept"), photos: [])
            #expect(try await phone.post("/products/1", form: form).status == 403)
            let deletion = [("csrf", open.hidden("csrf") ?? "")]
            #expect(try await phone.post("/products/1/delete", deletion).status != 303)
            #expect(try await market.store.asSeller(Product.ID(rawValue: 1))?.product.listing.name == "Chair")
            // The ticket of the other one is as good as before.
            let own = try await laptop.get("/products/1/edit")
            let edit = FormBody.webListing(own, ["name": "Armchair"], kept: own.allHidden("kept"), photos: [])
            #expect(try await laptop.post("/products/1", form: edit).status == 303)
            // Who enters the password again is let in again, with this listing only.
            let again = try await phone.get("/products/1/edit")
            let typed = [("csrf", again.hidden("csrf") ?? ""), ("password", TestMarket.secret)]
            #expect(try await phone.post("/products/1/edit", typed).status == 303)
            #expect(try await phone.get("/products/1/edit").html.contains("id=\"listing-form\""))
        }
    }

    @Test func whoWasEndedListsUnderAnotherName() async throws {
        try await withMarket { market in
            let (phone, laptop) = (TestBrowser(market), TestBrowser(market))
            try await phone.list("Chair")
            try await phone.move(to: laptop)
            func vendor(_ id: Int64) async throws -> Vendor.ID? {
                try await market.store.asSeller(Product.ID(rawValue: id))?.product.vendor.id
            }
            let identifier = try #require(await phone.cookies["seller"])
            #expect(try await laptop.end("others").status == 303)
            #expect(await laptop.cookies["seller"] != identifier)
            try await phone.list("Lamp")
            try await laptop.list("Table")
            _ = try await market.list(["name": "Sofa"], identifier: identifier)
            let seller = try await vendor(1)
            for id in [2, 4] as [Int64] { #expect(try await vendor(id) != seller, "\(id)") }
            #expect(try await vendor(3) == seller)
            #expect(try await laptop.get("/mine").html.contains("Chair"))
            // A single one is ended without that: the others go on under the name that they have.
            let tablet = TestBrowser(market)
            try await laptop.move(to: tablet)
            let rights = try #require(await laptop.cookies["rights"])
            let before = await tablet.cookies["seller"]
            #expect(try await tablet.end(try #require(BrowserKey(rights)?.digest.rawValue)).status == 303)
            #expect(await tablet.cookies["seller"] == before)
        }
    }

    /// Who sells nothing any more still keeps a lost phone from listing under the name.
    @Test func withoutAListingTheOthersLoseTheNameToo() async throws {
        try await withMarket { market in
            let (phone, laptop) = (TestBrowser(market), TestBrowser(market))
            try await phone.list("Chair")
            try await phone.move(to: laptop)
            let others = "name=\"end\" value=\"others\""
            let csrf = try #require(await laptop.cookies["csrf"])
            let question = try await laptop.get("/products/1/delete")
            let password = [("csrf", question.hidden("csrf") ?? csrf), ("password", TestMarket.secret)]
            try #require(try await laptop.post("/products/1/delete", password).status == 200)
            #expect(try await laptop.get("/mine").html.contains(others))
            let identifier = try #require(await laptop.cookies["seller"])
            let seller = try await market.store.vendor(identifiedBy: try #require(VendorIdentifier(identifier)))?.id
            #expect(try await laptop.end("others").status == 303)
            #expect(await laptop.cookies["seller"] != identifier)
            #expect(try await ends(laptop).count == 1)
            #expect(try await ends(phone).isEmpty)
            try await phone.list("Lamp")
            try await laptop.list("Table")
            let lamp = try await market.store.asSeller(Product.ID(rawValue: 2))?.product.vendor.id
            let table = try await market.store.asSeller(Product.ID(rawValue: 3))?.product.vendor.id
            #expect(seller != nil && table == seller && lamp != nil && lamp != seller)
        }
    }

    /// The identifier alone is only a name: it proves nothing, and the page promises nothing and says what helps.
    @Test(arguments: [("ko", "상품을 하나 등록한 다음"), ("en", "list something here first")])
    func whoOnlyKnowsTheNameEndsNobody(_ language: String, _ advice: String) async throws {
        try await withMarket { market in
            let (phone, thief) = (TestBrowser(market), TestBrowser(market, language: language))
            try await phone.list("Chair")
            try await thief.list("Lamp")
            let others = "name=\"end\" value=\"others\""
            let known = try #require(KnownVendors.all.first)
            let admin = try #require(VendorIdentifier(known.identifier))
            let app = NewVendor(identifier: admin, name: "App", id: known.id, createdAt: market.clock.now)
            _ = try await market.store.addVendor(app)
            // Somebody else with the same listings, so that there are others to end.
            try await thief.move(to: TestBrowser(market))
            // Nothing that is listed proves whose a name is that is built into apps.
            for (name, helps) in [(try #require(await phone.cookies["seller"]), true), (known.identifier, false)] {
                await thief.remember("seller", name)
                let page = try await thief.get("/mine").html
                #expect(!page.contains(others) && page.contains(advice) == helps, "\(name)")
                let identifier = try #require(VendorIdentifier(name))
                #expect(try await thief.end("others").status == 303)
                #expect(await thief.cookies["seller"] == name)
                #expect(try await market.store.vendor(identifiedBy: identifier) != nil, "\(name)")
            }
            #expect(try await sells(phone, 1, market))
        }
    }

    /// Everybody knows the name, and may list something under it. Old apps would list as somebody else from then on.
    @Test func whoHasListedUnderANameThatIsBuiltIntoAppsKeepsItFromNobody() async throws {
        try await withMarket { market in
            let known = try #require(KnownVendors.all.first)
            let identifier = try #require(VendorIdentifier(known.identifier))
            let app = NewVendor(identifier: identifier, name: "App", id: known.id, createdAt: market.clock.now)
            _ = try await market.store.addVendor(app)
            let thief = TestBrowser(market)
            await thief.remember("seller", known.identifier)
            try await thief.list("Lamp")
            #expect(try await market.store.asSeller(Product.ID(rawValue: 1))?.product.vendor.id == known.id)
            try await thief.move(to: TestBrowser(market))
            #expect(try await thief.end("others").status == 303)
            #expect(await thief.cookies["seller"] == known.identifier)
            // What nothing helps against is no advice.
            let page = try await thief.get("/mine").html
            #expect(page.contains("Lost a phone?") && !page.contains("under your name"))
            #expect(try await market.list(identifier: known.identifier)["vendor_id"].int == Int(known.id.rawValue))
        }
    }

    /// Old apps show identifiers. Who sells something else, from two browsers, still ends nobody else's, and takes over no name.
    @Test func whoHasHeldNoneOfTheListingsEndsNobodyOnceTheyAreDeleted() async throws {
        try await withMarket { market in
            let (phone, laptop, thief) = (TestBrowser(market), TestBrowser(market), TestBrowser(market))
            try await phone.list("Chair")
            try await phone.move(to: laptop)
            try await thief.list("Lamp")
            try await thief.move(to: TestBrowser(market))
            let identifier = try #require(await phone.cookies["seller"])
            let seller = try await market.store.vendor(identifiedBy: try #require(VendorIdentifier(identifier)))?.id
            _ = try await market.store.delete(Product.ID(rawValue: 1), isErasure: false, at: market.clock.now)
            await thief.remember("seller", identifier)
            let others = "name=\"end\" value=\"others\""
            #expect(try await !thief.get("/mine").html.contains(others))
            #expect(try await thief.end("others").status == 303)
            #expect(await thief.cookies["seller"] == identifier)
            #expect(try await ends(thief).count == 2)
            #expect(try await ends(phone).count == 2)
            // Whose name it is takes it with them, and the thief lists under another one.
            #expect(try await laptop.get("/mine").html.contains(others))
            #expect(try await laptop.end("others").status == 303)
            #expect(await laptop.cookies["seller"] != identifier)
            #expect(try await ends(laptop).count == 1)
            #expect(try await ends(phone).isEmpty)
            try await thief.list("Sofa")
            try await laptop.list("Table")
            let sofa = try await market.store.asSeller(Product.ID(rawValue: 3))?.product.vendor.id
            let table = try await market.store.asSeller(Product.ID(rawValue: 4))?.product.vendor.id
            #expect(seller != nil && table == seller && sofa != nil && sofa != seller)
        }
    }

    @Test func anEndedBrowserReceivesTheListingsAgain() async throws {
        try await withMarket { market in
            let (phone, laptop) = (TestBrowser(market), TestBrowser(market))
            try await phone.list("Chair")
            try await phone.move(to: laptop)
            let rights = try #require(await phone.cookies["rights"])
            let id = try #require(BrowserKey(rights)?.digest.rawValue)
            #expect(try await laptop.end(id).status == 303)
            try await laptop.move(to: phone)
            #expect(await phone.cookies["rights"] != rights)
            #expect(try await sells(phone, 1, market))
            // A copy of the former cookie stays worth nothing.
            let copy = TestBrowser(market)
            await copy.remember("rights", rights)
            #expect(try await ends(copy) == [])
        }
    }

    @Test func aBrowserForgetsItself() async throws {
        try await withMarket { market in
            let (phone, laptop) = (TestBrowser(market), TestBrowser(market))
            try await phone.list("Chair")
            try await phone.move(to: laptop)
            let rights = try #require(await phone.cookies["rights"])
            let own = try #require(BrowserKey(rights)?.digest.rawValue)
            #expect(try await phone.end(own).status == 303)
            for name in ["rights", "seller"] { #expect(await phone.cookies[name] == "", "\(name)") }
            // A copy of the cookie is worth nothing.
            let copy = TestBrowser(market)
            await copy.remember("rights", rights)
            #expect(try await !sells(copy, 1, market))
            #expect(try await sells(laptop, 1, market))
        }
    }

    /// Without the passwords, the listings don't come back.
    @Test(
        arguments: [
            ("ko", "이 브라우저에서 해제할까요?", "‘Mac의 Safari’ 브라우저를 해제할까요?", "다른 브라우저를 모두 해제할까요?", "비밀번호"),
            (
                "en", "Forget this browser?", "Remove Safari on Mac?", "Remove all other browsers?",
                "the password of each one"
            ),
        ]
    )
    func nothingIsEndedBeforeItWasAskedFor(
        _ language: String,
        _ forget: String,
        _ endMac: String,
        _ endOthers: String,
        _ advice: String
    ) async throws {
        try await withMarket { market in
            let (phone, laptop) = (TestBrowser(market, language: language), TestBrowser(market))
            try await phone.list("Chair")
            try await phone.move(to: laptop, Self.mac)
            let ids = try await ends(phone)
            let rights = try #require(await phone.cookies["rights"])
            let own = try #require(BrowserKey(rights)?.digest.rawValue)
            let other = try #require(ids.first { $0 != own })
            let csrf = try #require(await phone.cookies["csrf"])
            for (which, question) in [(own, forget), (other, endMac), ("others", endOthers)] {
                let page = try await phone.post("/mine", [("csrf", csrf), ("end", which)])
                #expect(
                    page.status == 200 && page.html.contains("<h1 class=\"title\" dir=\"auto\">\(question)</h1>"),
                    "\(which)"
                )
                #expect(page.html.contains(advice) && page.hidden("end") == which, "\(which)")
                #expect(try await ends(phone) == ids)
                #expect(try await ends(laptop).count == 2)
            }
            // Where there is nothing to end, nothing is asked.
            for which in [own, "others"] { #expect(try await laptop.end(which).status == 303, "\(which)") }
            let left = try #require(await laptop.cookies["csrf"])
            for which in [own, "others"] {
                #expect(try await laptop.post("/mine", [("csrf", left), ("end", which)]).status == 303, "\(which)")
            }
        }
    }

    @Test func aStrangerSeesAndEndsNothing() async throws {
        try await withMarket { market in
            let (phone, stranger) = (TestBrowser(market), TestBrowser(market))
            try await phone.list("Chair", Self.android)
            try await stranger.list("Lamp")
            let rights = try #require(await phone.cookies["rights"])
            let id = try #require(BrowserKey(rights)?.digest.rawValue)
            #expect(try await !stranger.get("/mine").html.contains("Chrome on Android"))
            #expect(try await !stranger.get("/mine").html.contains(id))
            for which in [id, "others", "none"] { #expect(try await stranger.end(which).status == 303) }
            // Who only knows the identifier sees no list at all.
            let other = TestBrowser(market)
            await other.remember("seller", try #require(await phone.cookies["seller"]))
            #expect(try await ends(other) == [])
            #expect(try await sells(phone, 1, market))
            // Nor does a form of another site.
            #expect(try await phone.post("/mine", [("end", "others")]).status == 403)
        }
    }

    @Test func withThePasswordAListingComesIntoMyListingsUnlessDeclined() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            func open(_ fields: (String, String)...) async throws -> TestBrowser {
                let browser = TestBrowser(market)
                let page = try await browser.get("/products/1/edit")
                #expect(page.html.contains("name=\"once\""))
                let all = [("csrf", page.hidden("csrf") ?? ""), ("password", TestMarket.secret)] + fields
                #expect(try await browser.post("/products/1/edit", all).status == 303)
                #expect(try await browser.get("/products/1/edit").html.contains("id=\"listing-form\""))
                return browser
            }
            let new = try await open()
            #expect(try await new.get("/mine").html.contains("Chair"))
            #expect(try await ends(new).count == 1)
            let careful = try await open(("once", "1"))
            #expect(try await !careful.get("/mine").html.contains("Chair"))
            #expect(await careful.cookies["rights"] == nil)
            #expect(try await sells(new, 1, market))
        }
    }

    @Test(
        arguments: [
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 CriOS/120 Mobile Safari/604",
                "Chrome", "iPhone"
            ),
            ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/120 Safari/537 Edg/120", "Edge", "Windows"),
            (
                "Mozilla/5.0 (Linux; Android 13) AppleWebKit SamsungBrowser/23 Chrome/115 Mobile Safari",
                "Samsung Internet", "Android"
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0", "Firefox", "Linux"),
            ("<script>alert(1)</script>", nil, nil), ("", nil, nil),
        ] as [(String, String?, String?)]
    )
    func browsersAreNamedAsPeopleKnowThem(_ agent: String, _ application: String?, _ system: String?) {
        let name = BrowserName(userAgent: agent)
        #expect(name.application == application && name.system == system)
    }
}
