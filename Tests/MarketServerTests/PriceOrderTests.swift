import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import TestMarkets
import Testing

/// Lists by price: amounts of different currencies are never compared.
struct PriceOrderTests {
    private func fill(_ market: TestMarket) async throws {
        for (price, currency) in [(5000, "KRW"), (2, "USD"), (300, "KRW"), (90, "USD"), (20_000, "KRW")] {
            try await market.list(["name": "의자", "price": price, "currency": currency, "stock": 1])
        }
    }

    private func ids(_ page: TestBrowser.Page) -> [Int] {
        page.html.matches(of: /data-id="(\d+)"/).compactMap { Int($0.1) }
    }

    @Test(arguments: ["", "&search_value=%EC%9D%98%EC%9E%90", "&in_stock=1", "&vendor_id=1"])
    func currenciesComeOneAfterTheOther(_ filter: String) async throws {
        try await withMarket { market in
            try await fill(market)
            for (sort, expected) in [("price_asc", [3, 1, 5, 2, 4]), ("price_desc", [5, 1, 3, 4, 2])] {
                let all = try JSON(await market.get("/api/products?sort=\(sort)\(filter)"))
                #expect(all["pages"].array.compactMap { $0["id"].int } == expected)
                // One by one, by cursor and by number.
                var (walked, numbered, cursor) = ([Int](), [Int](), "")
                for number in 1...5 {
                    let path = "/api/products?sort=\(sort)\(filter)&items_per_page=1"
                    let next = try JSON(await market.get("\(path)&cursor=\(cursor)"))
                    walked += next["pages"].array.compactMap { $0["id"].int }
                    cursor = next["next_cursor"].string ?? ""
                    let page = try JSON(await market.get("\(path)&page_no=\(number)"))
                    numbered += page["pages"].array.compactMap { $0["id"].int }
                }
                #expect(walked == expected)
                #expect(numbered == expected)
                #expect(cursor.isEmpty)
            }
        }
    }

