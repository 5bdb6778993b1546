import Foundation
import MarketAPI
import MarketClient
import MarketModels
import TestMarkets
import Testing

/// The client's reading calls, against the real server in process.
@Suite struct ReadingTests {
    @Test func aListIsWalkedByCursorToItsEnd() async throws {
        try await withClient { market in
            for number in 1...7 { try await market.list("상품 \(number)") }
            var request = ProductListRequest(size: 3)
            var names: [String] = []
            var steps = 0
            repeat {
                let response = try await market.client.products(request)
                #expect(response.totalCount == 7)
                names += response.products.map(\.name)
                request.cursor = response.nextCursor
                steps += 1
            } while request.cursor != nil
            #expect(names == (1...7).reversed().map { "상품 \($0)" })
            #expect(steps == 3)
        }
    }

    @Test func allProductsOfAListComePageByPage() async throws {
        try await withClient { market in
            for number in 1...7 { try await market.list("상품 \(number)") }
            var names: [String] = []
            let products = market.client.allProducts(ProductListRequest(size: 3))
            for try await product in products { names.append(product.name) }
            #expect(names == (1...7).reversed().map { "상품 \($0)" })
            // What isn't read isn't asked for, and whoever stops gets no more.
            var iterator = market.client.allProducts(ProductListRequest(search: "없는 것")).makeAsyncIterator()
            #expect(try await iterator.next() == nil)
            #expect(try await iterator.next() == nil)
        }
    }

    @Test func anErrorEndsTheProductsOfAList() async throws {
        let transport = ScriptedTransport([.success(.refusal(400, code: "invalid_request"))])
        var iterator = MarketAPIClient.over(transport, at: "http://market.example").allProducts().makeAsyncIterator()
        let error = await #expect(throws: MarketClientError.self) { try await iterator.next() }
        #expect(error?.refusal?.status == 400)
        #expect(error?.localizedDescription == error?.errorDescription && error?.localizedDescription.isEmpty == false)
        #expect(try await iterator.next() == nil)
        #expect(transport.requests.count == 1)
    }

