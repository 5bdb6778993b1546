import Foundation
import HTTPTypes
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

@testable import MarketCore

/// UX.md, “What a listing is”: the pages with scripts off.
struct AttributePagesTests {
    private static let all = [
        "category": "cameras", "condition": "like_new", "handover": "parcel", "place": "서울 <연남동>",
    ]

    @Test func formListsWithAllFieldsAndThePageShowsThem() async throws {
        try await withBrowser { market, browser in
            let form = try await browser.get("/products/new")
            #expect(form.html.contains("Electronics › Cameras"))
            let sent = try await browser.post("/products", form: .webListing(form, Self.all))
            #expect(sent.status == 303, "\(sent.html)")
            let page = try await browser.get("/products/1").html
            for text in [
                "<dd dir=\"auto\">Electronics › Cameras</dd>", "<dd dir=\"auto\">Like new</dd>",
                "<dd dir=\"auto\">Parcel</dd>",
                "<dd dir=\"auto\">서울 &lt;연남동&gt;</dd>", #"content="used""#, "https://schema.org/UsedCondition",
            ] { #expect(page.contains(text), "\(text)") }
            let korean = try await TestBrowser(market, language: "ko").get("/products/1").html
            #expect(korean.contains("<dd dir=\"auto\">거의 새것</dd>") && korean.contains("<dd dir=\"auto\">택배</dd>"))
        }
    }

    @Test func badFieldsLoseNothing() async throws {
        try await withBrowser { market, browser in
            let form = try await browser.get("/products/new")
            let bad = ["category": "cars", "condition": "good", "handover": "drone", "place": "부산", "name": ""]
            let refused = try await browser.post("/products", form: .webListing(form, bad))
            #expect(refused.status == 422)
            #expect(refused.html.contains("The category isn’t one of the choices. Choose another one."))
            #expect(refused.html.contains(#"<option value="cars" selected>"#))
            #expect(refused.html.contains(#"<option value="good" selected>"#))
            #expect(refused.html.contains(#"value="부산""#))
            let again = try await browser.post(
                "/products",
                form: .webListing(
                    refused,
                    ["category": "", "condition": "good", "place": "부산"],
                    kept: refused.allHidden("kept"),
                    photos: []
                )
            )
            #expect(again.status == 303, "\(again.html)")
        }
    }

    @Test func editsMergeTheAttributes() async throws {
        try await withMarket { market in
            // The hidden fields are read as they are written, so nothing in them may be escaped.
            try await market.list(Self.all.merging(["place": "서울"]) { $1 })
            let browser = TestBrowser(market)
            let question = try await browser.get("/products/1/edit")
            let csrf = try #require(question.hidden("csrf"))
            let answer = try await browser.post("/products/1/edit", [("csrf", csrf), ("password", TestMarket.secret)])
            let form = try await browser.get(try #require(answer.headers[.location]))
            #expect(form.hidden("was-category") == "cameras")
            // Meanwhile somebody else changes the place.
            let other = #"{"secret":"\#(TestMarket.secret)","place":"부산"}"#
            _ = try await market.send(.patch, "/api/products/1", other)
            let fields = [
                "name": "의자", "price": "12000", "category": "cameras", "condition": "fair", "handover": "",
                "place": "서울", "descriptions": "나무 의자입니다.\n튼튼해요.", "stock": "0",
            ]
            let kept = form.allHidden("kept")
            let saved = try await browser.post("/products/1", form: .webListing(form, fields, kept: kept, photos: []))
            #expect(saved.status == 303, "\(saved.html)")
            let product = try JSON(await market.get("/api/products/1"))
            #expect(product["place"].string == "부산" && product["condition"].string == "fair")
            #expect(product["handover"].string == nil && product["category"].string == "cameras")
        }
    }

    @Test func placesOfTheOperatorAreSuggested() async throws {
        try await withMarket(places: ["연남동", "합정동"]) { market in
            let html = try await TestBrowser(market).get("/products/new").html
            #expect(html.contains(#"list="places""#) && html.contains(#"<option value="합정동">"#))
        }
    }

    @Test func categoryHasAnAddressCrumbsAndItsCount() async throws {
        try await withMarket { market in
            try await market.list(Self.all.merging(["name": "Camera"]) { $1 })
            try await market.list(["name": "Radio", "category": "electronics"])
            try await market.list(["name": "Chair"])
            let browser = TestBrowser(market)
            let start = try await browser.get("/").html
            #expect(start.contains(#"<a class="chip" href="/c/electronics">Electronics <small>2</small></a>"#))
            #expect(!start.contains("/c/books"))
            let electronics = try await browser.get("/c/electronics").html
            #expect(electronics.contains("<title>Electronics · Open Market</title>"))
            #expect(electronics.contains("Camera") && electronics.contains("Radio"))
            #expect(!electronics.contains(">Chair<"))
            #expect(electronics.contains(#"href="/c/cameras">Cameras <small>1</small></a>"#))
            #expect(electronics.contains(#"<link rel="canonical" href="http://localhost/c/electronics">"#))
            #expect(!electronics.contains(#"content="noindex""#))
            let cameras = try await browser.get("/c/cameras?sort=price_asc").html
            #expect(cameras.contains(#"<a href="/?sort=price_asc">Everything</a>"#))
            #expect(cameras.contains(#"<a href="/c/electronics?sort=price_asc">Electronics</a>"#))
            #expect(cameras.contains(#"<b aria-current="page">Cameras</b>"#))
            #expect(cameras.contains(#"content="noindex""#))
            // The page of a product leads back to the category.
            #expect(cameras.contains("from=category%3Dcameras%26sort%3Dprice_asc"))
            let product = try await browser.get("/products/1?from=category%3Dcameras%26sort%3Dprice_asc").html
            #expect(product.contains(#"href="/c/cameras?sort=price_asc""#))
            #expect(try await browser.get("/c/cars").status == 404)
        }
    }

    @Test func formWithACategoryLeadsToItsAddress() async throws {
        try await withBrowser { market, browser in
            let moved = try await browser.get("/?q=&category=cameras&condition=good&price_min=&price_currency=KRW")
            #expect(moved.status == 302)
            #expect(moved.headers[.location] == "/c/cameras?condition=good")
            let other = try await browser.get("/c/cameras?category=books&q=x")
            #expect(other.headers[.location] == "/c/books?q=x")
            #expect(try await browser.get("/?category=cars").status == 200)
        }
    }

    @Test func everyChosenConditionIsAChipThatLeavesItOut() async throws {
        try await withMarket { market in
            try await market.list(Self.all.merging(["name": "Camera", "price": "15000"]) { $1 })
            try await market.list(["name": "Chair"])
            let path =
                "/c/cameras?condition=like_new&handover=parcel&place=%EC%84%9C%EC%9A%B8&price_min=10000"
                + "&price_max=20000&price_currency=KRW"
            let html = try await TestBrowser(market).get(path).html
            #expect(html.contains("Camera") && !html.contains(">Chair<"))
            #expect(html.contains("<summary class=\"button\">Filter <b>5</b></summary>"))
            #expect(html.contains(#"aria-label="Remove Like new""#))
            #expect(html.contains("₩10,000 – ₩20,000"))
            for (range, language, words) in [
                ("price_min=10000", "en", "From ₩10,000"), ("price_max=20000", "en", "Up to ₩20,000"),
                ("price_min=10000", "ko", "10,000원 이상"), ("price_max=20000", "ko", "20,000원 이하"),
            ] {
                let page = try await TestBrowser(market, language: language).get("/?\(range)")
                #expect(page.html.contains(words), "\(words)")
            }
            #expect(
                html.contains(#"href="/c/cameras?handover=parcel&amp;place=%EC%84%9C%EC%9A%B8&amp;price_min=10000"#)
            )
            #expect(html.contains("1 product"))
        }
    }

    @Test(arguments: [("ko", "나눔", "나눔이면 0을 적어 주세요."), ("en", "Free", "Enter 0 to give it away.")])
    func aProductIsGivenAwayInTheWordsOfTheMarket(_ language: String, _ word: String, _ hint: String) async throws {
        try await withMarket { market in
            let browser = TestBrowser(market, language: language)
            let form = try await browser.get("/products/new")
            #expect(form.html.contains(hint))
            let refused = try await browser.post("/products", form: .webListing(form, ["discount": word]))
            #expect(refused.status == 422 && !refused.html.contains("id=\"discount-error\"><"))
            let listed = try await browser.post("/products", form: .webListing(form, ["price": word]))
            #expect(listed.status == 303)
            #expect(try JSON(await market.get("/api/products/1"))["price"].int == 0)
        }
    }

    @Test func productForNothingIsFreeOnEveryPage() async throws {
        try await withMarket { market in
            try await market.list(["price": 0])
            let browser = TestBrowser(market)
            for path in ["/", "/products/1", "/?free=1", "/feed.atom"] {
                #expect(try await browser.get(path).html.contains("Free"), "\(path)")
            }
            #expect(try await TestBrowser(market, language: "ko").get("/").html.contains("나눔"))
        }
    }

    @Test func rowsSayConditionAndPlaceIfTheyAreGiven() async throws {
        try await withMarket { market in
            let film: [String: Any] = ["name": "Film camera", "stock": 1]
            try await market.list(film.merging(Self.all) { $1 })
            try await market.list(["name": "Unexposed film", "stock": 1])
            let browser = TestBrowser(market)
            let line = #"<p class="details" dir="auto">Like new · 서울 &lt;연남동&gt;</p>"#
            for path in ["/", "/?q=film", "/c/cameras", "/products/2/similar", "/sellers/1"] {
                let html = try await browser.get(path).html
                #expect(html.matches(of: /class="details"/).count == 1, "\(path)")
                #expect(html.contains(line), "\(path)")
            }
            let korean = try await TestBrowser(market, language: "ko").get("/").html
            #expect(korean.contains(#"<p class="details" dir="auto">거의 새것 · 서울 &lt;연남동&gt;</p>"#))
            let body = #"{"secret":"\#(TestMarket.secret)","condition":""}"#
            _ = try await market.send(.patch, "/api/products/1", body)
            #expect(try await browser.get("/").html.contains(#"<p class="details" dir="auto">서울 &lt;연남동&gt;</p>"#))
        }
    }

    @Test func similarProductsAreThoseWithMostInCommonThatAreForSale() async throws {
        try await withMarket { market in
            try await market.list(["name": "Film camera", "category": "cameras", "stock": 1])
            try await market.list(["name": "Old camera", "stock": 1])
            try await market.list(["name": "Tripod", "category": "cameras", "stock": 1])
            try await market.list(["name": "Film camera, boxed", "category": "cameras", "stock": 1])
            try await market.list(["name": "Another film camera", "category": "cameras", "stock": 0])
            try await market.list(["name": "Chair", "category": "furniture", "stock": 1])
            let browser = TestBrowser(market)
            let rows = try await browser.get("/products/1/similar").html
            let ids = rows.matches(of: /data-id="([0-9]+)"/).map { String($0.1) }
            #expect(ids == ["4", "2", "3"])
            let page = try await browser.get("/products/1").html
            #expect(page.contains(#"<a href="/c/cameras">Similar products"#))
            #expect(try await browser.get("/products/2").html.contains(#"<a href="/?q=Old">Similar products"#))
            #expect(try await browser.get("/products/99/similar").status == 404)
            // Under a sold product, what is similar comes before what else the seller has.
            func begins(_ html: String) -> Bool {
                guard let similar = html.range(of: #"id="similar""#), let others = html.range(of: #"id="others""#)
                else { return false }
                return similar.lowerBound < others.lowerBound
            }
            #expect(!begins(page))
            let body = #"{"secret":"\#(TestMarket.secret)","state":"sold"}"#
            _ = try await market.send(.put, "/api/products/1/state", body)
            #expect(begins(try await browser.get("/products/1").html))
        }
    }

    @Test func commonWordsOfNamesAreSearchedForWithoutNumbers() {
        #expect(FindSimilar.words(of: "35 mm film camera with a 50 mm f/1.8 lens") == ["camera", "film", "with"])
        #expect(FindSimilar.words(of: "의자") == ["의자"])
        #expect(FindSimilar.words(of: "9'2\"") == [])
    }
}
