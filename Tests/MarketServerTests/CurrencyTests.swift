import Foundation
import HTTPTypes
import MarketAPI
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// API.md, “Rules for every edition”: the operator's currencies, two of which appear in old apps' lists.
struct CurrencyTests {
    /// Lists one product in each currency, and then another in won: the ids are 1 to 8.
    private func fill(_ market: TestMarket) async throws {
        for currency in Currency.usual + [.krw] {
            try await market.list(["name": "의자", "price": 12, "currency": currency.rawValue, "stock": 1])
        }
    }

    private func ids(_ market: TestMarket, _ path: String) async throws -> [Int] {
        try JSON(await market.get(path))["pages"].array.compactMap { $0["id"].int }
    }

    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func everyCurrencyIsTakenWithItsMinorUnits(_ edition: Edition?) async throws {
        try await withMarket(edition: edition) { market in
            for currency in Currency.usual {
                let fraction = try await market.post(.listing(["price": "19.99", "currency": currency.rawValue]))
                #expect(fraction.status == (currency.exponent == 2 ? .created : .badRequest), "\(currency)")
                let tooFine = try await market.post(.listing(["price": "19.999", "currency": currency.rawValue]))
                #expect(tooFine.status == .badRequest)
                #expect(try JSON(tooFine)["fields"][0]["name"].string == "price")
                let whole = try await market.list(["price": 1200, "currency": currency.rawValue.lowercased()])
                #expect(whole["currency"].string == currency.rawValue)
                #expect(whole["price"].int == 1200)
                let id = try #require(whole["id"].int)
                #expect(try JSON(await market.get("/api/products/\(id)"))["currency"].string == currency.rawValue)
            }
        }
    }

    @Test func itemsTakesAndListsAllOfThemInWholeUnits() async throws {
        try await withMarket { market in
            for currency in Currency.usual {
                let item = try await market.item(["price": "20", "currency": currency.rawValue], photos: [])
                #expect(item["currency"].string == currency.rawValue)
                #expect(item["price"].int == 20)
            }
            for currency in ["EUR", "HKD"] {
                try await market.list(["price": "19.50", "currency": currency])
            }
            let items = try JSON(await market.get("/items/1"))["items"].array
            #expect(items.compactMap { $0["currency"].string } == Currency.usual.map(\.rawValue) + ["EUR", "HKD"])
            #expect(items.suffix(2).compactMap { $0["price"].int } == [20, 20])
        }
    }

    private static func item(_ code: String) -> String {
        #"{"title":"x","price":1000,"currency":"\#(code)","stock":1,"descriptions":"d","password":"correct horse"}"#
    }

    /// Apps of `items` offer CZK, THB and VND. Some offer BTC, which isn't one of ISO 4217.
    @Test func itemsTakesEveryCurrencyUnlessSomeAreChosen() async throws {
        try await withMarket { market in
            for code in ["CZK", "THB", "VND", "KWD", "eur", "WON"] {
                let listed = try await market.send(.post, "/item", Self.item(code))
                #expect(listed.status == .ok, "\(code)")
                let expected = code == "WON" ? "KRW" : code.uppercased()
                #expect(try JSON(listed)["currency"].string == expected)
                #expect(try JSON(listed)["price"].int == 1000)
            }
            let change = #"{"password":"correct horse","currency":"SEK"}"#
            let changed = try await market.send(.patch, "/item/1", change)
            #expect(changed.status == .ok)
            #expect(try JSON(changed)["currency"].string == "SEK")
            for code in ["BTC", "XYZ", "", "Kč"] {
                #expect(try await market.send(.post, "/item", Self.item(code)).status == .badRequest, "\(code)")
            }
            // Elsewhere, the usual ones are taken, and old lists have won and dollars.
            let elsewhere = try await market.post(.listing(["currency": "CZK"])).status
            let (old, all) = (
                try await ids(market, "/api/products"), try await ids(market, "/api/products?currency=all")
            )
            let page = try await TestBrowser(market, language: "en").get("/products/2").html
            let form = try await TestBrowser(market, language: "en").get("/products/new").html
            #expect(elsewhere == .badRequest)
            #expect(old == [6] && all == [6, 5, 4, 3, 2, 1])
            #expect(page.contains("THB") && !form.contains("CZK"))
        }
    }

    @Test(arguments: [nil, ["CHF", "USD"]] as [[String]?])
    func appsReadWhatCanBeListedIn(_ chosen: [String]?) async throws {
        let prices = PricePolicy(currencies: chosen?.compactMap { Currency(rawValue: $0) })
        let expected = chosen ?? Currency.usual.map(\.rawValue)
        try await withMarket(prices: prices) { market in
            let read = try JSON(await market.get("/api/categories"))["currencies"].array.compactMap(\.string)
            #expect(read == expected)
        }
    }