    @Test func aListThatComesBackToItsCursorEnds() async throws {
        let transport = ScriptedTransport(
            ["1", "2", "2", "2"].map { .success(.json(#"{"pages":[],"total_count":9,"next_cursor":"\#($0)"}"#)) }
        )
        var iterator = MarketAPIClient.over(transport, at: "http://market.example").allProducts().makeAsyncIterator()
        await #expect(throws: MarketClientError.unreadableResponse(detail: "the page after this one is this one")) {
            try await iterator.next()
        }
        #expect(try await iterator.next() == nil)
        #expect(transport.requests.count == 3)
    }

    @Test func aListKnowsPricesToTheCent() async throws {
        try await withClient { market in
            var listing = ClientMarket.listing()
            listing.draft.price = DecimalAmount("19.99")
            listing.draft.discount = DecimalAmount("0.9")
            listing.draft.currency = .usd
            let made = try await market.client.list(listing, key: UUID())
            let listed = try #require(try await market.client.products(ProductListRequest()).products.first)
            #expect(listed.pricing == Pricing(currency: .usd, priceMinorUnits: 1999, discountMinorUnits: 90))
            #expect(listed == made.listed)
        }
    }

    @Test func aProductInACurrencyOfALaterVersionIsListedWithTheOthers() async throws {
        func product(_ id: Int, _ currency: String, _ price: String) -> String {
            """
            {"id":\(id),"vendor_id":1,"name":"의자","thumbnail":"https://market.example/thumbs/1.jpg","currency":"\(currency)",
            "price":\(price),"discounted_price":0.5,"stock":1,"registered_at":"2026-03-05T00:00:00Z",
            "updated_at":"2026-03-05T00:00:00Z","version":1}
            """
        }
        func list(_ products: [String]) async throws -> [ListedProduct] {
            let page = "{\"pages\":[\(products.joined(separator: ","))],\"total_count\":2}"
            let client = MarketAPIClient.over(ScriptedTransport([.success(.json(page))]), at: "http://market.example")
            return try await client.products(ProductListRequest()).products
        }
        let listed = try await list([product(2, "XTS", "1234.25"), product(1, "USD", "3")])
        #expect(listed.map(\.pricing.currency.rawValue) == ["XTS", "USD"])
        #expect(listed[0].pricing.price.plainDigits == "1234.25")
        #expect(listed[0].pricing.salePrice.plainDigits == "1233.75")
        // What is no currency at all isn't the market's.
        await #expect(throws: MarketClientError.self) {
            try await list([product(2, "$", "1"), product(1, "USD", "3")])
        }
    }

    @Test func searchOrderStockAndVendorNarrowAList() async throws {
        try await withClient { market in
            var cheap = ClientMarket.listing("작은 소파")
            cheap.draft.price = DecimalAmount(5000)
            cheap.draft.stock = .zero
            let first = try await market.client.list(cheap, key: UUID())
            try await market.list("큰 소파")
            try await market.list("책상")
            func names(_ request: ProductListRequest) async throws -> [String] {
                try await market.client.products(request).products.map(\.name)
            }
            let found = try await names(ProductListRequest(order: .mostExpensive, search: "소파"))
            #expect(found == ["큰 소파", "작은 소파"])
            let inStock = try await names(ProductListRequest(order: .cheapest, search: "소파", isInStock: true))
            #expect(inStock == ["큰 소파"])
            let own = try await names(ProductListRequest(vendor: first.vendor.id))
            #expect(own.count == 3)
            let others = try await names(ProductListRequest(vendor: Vendor.ID(rawValue: 999)))
            #expect(others.isEmpty)
        }
    }

    @Test func attributesAndPricesNarrowAList() async throws {
        try await withClient { market in
            func list(_ name: String, _ price: Int64, _ change: (inout ProductDraft) -> Void = { _ in }) async throws {
                var listing = ClientMarket.listing(name)
                listing.draft.price = DecimalAmount(price)
                listing.draft.discount = nil
                change(&listing.draft)
                _ = try await market.client.list(listing, key: UUID())
            }
            try await list("책", 0)
            try await list("전화기", 90_000) { $0.attributes[.category] = "phones" }
            try await list("사진기", 50_000) {
                $0.attributes = [
                    .category: "cameras", .condition: "good", .handover: "both", .place: "서울 연남동",
                ]
            }
            func names(_ attributes: AttributeFilter) async throws -> [String] {
                try await market.client.products(ProductListRequest(attributes: attributes)).products.map(\.name)
            }
            // A category has the products of those in it.
            #expect(try await names(AttributeFilter(category: "electronics")) == ["사진기", "전화기"])
            #expect(try await names(AttributeFilter(category: "cameras")) == ["사진기"])
            #expect(try await names(AttributeFilter(condition: .good)) == ["사진기"])
            #expect(try await names(AttributeFilter(handover: .parcel)) == ["사진기"])
            #expect(try await names(AttributeFilter(place: "연남동 서울")) == ["사진기"])
            let prices = AttributeFilter.PriceRange(currency: .krw, minimum: 50_000, maximum: 89_999)
            #expect(try await names(AttributeFilter(price: prices)) == ["사진기"])
            #expect(try await names(AttributeFilter(price: .init(currency: .usd, minimum: 1))).isEmpty)
            #expect(try await names(AttributeFilter(isFree: true)) == ["책"])
            #expect(try await names(AttributeFilter(category: "no-such")).isEmpty)
        }
    }

    @Test func categoriesAreReadInTheirOrderWithTheirCounts() async throws {
        try await withClient { market in
            var listing = ClientMarket.listing("사진기")
            listing.draft.attributes[.category] = "cameras"
            let made = try await market.client.list(listing, key: UUID())
            #expect(made.listing.attributes.category == "cameras")
            let categories = try await market.client.categories().categories
            let parent = try #require(categories.first { $0.slug == "electronics" })
            let child = try #require(categories.first { $0.slug == "cameras" })
            #expect(
                parent
                    == ListedCategory(
                        slug: "electronics",
                        names: [.korean: "디지털 기기", .english: "Electronics"],
                        count: 1
                    )
            )
            #expect(child.parent == parent.slug)
            #expect(child.count == 1)
            let indexes = categories.map(\.slug)
            let places = [indexes.firstIndex(of: "electronics"), indexes.firstIndex(of: "cameras")].compactMap { $0 }
            #expect(places == places.sorted() && places.count == 2)
        }
    }

