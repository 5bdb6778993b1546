import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// `GET` of lists and products in the `training` edition (API.md).
struct BrowsingTests {
    @Test func healthCheckerAnswersOKInQuotes() async throws {
        try await withMarket { market in
            let response = try await market.get("/healthChecker")
            #expect(response.status == .ok)
            #expect(String(buffer: response.body) == "\"OK\"")
            #expect(response.headers[.contentType] == "application/json")
        }
    }

    @Test func emptyMarketHasAnEnvelopeWithoutPages() async throws {
        try await withMarket { market in
            let list = try JSON(await market.get("/api/products"))
            #expect(list["page_no"].int == 1)
            #expect(list["items_per_page"].int == 20)
            #expect(list["total_count"].int == 0)
            #expect(list["last_page"].int == 0)
            #expect(list["has_next"].bool == false)
            #expect(list["pages"].array.isEmpty)
        }
    }

    @Test func envelopeCountsAsTheRealServersDid() async throws {
        try await withMarket { market in
            for number in 1...5 { try await market.list(["name": "상품 \(number)"]) }
            let list = try JSON(await market.get("/api/products?page_no=2&items_per_page=2"))
            #expect(
                list.keys == [
                    "page_no", "items_per_page", "total_count", "offset", "limit", "last_page", "has_next", "has_prev",
                    "pages", "next_cursor",
                ]
            )
            #expect(list["offset"].int == 2)
            #expect(list["limit"].int == 4)
            #expect(list["last_page"].int == 3)
            #expect(list["has_next"].bool == true)
            #expect(list["has_prev"].bool == true)
            #expect(list["pages"].array.map { $0["name"].string } == ["상품 3", "상품 2"])
            // Not limited by the total.
            let last = try JSON(await market.get("/api/products?page_no=3&items_per_page=2"))
            #expect(last["limit"].int == 6)
            #expect(last["has_next"].bool == false)
            #expect(last["pages"].array.count == 1)
        }
    }

    @Test func productInAListHasAllItsKeys() async throws {
        try await withMarket { market in
            try await market.list(["price": 165, "discounted_price": 5, "stock": 7])
            let product = try JSON(await market.get("/api/products"))["pages"][0]
            #expect(
                product.keys == [
                    "id", "vendor_id", "name", "thumbnail", "currency", "price", "bargain_price", "discounted_price",
                    "stock", "created_at", "issued_at", "registered_at", "updated_at", "version",
                ]
            )
            #expect(product["price"].int == 165)
            #expect(product["discounted_price"].int == 5)
            #expect(product["bargain_price"].int == 160)
            #expect(product["created_at"].string == "2022-01-24T00:00:00.00")
            #expect(product["registered_at"].string == "2022-01-24T09:30:15Z")
            #expect(product["thumbnail"].string?.hasPrefix("http://localhost") == true)
            #expect(product["thumbnail"].string?.hasSuffix(".jpg") == true)
        }
    }

    @Test func fullProductHasAllItsKeys() async throws {
        try await withMarket { market in
            let posted = try await market.list(["currency": "USD", "price": 19.99], photos: ["red", "green"])
            let product = try JSON(await market.get("/api/products/\(posted["id"].int ?? 0)"))
            #expect(
                product.keys == [
                    "id", "vendor_id", "name", "description", "thumbnail", "currency", "price", "bargain_price",
                    "discounted_price", "stock", "created_at", "issued_at", "images", "vendors", "registered_at",
                    "updated_at", "version",
                ]
            )
            #expect(product["description"].string == "나무 의자입니다.\n튼튼해요.")
            #expect(product["price"].double == 19.99)
            #expect(product["images"].array.count == 2)
            #expect(product["images"][0].keys == ["id", "url", "thumbnail_url", "succeed", "issued_at"])
            #expect(product["vendors"].keys == ["name", "id", "created_at", "issued_at"])
            #expect(product["vendors"]["name"].string == "Vendor 1")
            #expect(product["version"].int == 1)
        }
    }

    @Test(arguments: [
        "/api/products/1", "/api/products/1/", "//api//products///1", "/API/Products/1", "/api/products/Optional(1)",
        "/api/products/1?", "/api/products/1?whatever=2&page_no=x",
    ])
    func detailIsFoundAt(_ path: String) async throws {
        try await withMarket { market in
            try await market.list()
            let response = try await market.get(path)
            #expect(response.status == .ok)
            #expect(try JSON(response)["id"].int == 1)
        }
    }

    @Test(
        arguments: zip(
            [
                "page_no=0", "page_no=-3", "page_no=abc", "page_no=", "page_no=99999999999999999999", "page-no=2",
                "items_per_page=0", "items_per_page=-1", "items_per_page=801", "items-per-page=3", "items_perpage=3",
                "items_per_page=99999999999999999999", "page_no=9223372036854775807&items_per_page=800",
            ],
            [
                (1, 20), (1, 20), (1, 20), (1, 20), (Int.max, 20), (2, 20), (1, 1), (1, 1), (1, 800), (1, 3), (1, 20),
                (1, 800), (Int.max, 800),
            ]
        )
    )
    func pageAndSizeAreBroughtIntoRange(_ query: String, _ expected: (page: Int, size: Int)) async throws {
        try await withMarket { market in
            let response = try await market.get("/api/products?\(query)")
            #expect(response.status == .ok)
            let list = try JSON(response)
            #expect(list["page_no"].int == expected.page)
            #expect(list["items_per_page"].int == expected.size)
        }
    }

    @Test(arguments: ["/api/products/2", "/api/products/-1", "/api/products/99999999999999999999", "/api/products/abc"])
    func unknownProductIs404(_ path: String) async throws {
        try await withMarket { market in
            try await market.list()
            let response = try await market.get(path)
            #expect(response.status == .notFound)
            #expect(try JSON(response)["code"].string == "not_found")
        }
    }

    @Test func cursorGoesOnBehindTheLastProductWhateverHappensMeanwhile() async throws {
        try await withMarket { market in
            for number in 1...7 { try await market.list(["name": "상품 \(number)"]) }
            let first = try JSON(await market.get("/api/products?items_per_page=3"))
            #expect(first["pages"].array.compactMap { $0["id"].int } == [7, 6, 5])
            let cursor = try #require(first["next_cursor"].string)
            try await market.list(["name": "new"])
            _ = try await market.services.deleteProduct.erase(Product.ID(rawValue: 5))
            let second = try JSON(await market.get("/api/products?items_per_page=3&cursor=\(cursor)"))
            #expect(second["pages"].array.compactMap { $0["id"].int } == [4, 3, 2])
            #expect(second["has_next"].bool == true)
            let next = try #require(second["next_cursor"].string)
            let third = try JSON(await market.get("/api/products?items_per_page=3&cursor=\(next)"))
            #expect(third["pages"].array.compactMap { $0["id"].int } == [1])
            #expect(third["has_next"].bool == false)
            #expect(third["next_cursor"].isNull)
        }
    }

    @Test func foreignCursorIsRefused() async throws {
        try await withMarket { market in
            let response = try await market.get("/api/products?cursor=%00%27")
            #expect(response.status == .badRequest)
        }
    }

    @Test func vendorsProductsAreListedAlone() async throws {
        try await withMarket { market in
            try await market.list(["name": "mine"])
            try await market.list(["name": "yours"], identifier: "another")
            let list = try JSON(await market.get("/api/products?vendor_id=2"))
            #expect(list["pages"].array.map { $0["name"].string } == ["yours"])
            #expect(list["total_count"].int == 1)
        }
    }

    @Test func otherMethodsAreToldWhatIsAllowed() async throws {
        try await withMarket { market in
            let response = try await market.send(.put, "/api/products/1", "{}")
            #expect(response.status == .methodNotAllowed)
            #expect(response.headers[.allow] == "GET, HEAD, PATCH, DELETE")
            #expect(try JSON(response)["code"].string == "method_not_allowed")
        }
    }

    @Test func contactIsOnlyShownWhenAskedFor() async throws {
        try await withMarket { market in
            try await market.list(["contact": "010-0000-1234"])
            let list = try await market.get("/api/products")
            let detail = try await market.get("/api/products/1")
            #expect(!String(buffer: list.body).contains("010-0000-1234"))
            #expect(!String(buffer: detail.body).contains("010-0000-1234"))
            #expect(try JSON(await market.get("/api/products/1/contact"))["contact"].string == "010-0000-1234")
            try await market.list()
            #expect(try JSON(await market.get("/api/products/2/contact"))["contact"].isNull)
            #expect(try await market.get("/api/products/3/contact").status == .notFound)
        }
    }

    @Test func contactsCannotBeHarvested() async throws {
        var limits = ServerLimits()
        limits.contacts.perAddress = Budget(perMinute: 2, burst: 2)
        try await withMarket(limits: limits) { market in
            try await market.list(["contact": "010"])
            for _ in 1...2 { #expect(try await market.get("/api/products/1/contact").status == .ok) }
            let refused = try await market.get("/api/products/1/contact")
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.field("Retry-After")] == "30")
            market.clock.advance(seconds: 60)
            #expect(try await market.get("/api/products/1/contact").status == .ok)
        }
    }
}