    /// Also if they are those that are usual.
    @Test(arguments: [[Currency.krw, .usd], Currency.usual])
    func chosenCurrenciesHoldForItemsToo(_ currencies: [Currency]) async throws {
        try await withMarket(prices: PricePolicy(currencies: currencies)) { market in
            let listed = try await market.send(.post, "/item", Self.item("USD"))
            #expect(listed.status == .ok)
            for code in ["CZK", "THB", "VND"] {
                #expect(try await market.send(.post, "/item", Self.item(code)).status == .badRequest, "\(code)")
                let change = "{\"password\":\"correct horse\",\"currency\":\"\(code)\"}"
                #expect(try await market.send(.patch, "/item/1", change).status == .badRequest, "\(code)")
            }
        }
    }

    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func listsOfOldAppsShowWonAndDollars(_ edition: Edition?) async throws {
        try await withMarket(edition: edition) { market in
            try await fill(market)
            #expect(try await ids(market, "/api/products") == [8, 2, 1])
            #expect(try await ids(market, "/api/products?page_no=2&items_per_page=2") == [1])
            let envelope = try JSON(await market.get("/api/products?items_per_page=2"))
            let isCamel = edition == .openmarket
            #expect(envelope[isCamel ? "totalCount" : "total_count"].int == 3)
            #expect(envelope[isCamel ? "lastPage" : "last_page"].int == 2)
            // An extension: old editions ignore unknown parameters.
            let all = try await ids(market, "/api/products?currency=all")
            #expect(all == (edition == nil ? [8, 7, 6, 5, 4, 3, 2, 1] : [8, 2, 1]))
        }
    }

    @Test(arguments: [
        "search_value=%EC%9D%98%EC%9E%90", "in_stock=1", "vendor_id=1", "sort=price_asc", "sort=price_desc",
    ])
    func everyListOnTheMainPortLeavesThemOutUnlessAllAreAskedFor(_ filter: String) async throws {
        try await withMarket { market in
            try await fill(market)
            for (currency, expected) in [
                ("", Set([8, 2, 1])), ("&currency=krw", [8, 2, 1]), ("&currency=ALL", Set(1...8)),
            ] {
                var (walked, cursor) = ([Int](), "")
                repeat {
                    let path = "/api/products?\(filter)\(currency)&items_per_page=2&cursor=\(cursor)"
                    let page = try JSON(await market.get(path))
                    #expect(page["total_count"].int == expected.count)
                    walked += page["pages"].array.compactMap { $0["id"].int }
                    cursor = page["next_cursor"].string ?? ""
                } while !cursor.isEmpty
                #expect(Set(walked) == expected)
                #expect(walked.count == expected.count)
            }
        }
    }

    @Test func openMarketSearchLeavesThemOut() async throws {
        try await withMarket(edition: .openmarket) { market in
            try await fill(market)
            #expect(try await ids(market, "/api/products?search_value=%EC%9D%98%EC%9E%90") == [8, 2, 1])
        }
    }

    @Test func aProductComesIntoTheListWithItsCurrency() async throws {
        try await withMarket { market in
            try await fill(market)
            for (currency, expected) in [("USD", [8, 4, 2, 1]), ("GBP", [8, 2, 1])] {
                let edit = #"{"secret":"correct horse","currency":"\#(currency)"}"#
                let response = try await market.send(.patch, "/api/products/4", edit)
                #expect(response.status == .accepted)
                #expect(try await ids(market, "/api/products") == expected)
            }
        }
    }

    @Test func pricesGroupByCurrencyTheOneOfTheLanguageFirst() async throws {
        try await withMarket { market in
            try await fill(market)
            // KRW (8 and 1), then CNY, EUR, GBP, HKD, JPY, USD.
            let api = try await ids(market, "/api/products?sort=price_asc&currency=all")
            #expect(api == [8, 1, 6, 4, 5, 7, 3, 2])
            for (language, expected) in [("ko", [8, 1, 6, 4, 5, 7, 3, 2]), ("en", [2, 8, 1, 6, 4, 5, 7, 3])] {
                let page = try await TestBrowser(market, language: language).get("/?sort=price_asc")
                #expect(page.html.matches(of: /data-id="(\d+)"/).compactMap { Int($0.1) } == expected)
            }
        }
    }