    /// The chairs of `ProductStore.fill(count:)`: more than are sorted.
    @Test func boundsHoldBehindAnyCursor() async throws {
        try await withMarket { market in
            try await market.store.fill(count: 5000)
            let all = try await market.store.page(ProductQuery(size: 1)).totalCount
            try #require(all == 5000)
            var chairs: [(amount: Money, id: Int64)] = []
            var query = ProductQuery(order: .oldest, size: 800, search: ProductSearch("의자", in: .nameAndDescription))
            while true {
                let page = try await market.store.page(query)
                chairs += page.products.map { ($0.pricing.salePrice, $0.id.rawValue) }
                guard let cursor = page.nextCursor else { break }
                query.window = .after(cursor)
            }
            try #require(chairs.count == 2500)
            for currency in [Currency.krw, .usd] {
                let bounds = AttributeFilter.PriceRange(currency: currency, minimum: 101_500, maximum: 110_300)
                let inBounds = chairs.filter {
                    $0.amount.currency == currency && 101_500...110_300 ~= $0.amount.minorUnits
                }
                try #require(1001..<1250 ~= inBounds.count)
                for isAscending in [true, false] {
                    for place in [Currency.krw, .usd, .eur].flatMap({ currency in
                        [
                            (0, 7), (101_400, 3000), (101_500, 2500), (105_000, 1), (110_300, 2500), (110_400, 1),
                            (900_000, 9),
                        ]
                        .map { (Money(minorUnits: $0.0, currency: currency), Int64($0.1)) }
                    }) {
                        var query = ProductQuery(
                            order: isAscending ? .cheapest : .mostExpensive,
                            window: .after(
                                .afterPrice(
                                    PriceCursor(firstCurrency: .krw, amount: place.0, id: Product.ID(rawValue: place.1))
                                )
                            ),
                            size: 30,
                            filter: AttributeFilter(price: bounds),
                            search: ProductSearch("의자", in: .nameAndDescription)
                        )
                        let expected = inBounds.filter { Self.comes(place, before: $0, isAscending) }
                            .sorted { Self.comes(($0.amount, $0.id), before: $1, isAscending) }.prefix(30).map(\.id)
                        for scope in [CurrencyScope.all, .wonAndDollar] {
                            query.currencyScope = scope
                            let found = try await market.store.page(query)
                            #expect(
                                found.products.map(\.id.rawValue) == expected,
                                "\(currency) \(isAscending) \(place)"
                            )
                        }
                    }
                }
            }
        }
    }

    /// Won come first, and then the others by code.
    private static func comes(
        _ one: (amount: Money, id: Int64),
        before other: (amount: Money, id: Int64),
        _ isAscending: Bool
    ) -> Bool {
        let (first, second) = (one.amount, other.amount)
        if first.currency != second.currency {
            return first.currency == .krw
                || second.currency != .krw && first.currency.rawValue < second.currency.rawValue
        }
        if first.minorUnits != second.minorUnits { return isAscending == (first.minorUnits < second.minorUnits) }
        return one.id > other.id
    }

    @Test func pagesBeginWithTheCurrencyOfTheirLanguage() async throws {
        try await withMarket { market in
            try await fill(market)
            for (language, up, down) in [
                ("ko", [3, 1, 5, 2, 4], [5, 1, 3, 4, 2]), ("en", [2, 4, 3, 1, 5], [4, 2, 5, 1, 3]),
            ] {
                let browser = TestBrowser(market, language: language)
                #expect(try await ids(browser.get("/?sort=price_asc")) == up)
                #expect(try await ids(browser.get("/?sort=PRICE_ASC")) == up)
                #expect(try await ids(browser.get("/?sort=price_desc&q=%EC%9D%98%EC%9E%90")) == down)
            }
        }
    }

    @Test func aListGoesOnAsItBeganWhenTheLanguageChanges() async throws {
        try await withMarket { market in
            for number in 1...31 {
                try await market.item(
                    ["title": "의자", "price": "\(number)", "currency": number == 31 ? "USD" : "KRW"],
                    photos: []
                )
            }
            let first = try await TestBrowser(market, language: "ko").get("/?fragment=1&sort=price_asc")
            let cursor = try #require(first.headers[.field("X-Next-Cursor")])
            let rest = try await TestBrowser(market, language: "en").get("/?fragment=1&sort=price_asc&cursor=\(cursor)")
            #expect(ids(rest) == [31])
        }
    }

    /// Cursors from before currencies were separated, and invalid ones.
    @Test(arguments: [
        "a3ug-1", "i1", "p", "pKRW-KRW-1", "pXXX-KRW-1-1", "pKRW-KRW-z-", "pKRW-USD--1-1", "pUSD-KRW-1-1",
    ])
    func cursorsThatDoNotFitAreRefusedAndBeginAnewOnPages(_ cursor: String) async throws {
        try await withMarket { market in
            try await fill(market)
            let refused = try await market.get("/api/products?sort=price_asc&cursor=\(cursor)")
            #expect(refused.status == .badRequest)
            guard !cursor.hasPrefix("pUSD") else { return }
            let page = try await TestBrowser(market, language: "ko").get("/?sort=price_asc&cursor=\(cursor)")
            #expect(ids(page) == [3, 1, 5, 2, 4])
        }
    }

    @Test func pageNumbersEndWhereTheyReach() async throws {
        try await withMarket { market in
            try await fill(market)
            for filter in ["sort=price_asc", "in_stock=1", "search_value=%EC%9D%98%EC%9E%90"] {
                let page = try JSON(await market.get("/api/products?\(filter)&page_no=501&items_per_page=20"))
                #expect(page["pages"].array.isEmpty)
                #expect(page["total_count"].int == 5)
                #expect(page["has_next"].bool == false)
                #expect(page["next_cursor"].string == nil)
            }
        }
    }
}