    @Test func aProductHasEverythingThatWasListed() async throws {
        try await withClient { market in
            let made = try await market.list("의자 & \"책상\"", images: ["orientation-6.jpg", "alpha.png"])
            let product = try await market.client.product(made.id)
            #expect(product == made)
            #expect(product.listing.name == "의자 & \"책상\"")
            #expect(product.listing.description == "나무 의자입니다.\n튼튼해요.")
            #expect(product.vendor.name == "초록 공방")
            #expect(product.images.count == 2)
            #expect(product.registeredAt == market.market.clock.now)
            let image = try await market.client.image(at: product.images[1].url)
            #expect(image.starts(with: [0xFF, 0xD8]))
        }
    }

    @Test func reducedPriceIsRead() async throws {
        try await withClient { market in
            let made = try await market.list()
            market.market.clock.advance(seconds: 7 * 86_400)
            let edited = try await market.client.update(
                made.id,
                with: ListingEdit(patch: ProductPatch(discount: DecimalAmount(3000)), version: made.version),
                secret: ClientMarket.secret
            )
            // It cost 12,000 less 2000 won.
            let reduction = PriceReduction(
                lowest: Money(minorUnits: 10_000, currency: .krw),
                reducedAt: market.market.clock.now
            )
            #expect(made.reduction == nil)
            #expect(edited.reduction == reduction)
            #expect(try await market.client.product(made.id).reduction == reduction)
            #expect(try await market.client.products(ProductListRequest()).products.map(\.reduction) == [reduction])
        }
    }

    @Test func theContactIsToldWhenItIsAskedFor() async throws {
        try await withClient { market in
            var listing = ClientMarket.listing()
            listing.draft.contact = "010-1234"
            let with = try await market.client.list(listing, key: UUID())
            let without = try await market.list()
            #expect(try await market.client.contact(of: with.id) == "010-1234")
            #expect(try await market.client.contact(of: without.id) == nil)
        }
    }

    @Test func theContactIsToldToItsSellerInStatesInWhichOthersAreNot() async throws {
        try await withClient { market in
            var listing = ClientMarket.listing()
            listing.draft.contact = "010-1234"
            let with = try await market.client.list(listing, key: UUID())
            let without = try await market.list()
            for state in [StateChange.sold, .hidden] {
                _ = try await market.client.changeState(of: with.id, to: state, by: .secret(ClientMarket.secret))
                await #expect(throws: MarketClientError.self) { try await market.client.contact(of: with.id) }
                #expect(try await market.client.contact(of: with.id, secret: ClientMarket.secret) == "010-1234")
            }
            #expect(try await market.client.contact(of: without.id, secret: ClientMarket.secret) == nil)
            let error = await #expect(throws: MarketClientError.self) {
                try await market.client.contact(of: with.id, secret: "wrong")
            }
            #expect(error?.isWrongSecret == true)
        }
    }

    @Test func aHealthyMarketSaysSo() async throws {
        try await withClient { market in
            let health = try await market.client.health()
            #expect(health.isHealthy)
            #expect(!health.version.isEmpty)
        }
    }

    @Test(arguments: [("ko", "없는 상품이에요."), ("en", "This product doesn’t exist.")])
    func reasonsComeInTheLanguageAskedFor(_ language: String, _ reason: String) async throws {
        try await withClient(language: language) { market in
            let error = await #expect(throws: MarketClientError.self) {
                try await market.client.product(Product.ID(rawValue: 404))
            }
            #expect(error?.refusal?.reason == reason)
            #expect(error?.isGone == true)
        }
    }

    @Test func aBaseURLWithAPathIsKept() async throws {
        let transport = ScriptedTransport([.success(.emptyList)])
        let client = MarketAPIClient.over(transport, at: "https://example.com/market/")
        _ = try await client.products(ProductListRequest(search: "의자 &", cursor: "i+1"))
        let url = try #require(transport.requests.first?.url.absoluteString)
        #expect(url.hasPrefix("https://example.com/market/api/products?items_per_page=20&"))
        #expect(URLComponents(string: url)?.queryItems?.first { $0.name == "search_value" }?.value == "의자 &")
        #expect(!url.contains("i+1"))
    }
}