    @Test func pagesShowAndOfferEveryCurrency() async throws {
        try await withMarket { market in
            try await fill(market)
            for (language, prices) in [
                ("ko", ["12원", "$12", "12엔", "€12", "£12", "12위안", "HK$12"]),
                ("en", ["₩12", "$12", "¥12", "€12", "£12", "CN¥12", "HK$12"]),
            ] {
                let browser = TestBrowser(market, language: language)
                let list = try await browser.get("/")
                for price in prices { #expect(list.html.contains(price), "\(price)") }
                let form = try await browser.get("/products/new")
                for currency in Currency.usual {
                    #expect(form.html.contains("<option value=\"\(currency.rawValue)\""), "\(currency)")
                }
            }
        }
    }

    @Test func operatorTakesAnyCurrencyOfISO4217() async throws {
        let codes = ["CHF", "ISK", "KWD", "SEK"]
        let prices = PricePolicy(currencies: [.krw] + codes.compactMap(Currency.init(rawValue:)))
        try await withMarket(prices: prices) { market in
            for (currency, price, tooFine) in [
                ("CHF", "19.99", "19.999"), ("ISK", "1200", "1200.5"), ("KWD", "1.234", "1.2345"),
                ("SEK", "100", "0.001"),
            ] {
                let listed = try await market.list(["price": price, "currency": currency, "stock": 1])
                #expect(listed["currency"].string == currency)
                #expect(listed["price"].double == Double(price))
                let refused = try await market.post(.listing(["price": tooFine, "currency": currency]))
                #expect(refused.status == .badRequest)
                #expect(try JSON(refused)["fields"][0]["name"].string == "price")
            }
            for unknown in ["XXX", "USD", "XAU"] {
                let refused = try await market.post(.listing(["currency": unknown]))
                #expect(refused.status == .badRequest)
                #expect(try JSON(refused)["fields"][0]["name"].string == "currency")
            }
            // Old apps' lists leave them out, as all but won and dollars.
            #expect(try await ids(market, "/api/products") == [])
            #expect(try await ids(market, "/api/products?currency=all") == [4, 3, 2, 1])
            #expect(try await ids(market, "/api/products?currency=all&sort=price_desc") == [1, 2, 3, 4])
            let first = try JSON(await market.get("/api/products?currency=all&sort=price_asc&items_per_page=2"))
            let rest = "/api/products?currency=all&sort=price_asc&cursor=\(first["next_cursor"].string ?? "")"
            #expect(try await ids(market, rest) == [3, 4])
            #expect(try await ids(market, "/api/products?currency=all&price_min=1&price_currency=kwd") == [3])
            let browser = TestBrowser(market)
            let list = try await browser.get("/").html
            for price in ["CHF\u{A0}19.99", "ISK\u{A0}1,200", "KWD\u{A0}1.234", "SEK\u{A0}100"] {
                #expect(list.contains(price), "\(price)")
            }
            let form = try await browser.get("/products/new").html
            #expect(codes.allSatisfy { form.contains("<option value=\"\($0)\"") })
            #expect(!form.contains("<option value=\"USD\""))
        }
    }

    @Test func threeDecimalsAreKeptWhereverAPriceIs() async throws {
        let kwd = try #require(Currency(rawValue: "KWD"))
        try await withMarket(prices: PricePolicy(currencies: [.krw, .jpy, kwd])) { market in
            try await market.list(["price": "1.234", "discounted_price": "0.034", "currency": "KWD", "stock": 1])
            try await market.list(["price": "1200", "currency": "JPY", "stock": 1])
            for (query, expected) in [
                ("price_min=1.2&price_max=1.2", [1]), ("price_min=1.201", []), ("price_max=1.199", []),
                ("price_min=0.001", [1]),
            ] as [(String, [Int])] {
                let list = "/api/products?currency=all&price_currency=KWD&\(query)"
                #expect(try await ids(market, list) == expected, "\(query)")
            }
            let tooFine = try await market.get("/api/products?currency=all&price_currency=KWD&price_min=1.2345")
            #expect(tooFine.status == .badRequest)
            // `items` has whole units, rounded half up.
            let items = try JSON(await market.get("/items/1"))["items"].array
            #expect(items.compactMap { $0["price"].int } == [1, 1200])
            let browser = TestBrowser(market)
            let page = try await browser.get("/?currency=all&price_currency=KWD&price_min=1.2").html
            for text in ["KWD\u{A0}1.200", "KWD\u{A0}1.234", "value=\"1.2\""] {
                #expect(page.contains(text), "\(text)")
            }
            #expect(!page.contains("¥1,200"))
            let edit = #"{"secret":"correct horse","price":"12.5","discounted_price":0}"#
            _ = try await market.send(.patch, "/api/products/1", edit)
            let changed = try JSON(await market.get("/api/products/1"))
            #expect(changed["price"].double == 12.5 && changed["bargain_price"].double == 12.5)
        }
    }

    @Test func operatorChoosesWhatCanBeListedIn() async throws {
        let prices = PricePolicy(currencies: [.krw, .jpy])
        try await withMarket(prices: prices) { market in
            try await market.list(["currency": "JPY"])
            let refused = try await market.post(.listing(["currency": "USD"]))
            #expect(refused.status == .badRequest)
            #expect(try JSON(refused)["fields"][0]["name"].string == "currency")
            let item = try await market.send(.post, "/item", form: .item(["currency": "EUR"], photos: []))
            #expect(item.status == .badRequest)
            let edit = #"{"secret":"correct horse","currency":"USD"}"#
            let change = try await market.send(.patch, "/api/products/1", edit)
            #expect(change.status == .badRequest)
            let form = try await TestBrowser(market, language: "en").get("/products/new")
            #expect(form.html.contains("<option value=\"JPY\""))
            #expect(!form.html.contains("<option value=\"USD\""))
        }
    }

    // MARK: Without won

    @Test(arguments: [["EUR"], ["EUR", "KRW"]])
    func firstCurrencyIsTheDefaultOfEveryForm(_ codes: [String]) async throws {
        try await withMarket(prices: PricePolicy(currencies: codes.compactMap(Currency.init(rawValue:)))) { market in
            let browser = TestBrowser(market, language: "en")
            let form = try await browser.get("/products/new")
            #expect(form.html.contains("<option value=\"EUR\" selected>"))
            #expect(form.html.contains("<option value=\"KRW\"") == codes.contains("KRW"))
            #expect(!form.html.contains("<option value=\"KRW\" selected>"))
            let listed = try await browser.post(
                "/products",
                form: .webListing(form, ["price": "19.99", "currency": "EUR", "seller": "Kim"])
            )
            #expect(listed.status == 303, "\(listed.html)")
            // A form without the field, of a page that was open meanwhile or of a program.
            let again = try await browser.get("/products/new")
            let other = try await browser.post(
                "/products",
                [
                    ("csrf", again.hidden("csrf") ?? ""), ("name", "x"), ("price", "5.50"), ("seller", "Kim"),
                    ("password", TestMarket.secret), ("stock", "1"),
                ]
            )
            #expect(other.html.contains("<option value=\"EUR\" selected>"), "\(other.html)")
            // The panel's own choice needs no currency in the address.
            let filtered = try await browser.get("/?price_min=19&price_currency=").html
            #expect(filtered.contains("€19.99") && filtered.contains("€19"))
            #expect(!(try await browser.get("/?price_min=20").html.contains("€19.99")))
        }
    }

    @Test func marketWithoutWonRefusesItInEveryEditionWithASentence() async throws {
        try await withMarket(prices: PricePolicy(currencies: [.eur])) { market in
            try await market.list(["price": "19.99", "currency": "EUR", "stock": 1])
            let refused = try await market.post(.listing(["currency": "KRW"]))
            #expect(refused.status == .badRequest)
            #expect(try JSON(refused)["fields"][0]["name"].string == "currency")
            for code in ["WON", "KRW", "USD"] {
                let item = try await market.send(
                    .post,
                    "/item",
                    #"{"title":"x","price":1000,"currency":"\#(code)","stock":1,"descriptions":"d","password":"correct horse","images":[]}"#,
                    [.contentType: "application/json"]
                )
                #expect(item.status == .badRequest && String(buffer: item.body).contains("currency"), "\(code)")
            }
            // Lists of old apps stay empty, the others have it.
            #expect(try await ids(market, "/api/products") == [])
            #expect(try await ids(market, "/api/products?currency=all") == [1])
            #expect(try await ids(market, "/api/products?currency=all&price_min=19") == [1])
            #expect(try await ids(market, "/api/products?currency=all&price_min=20") == [])
        }
    }

    /// The wire of markets with won doesn't depend on the order of the operator's choice.
    @Test func marketWithWonKeepsItAsTheDefaultOfTheAPI() async throws {
        try await withMarket(prices: PricePolicy(currencies: [.eur, .krw])) { market in
            try await market.list(["price": "19.99", "currency": "EUR", "stock": 1])
            try await market.list(["price": "12000", "currency": "KRW", "stock": 1])
            #expect(try await ids(market, "/api/products?currency=all&price_min=19") == [2])
            #expect(try await ids(market, "/api/products") == [2])
        }
    }
}
