import Foundation
import HTTPTypes
import MarketCore
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// Listing through the pages, with scripts off (UX.md, “New listing”).
struct WebListingTests {
    private static let json: HTTPFields = [.accept: "application/json"]

    @Test func formListsAndLeadsToTheNewProduct() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market, language: "ko")
            let empty = try await browser.get("/products/new")
            #expect(empty.status == 200)
            #expect(empty.headers[.cacheControl] == "no-store")
            let sent = try await browser.post(
                "/products",
                form: .webListing(empty, ["discount": "2,000", "seller": "초록 공방"], photos: ["red", "blue"])
            )
            #expect(sent.status == 303, "\(sent.html)")
            #expect(sent.headers[.location] == "/products/1")
            let product = try JSON(await market.get("/api/products/1"))
            #expect(product["price"].int == 12000)
            #expect(product["bargain_price"].int == 10000)
            #expect(product["images"].array.count == 2)
            #expect(product["vendors"]["name"].string == "초록 공방")
            let page = try await browser.get("/products/1")
            #expect(page.html.contains("10,000원"))
            // It belongs to this browser only.
            let mine = try await browser.get("/mine")
            #expect(mine.html.contains("data-id=\"1\""))
            let theirs = try await TestBrowser(market).get("/mine")
            #expect(!theirs.html.contains("data-id=\"1\""))
        }
    }

    /// A script asks what became of a form whose answer it never got.
    @Test func keyOfAFormLeadsToWhatItHasListedForADayInItsBrowser() async throws {
        try await withBrowser { market, browser in
            let empty = try await browser.get("/products/new")
            let key = try #require(empty.hidden("key"))
            #expect(try await browser.get("/products/new?key=\(key)").status == 200)
            _ = try await browser.post("/products", form: .webListing(empty))
            let listed = try await browser.get("/products/new?key=\(key)")
            #expect(listed.status == 303)
            #expect(listed.headers[.location] == "/products/1")
            #expect(try await TestBrowser(market).get("/products/new?key=\(key)").status == 200)
            #expect(try await browser.get("/products/new?key=another").status == 200)
            market.clock.advance(seconds: 86_401)
            #expect(try await browser.get("/products/new?key=\(key)").status == 200)
        }
    }

    @Test func refusedFormKeepsEverythingImagesToo() async throws {
        try await withBrowser { market, browser in
            let empty = try await browser.get("/products/new")
            let refused = try await browser.post(
                "/products",
                form: .webListing(empty, ["name": "", "price": "abc", "contact": "010-1234"], photos: ["red", "blue"])
            )
            #expect(refused.status == 422)
            for kept in ["value=\"abc\"", "010-1234", "앉기 좋아요."] { #expect(refused.html.contains(kept), "\(kept)") }
            #expect(refused.html.contains("Enter a name."))
            #expect(refused.html.contains("The price must be a number."))
            let tokens = refused.allHidden("kept")
            #expect(tokens.count == 2)
            #expect(refused.hidden("key") == empty.hidden("key"))
            let again = try await browser.post(
                "/products",
                form: .webListing(refused, kept: tokens, order: "k1,n0,k0", photos: ["green"])
            )
            #expect(again.status == 303, "\(again.html)")
            let product = try JSON(await market.get("/api/products/1"))
            #expect(product["images"].array.count == 3)
            for image in product["images"].array {
                let image = try await market.follow(image["url"].string)
                #expect(image.status == .ok)
            }
        }
    }

    @Test func imagesOfARefusedFormAreForgottenAfterAnHour() async throws {
        try await withBrowser { market, browser in
            let empty = try await browser.get("/products/new")
            let refused = try await browser.post("/products", form: .webListing(empty, ["name": ""]))
            market.clock.advance(seconds: 3601)
            let again = try await browser.post(
                "/products",
                form: .webListing(refused, kept: refused.allHidden("kept"), photos: [])
            )
            #expect(again.status == 422)
            #expect(again.html.contains("Add at least one picture."))
        }
    }

    @Test func buttonTakesAnImageAwayAndKeepsTheRest() async throws {
        try await withBrowser { market, browser in
            let empty = try await browser.get("/products/new")
            let refused = try await browser.post(
                "/products",
                form: .webListing(empty, ["name": ""], photos: ["red", "blue"])
            )
            let tokens = refused.allHidden("kept")
            let less = try await browser.post(
                "/products",
                form: .webListing(refused, ["remove": tokens[0], "name": "책상"], kept: tokens, photos: [])
            )
            #expect(less.status == 200)
            #expect(less.allHidden("kept") == [tokens[1]])
            #expect(less.html.contains("책상"))
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 0)
        }
    }

    @Test func twoTapsAtOnceOfAFirstTimeSellerMakeOneProductOfOneVendor() async throws {
        try await withBrowser { market, browser in
            let page = try await browser.get("/products/new")
            async let first = browser.post("/products", form: .webListing(page))
            async let second = browser.post("/products", form: .webListing(page))
            async let third = browser.post("/products", form: .webListing(page))
            let locations = try await [first, second, third].map { $0.headers[.location] }
            #expect(locations == ["/products/1", "/products/1", "/products/1"])
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 1)
            try await market.list()
            // The next vendor is the second one.
            let product = try JSON(await market.get("/api/products/1"))
            let other = try JSON(await market.get("/api/products/2"))
            #expect(other["vendor_id"].int == (product["vendor_id"].int ?? 0) + 1)
        }
    }

    @Test func lostAnswerAndASecondTapMakeOneProduct() async throws {
        try await withBrowser { market, browser in
            let page = try await browser.get("/products/new")
            try await browser.postInVain("/products", form: .webListing(page))
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 1)
            let second = try await browser.post("/products", form: .webListing(page))
            #expect(second.headers[.location] == "/products/1")
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 1)
            // It belongs to this browser.
            let mine = try await browser.get("/mine")
            #expect(mine.html.contains("data-id=\"1\""))
        }
    }

    @Test func openingTheFormLeavesPagesPublic() async throws {
        try await withBrowser { market, browser in
            try await market.list()
            let before = try await browser.get("/")
            _ = try await browser.get("/products/new")
            #expect(await browser.cookies["seller"] != nil)
            for path in ["/", "/products/1"] {
                let theirs = try await TestBrowser(market).get(path)
                let mine = try await browser.get(path)
                #expect(mine.headers[.eTag] != nil && mine.headers[.eTag] == theirs.headers[.eTag])
            }
            let again = try await browser.get("/", [.ifNoneMatch: try #require(before.headers[.eTag])])
            #expect(again.status == 304)
        }
    }

    @Test func usedKeyLeadsToTheListingAndToANewKey() async throws {
        try await withBrowser { market, browser in
            let page = try await browser.get("/products/new")
            try await browser.postInVain("/products", form: .webListing(page))
            let changed = try await browser.post(
                "/products",
                form: .webListing(page, ["name": "책상"], photos: ["red", "blue"])
            )
            #expect(changed.status == 409)
            #expect(changed.html.contains("href=\"/products/1\""))
            #expect(!changed.html.contains("Idempotency-Key"))
            #expect(changed.html.contains("value=\"책상\""))
            #expect(changed.hidden("key") != page.hidden("key"))
            let listed = try await browser.post(
                "/products",
                form: .webListing(changed, ["name": "책상"], kept: changed.allHidden("kept"), photos: [])
            )
            #expect(listed.headers[.location] == "/products/2")
            #expect(try JSON(await market.get("/api/products/2"))["images"].array.count == 2)
            let told = try await browser.post("/products", form: .webListing(page, ["name": "책상"]), Self.json)
            #expect(told.status == 409)
            #expect(told.html.contains(#""listed":"/products/1""#) && told.html.contains(#""key":""#))
        }
    }

    @Test func formWithoutItsTokenComesBackWholeAndIsThenListed() async throws {
        try await withBrowser { market, browser in
            let page = try await browser.get("/products/new")
            await browser.forget("csrf")
            let again = try await browser.post(
                "/products",
                form: .webListing(page, ["name": "책상"], photos: ["red", "blue"])
            )
            #expect(again.status == 403)
            #expect(again.html.contains("<p id=\"form-error\"") && again.html.contains("value=\"책상\""))
            // Only the photos, which may have been another site's, are to be chosen again.
            #expect(again.allHidden("kept").isEmpty)
            let listed = try await browser.post(
                "/products",
                form: .webListing(again, ["name": "책상"], photos: ["red", "blue"])
            )
            #expect(listed.headers[.location] == "/products/1")
            #expect(try JSON(await market.get("/api/products/1"))["images"].array.count == 2)
        }
    }

    @Test func scriptsAreToldInJSON() async throws {
        try await withBrowser { market, browser in
            let page = try await browser.get("/products/new")
            let refused = try await browser.post("/products", form: .webListing(page, ["price": "x"]), Self.json)
            #expect(refused.status == 400)
            #expect(refused.html.contains(#""fields":[{"name":"price""#))
            let other = try await browser.post(
                "/products",
                form: .webListing(page, ["discount": "x", "password": ""]),
                Self.json
            )
            // By the names of the form's fields.
            #expect(other.html.contains(#"{"name":"discount""#) && other.html.contains(#"{"name":"password""#))
            let listed = try await browser.post("/products", form: .webListing(page), Self.json)
            #expect(listed.status == 201)
            #expect(listed.html == #"{"location":"/products/1"}"#)
        }
    }

    @Test func formOfAnotherSiteIsRefused() async throws {
        try await withBrowser { market, browser in
            let page = try await browser.get("/products/new")
            var forged = FormBody()
            forged.add("csrf", "00000000000000000000000000000000")
            forged.add("name", "x")
            forged.close()
            let wrong = try await browser.post("/products", form: forged)
            #expect(wrong.status == 403)
            let stranger = try await TestBrowser(market).post("/products", form: .webListing(page))
            #expect(stranger.status == 403)
            let cross = try await browser.post(
                "/products",
                form: .webListing(page),
                [.field("Sec-Fetch-Site"): "cross-site"]
            )
            #expect(cross.status == 403)
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 0)
        }
    }

    @Test func webTakesTextsAsLongAsTheAPI() async throws {
        try await withBrowser { market, browser in
            let page = try await browser.get("/products/new")
            #expect(page.html.contains("0 / 200") && page.html.contains("0 / 10000"))
            let long = String(repeating: "가", count: 201)
            let refused = try await browser.post("/products", form: .webListing(page, ["name": long]))
            #expect(refused.status == 422)
            let right = try await browser.post(
                "/products",
                form: .webListing(
                    page,
                    ["name": String(long.dropLast()), "descriptions": String(repeating: "가", count: 10_000)]
                )
            )
            #expect(right.status == 303, "\(right.html)")
        }
    }

    @Test(arguments: [("price", "12,000원"), ("price", "１２０００"), ("price", "₩ 12 000"), ("stock", "2개")])
    func numbersAreTakenAsPeopleTypeThem(_ field: String, _ text: String) async throws {
        try await withBrowser { market, browser in
            let page = try await browser.get("/products/new")
            let sent = try await browser.post("/products", form: .webListing(page, [field: text]))
            #expect(sent.status == 303, "\(sent.html)")
            let product = try JSON(await market.get("/api/products/1"))
            #expect(product["price"].int == 12000 && product["stock"].int == 2)
        }
    }

    @Test(arguments: [
        ("price", "1,2,3"), ("price", "1e3"), ("price", "-5"), ("price", "$20"), ("discount", "1.5"), ("stock", "1.5"),
        ("stock", "1e3"),
    ])
    func whatIsNoNumberIsSaidBesideItsField(_ field: String, _ text: String) async throws {
        try await withBrowser { market, browser in
            let page = try await browser.get("/products/new")
            let refused = try await browser.post("/products", form: .webListing(page, [field: text]))
            #expect(refused.status == 422)
            #expect(refused.html.contains("value=\"\(text)\""))
            let errors = refused.html.matches(of: /<p class="error" id="(\w+)-error">[^<]/).map { String($0.1) }
            #expect(errors == [field])
        }
    }
}
