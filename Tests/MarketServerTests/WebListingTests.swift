import Foundation
import HTTPTypes
import HummingbirdTesting
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
            // It is this browser's own, and no other's.
            let mine = try await browser.get("/mine")
            #expect(mine.html.contains("data-id=\"1\""))
            let theirs = try await TestBrowser(market).get("/mine")
            #expect(!theirs.html.contains("data-id=\"1\""))
        }
    }

    @Test func refusedFormKeepsEverythingPicturesToo() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
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
                let picture = try await market.follow(image["url"].string)
                #expect(picture.status == .ok)
            }
        }
    }

    @Test func picturesOfARefusedFormAreForgottenAfterAnHour() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
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

    @Test func buttonTakesAPictureAwayAndKeepsTheRest() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
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

    @Test func oneTapMakesOneListing() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            let page = try await browser.get("/products/new")
            // The first answer brings the identity; whoever taps again has it already.
            let first = try await browser.post("/products", form: .webListing(page))
            async let second = browser.post("/products", form: .webListing(page))
            async let third = browser.post("/products", form: .webListing(page))
            let locations = try await [first, second, third].map { $0.headers[.location] }
            #expect(locations == ["/products/1", "/products/1", "/products/1"])
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 1)
        }
    }

    @Test func scriptsAreToldInJSON() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            let page = try await browser.get("/products/new")
            let refused = try await browser.post("/products", form: .webListing(page, ["price": "x"]), Self.json)
            #expect(refused.status == 400)
            #expect(refused.html.contains(#""fields":[{"name":"price""#))
            let listed = try await browser.post("/products", form: .webListing(page), Self.json)
            #expect(listed.status == 201)
            #expect(listed.html == #"{"location":"/products/1"}"#)
        }
    }

    @Test func formOfAnotherSiteIsRefused() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
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

    @Test func webAsksForShorterTextsThanTheAPI() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            let page = try await browser.get("/products/new")
            let long = String(repeating: "가", count: 101)
            let refused = try await browser.post("/products", form: .webListing(page, ["name": long]))
            #expect(refused.status == 422)
            let right = try await browser.post("/products", form: .webListing(page, ["name": String(long.dropLast())]))
            #expect(right.status == 303)
        }
    }

    @Test func closedMarketSaysSo() async throws {
        try await withMarket(registration: .closed) { market in
            let browser = TestBrowser(market)
            let page = try await browser.get("/products/new")
            let refused = try await browser.post("/products", form: .webListing(page))
            #expect(refused.status == 403)
            #expect(refused.html.contains("This market isn’t taking new sellers."))
        }
    }
}
