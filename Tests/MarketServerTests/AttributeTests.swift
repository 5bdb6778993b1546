import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketWeb
import NIOCore
import TestMarkets
import Testing

@testable import MarketServer

/// API.md, “What a listing is”.
struct AttributeTests {
    private static var all: [String: Any] {
        ["category": "cameras", "condition": "like_new", "handover": "both", "place": "서울 연남동"]
    }

    private func patch(_ market: TestMarket, _ fields: [String: Any]) async throws -> TestResponse {
        let fields = fields.merging(["secret": TestMarket.secret]) { $1 }
        let body = String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
        return try await market.send(.patch, "/api/products/1", body)
    }

    private func names(_ market: TestMarket, _ query: String) async throws -> [String] {
        let list = try JSON(await market.get("/api/products?currency=all&\(query)"))
        return list["pages"].array.compactMap(\.["name"].string)
    }

    @Test func attributesAreSentOnlyIfTheyAreGiven() async throws {
        try await withMarket { market in
            try await market.list(["place": "", "condition": NSNull()])
            let plain = String(buffer: try await market.get("/api/products/1").body)
            for key in Self.all.keys { #expect(!plain.contains("\"\(key)\""), "\(key)") }
            let listed = try await market.list(Self.all)
            for (key, value) in Self.all {
                #expect(listed[key].string == value as? String)
                #expect(try JSON(await market.get("/api/products/2"))[key].string == value as? String)
            }
        }
    }

    @Test func listsHaveTheConditionAndThePlaceThatAreGiven() async throws {
        try await withMarket { market in
            try await market.list()
            try await market.list(Self.all)
            let rows = try JSON(await market.get("/api/products"))["pages"].array
            #expect(rows.count == 2)
            #expect(rows.first?["condition"].string == "like_new")
            #expect(rows.first?["place"].string == "서울 연남동")
            // The category and the hand-over are in the details only.
            #expect(rows.first?.keys.isDisjoint(with: ["category", "handover"]) == true)
            #expect(rows.last?.keys.isDisjoint(with: Self.all.keys) == true)
            _ = try await patch(market, ["condition": "fair", "place": ""])
            let changed = try JSON(await market.get("/api/products"))["pages"][1]
            #expect(changed["condition"].string == "fair")
            #expect(!changed.keys.contains("place"))
        }
    }

    @Test(arguments: [Edition.training, .openmarket])
    func oldEditionsHaveNoneOfIt(_ edition: Edition) async throws {
        try await withMarket(edition: edition) { market in
            try await market.list(Self.all)
            let product = String(buffer: try await market.get("/api/products/1").body)
            for key in Self.all.keys { #expect(!product.contains("\"\(key)\""), "\(key)") }
            // Their lists have no such parameters, and ignore them as all others.
            let list = try JSON(await market.get("/api/products?condition=nonsense&category=books"))
            #expect(list["pages"].array.count == 1)
            #expect(list["pages"][0].keys.isDisjoint(with: Self.all.keys))
            #expect(try await market.get("/api/categories").status == .notFound)
        }
    }

    @Test func editsChangeOnlyWhatTheyName() async throws {
        try await withMarket { market in
            try await market.list(Self.all)
            let renamed = try JSON(await patch(market, ["name": "의자 2"]))
            for (key, value) in Self.all { #expect(renamed[key].string == value as? String) }
            let changed = try JSON(await patch(market, ["condition": "fair", "place": "", "category": ""]))
            #expect(changed["condition"].string == "fair")
            #expect(changed["place"].string == nil && changed["category"].string == nil)
            #expect(changed["handover"].string == "both")
        }
    }

    @Test func whatIsNoChoiceIsRefusedByName() async throws {
        try await withMarket { market in
            let bad: [String: Any] = [
                "category": "cars", "condition": "shiny", "handover": "drone",
                "place": String(repeating: "가", count: 61),
            ]
            let response = try await market.post(.listing(bad))
            #expect(response.status == .badRequest)
            let fields = try JSON(response)["fields"].array.compactMap(\.["name"].string)
            #expect(fields == ["category", "condition", "handover", "place"])
            try await market.list(Self.all)
            #expect(try await patch(market, ["category": "cars"]).status == .badRequest)
            #expect(try JSON(await market.get("/api/products/1"))["category"].string == "cameras")
        }
    }

    @Test func listsAreNarrowed() async throws {
        try await withMarket { market in
            try await market.list(Self.all.merging(["name": "A", "price": 0]) { $1 })
            try await market.list(["name": "B", "category": "electronics", "condition": "good", "price": 600_001])
            try await market.list(["name": "C", "handover": "parcel", "place": "부산", "price": 5000])
            try await market.list(["name": "D", "price": 20, "currency": "USD"])
            #expect(try await names(market, "category=electronics") == ["B", "A"])
            #expect(try await names(market, "category=cameras") == ["A"])
            #expect(try await names(market, "category=books") == [])
            #expect(try await names(market, "condition=good") == ["B"])
            #expect(try await names(market, "handover=parcel") == ["C", "A"])
            #expect(try await names(market, "handover=pickup") == ["A"])
            #expect(try await names(market, "place=%EC%97%B0%EB%82%A8%EB%8F%99") == ["A"])
            #expect(try await names(market, "price_min=1&price_max=600000") == ["C"])
            #expect(try await names(market, "price_min=5000&sort=price_asc") == ["C", "B"])
            #expect(try await names(market, "price_max=19.99&price_currency=USD") == [])
            #expect(try await names(market, "price_max=20&price_currency=usd") == ["D"])
            #expect(try await names(market, "free=1") == ["A"])
            #expect(try await names(market, "category=electronics&sort=price_desc&items_per_page=1") == ["B"])
            #expect(try await names(market, "category=&condition=&place=") == ["D", "C", "B", "A"])
            let list = try JSON(await market.get("/api/products?category=electronics&items_per_page=1"))
            #expect(list["total_count"].int == 2)
            let cursor = try #require(list["next_cursor"].string)
            #expect(try await names(market, "category=electronics&cursor=\(cursor)") == ["A"])
            for query in ["condition=shiny", "category=No!", "price_min=cheap", "price_currency=XXX", "free=maybe"] {
                let response = try await market.get("/api/products?\(query)")
                #expect(response.status == .badRequest, "\(query)")
                let name = try JSON(response)["fields"][0]["name"].string
                #expect(name.map { query.hasPrefix($0) } == true)
            }
        }
    }

    @Test func categoriesAreListedWithTheirCounts() async throws {
        try await withMarket { market in
            let before = try await market.get("/api/categories")
            #expect(before.headers[.eTag] != nil)
            try await market.list(Self.all)
            try await market.list(["category": "electronics"])
            let list = try JSON(await market.get("/api/categories"))["categories"].array
            let counts = list.reduce(into: [String: Int]()) { $0[$1["slug"].string ?? ""] = $1["count"].int }
            #expect(counts["electronics"] == 2 && counts["cameras"] == 1 && counts["books"] == 0)
            let cameras = try #require(list.first { $0["slug"].string == "cameras" })
            #expect(cameras["parent"].string == "electronics")
            #expect(cameras["name_ko"].string == "카메라" && cameras["name_en"].string == "Cameras")
            #expect(list.count { $0["parent"].string == nil } == 14)
        }
    }

    @Test func removedCategoryLeadsToItsParentEverywhere() async throws {
        try await withMarket { market in
            try await market.list(Self.all)
            let browser = TestBrowser(market)
            #expect(try await browser.get("/products/1").html.contains("Cameras"))
            #expect(try JSON(await market.get("/api/products/1"))["category"].string == "cameras")
            try await market.services.editCategories.remove("cameras")
            // The cached response of before isn't sent any more, although the product has kept its version.
            #expect(try JSON(await market.get("/api/products/1"))["category"].string == "electronics")
            #expect(try await names(market, "category=electronics").count == 1)
            #expect(try await names(market, "category=cameras").count == 1)
            let moved = try await browser.get("/c/cameras?condition=like_new")
            #expect(moved.status == 301)
            #expect(moved.headers[.location] == "/c/electronics?condition=like_new")
            try await market.services.editCategories.remove("electronics")
            #expect(try await browser.get("/c/cameras").headers[.location] == "/")
            #expect(try JSON(await market.get("/api/products/1"))["category"].string == nil)
        }
    }

    @Test func operatorsChangesAreChecked() async throws {
        try await withMarket { market in
            let categories = market.services.editCategories
            await #expect(throws: EditCategories.Problem.unusableSlug("No!")) {
                try await categories.add("No!", names: [.korean: "가", .english: "A"], in: nil)
            }
            await #expect(throws: EditCategories.Problem.exists("books")) {
                try await categories.add("books", names: [.korean: "가", .english: "A"], in: nil)
            }
            await #expect(throws: EditCategories.Problem.tooDeep) {
                try await categories.add("lenses", names: [.korean: "렌즈", .english: "Lenses"], in: "cameras")
            }
            await #expect(throws: EditCategories.Problem.tooDeep) { try await categories.move("sports", to: "books") }
            await #expect(throws: EditCategories.Problem.unknown("cars")) { try await categories.remove("cars") }
            await #expect(throws: EditCategories.Problem.unusableName(" ")) {
                try await categories.rename("books", names: [.english: " "])
            }
            try await categories.add("cars", names: [.korean: "자동차", .english: "Cars"], in: nil)
            try await categories.move("cars", to: "sports")
            try await categories.rename("cars", names: [.english: "Motor  cars"])
            let tree = market.store.categories
            let cars = try #require(tree.category("cars"))
            #expect(cars.name(in: .english) == "Motor cars" && tree.parent(of: cars)?.slug == "sports")
        }
    }

    @Test func settingsDefineTheCategories() async throws {
        try await withMarket { market in
            try await market.list(Self.all)
            try await market.list(["category": "books"])
            try await market.services.store.setCategories([
                CategoryDefinition(slug: "books", names: [.korean: "책", .english: "Books"]),
                CategoryDefinition(slug: "electronics", names: [.korean: "전자", .english: "Devices"]),
                CategoryDefinition(slug: "radios", names: [.korean: "라디오", .english: "Radios"], parent: "electronics"),
            ])
            let list = try JSON(await market.get("/api/categories"))["categories"].array
            #expect(list.map(\.["slug"].string) == ["books", "electronics", "radios"])
            #expect(list.map(\.["name_ko"].string) == ["책", "전자", "라디오"])
            #expect(list.map(\.["count"].int) == [1, 1, 0])
            // What the settings leave out is removed as by the command.
            #expect(try JSON(await market.get("/api/products/1"))["category"].string == "electronics")
            let browser = TestBrowser(market)
            let moved = try await browser.get("/c/cameras")
            #expect(moved.status == 301 && moved.headers[.location] == "/c/electronics")
            // The commands change nothing while the settings define the categories.
            let service = AdminService(services: market.services, webApp: Site())
            let requests: [AdminRequest] = [
                .addCategory(slug: "cars", names: [.korean: "자동차", .english: "Cars"], parent: nil),
                .renameCategory(slug: "books", names: [.korean: "도서"]),
                .moveCategory(slug: "radios", parent: nil), .removeCategory(slug: "books"),
            ]
            let sentence =
                "This market's settings define its categories. Change 'categories' there, and start the server again."
            for request in requests {
                #expect(await service.perform(request) == .refused(sentence))
            }
            guard case .categories(let rows) = await service.perform(.listCategories) else {
                Issue.record("the categories are listed")
                return
            }
            #expect(rows.map(\.slug) == ["books", "electronics", "radios"])
            try await market.services.store.setCategories(nil)
            try await market.services.editCategories.remove("books")
            #expect(market.store.categories.categories.map(\.slug) == ["electronics", "radios"])
        }
    }

    @Test func repeatWithOtherAttributesIsRefused() async throws {
        try await withMarket { market in
            let headers: HTTPFields = [.field("Idempotency-Key"): "once"]
            let first = try await market.post(.listing(Self.all), headers: headers)
            let again = try await market.post(.listing(Self.all), headers: headers)
            let other = try await market.post(
                .listing(Self.all.merging(["condition": "fair"]) { $1 }),
                headers: headers
            )
            #expect(first.status == .created && again.status == .created && again.body == first.body)
            #expect(other.status == .unprocessableContent)
        }
    }
}
