import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// Hosts and ports of exactly one edition (API.md: the table of editions, and “openmarket”).
struct EditionTests {
    private static let listKeys: Set<String> = [
        "id", "vendor_id", "name", "thumbnail", "currency", "price", "bargain_price", "discounted_price", "stock",
        "created_at", "issued_at",
    ]

    // MARK: openmarket

    @Test func openMarketListHasCamelCaseEnvelopeAndDescribedProducts() async throws {
        try await withMarket(edition: .openmarket) { market in
            try await market.list(["name": "의자", "descriptions": "설명"])
            try await market.list(["name": "책상"])
            let list = try JSON(await market.get("/api/products?page_no=1&items_per_page=1"))
            #expect(
                list.keys == [
                    "pageNo", "itemsPerPage", "totalCount", "offset", "limit", "lastPage", "hasNext", "hasPrev",
                    "pages",
                ]
            )
            #expect(list["totalCount"].int == 2)
            #expect(list["hasNext"].bool == true)
            let second = try JSON(await market.get("/api/products?page_no=2&items_per_page=1"))["pages"][0]
            #expect(second.keys == Self.listKeys.union(["vendorName", "description"]))
            #expect(second["vendorName"].string == "Vendor 1")
            #expect(second["description"].string == "설명")
            #expect(second["created_at"].string == "2022-01-24T00:00:00")
        }
    }

    @Test func openMarketDetailHasDatesWithoutFraction() async throws {
        try await withMarket(edition: .openmarket) { market in
            let created = try await market.list()
            let detail = try JSON(await market.get("/api/products/1"))
            #expect(created.keys == Self.listKeys.union(["description", "images", "vendors"]))
            #expect(detail.keys == created.keys)
            for date in [
                detail["created_at"], detail["issued_at"], detail["images"][0]["issued_at"],
                detail["vendors"]["created_at"],
            ] {
                #expect(date.string == "2022-01-24T00:00:00")
            }
            #expect(detail["images"][0].keys == ["id", "url", "thumbnail_url", "succeed", "issued_at"])
        }
    }

    @Test func openMarketFiltersByName() async throws {
        try await withMarket(edition: .openmarket) { market in
            try await market.list(["name": "원목 의자", "descriptions": "책상 아님"])
            try await market.list(["name": "100% Oak DESK_top"])
            func names(_ text: String) async throws -> [String?] {
                let value = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let list = try JSON(await market.get("/api/products?page_no=1&items_per_page=10&search_value=\(value)"))
                #expect(list["totalCount"].int == list["pages"].array.count)
                return list["pages"].array.map { $0["name"].string }
            }
            #expect(try await names("의자") == ["원목 의자"])
            #expect(try await names("목") == ["원목 의자"])
            #expect(try await names("desk_") == ["100% Oak DESK_top"])
            #expect(try await names("0% o") == ["100% Oak DESK_top"])
            #expect(try await names("책상").isEmpty)
            // Often empty, which means no search.
            #expect(try await names("").count == 2)
            #expect(try await names(" ").count == 2)
        }
    }

    /// Three apps show “my products” by searching for the seller's name.
    @Test func openMarketFindsProductsByTheSellersName() async throws {
        try await withMarket(edition: .openmarket) { market in
            let other = "7b016867-d1b8-11ec-9676-012a04c8e5dc"
            for (identifier, name) in [(TestMarket.identifier, "Yagom 상점"), (other, "Wonbi")] {
                let identifier = try #require(VendorIdentifier(identifier))
                _ = try await market.services.adminOperations.addVendor(name: name, identifier: identifier, id: nil)
            }
            for number in 1...5 { try await market.list(["name": "의자 \(number)", "descriptions": "wonbi"]) }
            try await market.list(["name": "책상"], identifier: other)
            try await market.list(["name": "yagom의 책"], identifier: other)
            func search(_ text: String, page: Int = 1, size: Int = 10) async throws -> JSON {
                let value = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let query = "page_no=\(page)&items_per_page=\(size)&search_value=\(value)"
                return try JSON(await market.get("/api/products?\(query)"))
            }
            for (text, ids) in [
                ("yagom", [7, 5, 4, 3, 2, 1]), ("GOM", [7, 5, 4, 3, 2, 1]), ("yagom상점", [5, 4, 3, 2, 1]),
                ("Yagom 상점", [5, 4, 3, 2, 1]), ("상점", [5, 4, 3, 2, 1]), ("wonbi", [7, 6]), ("onb", [7, 6]),
                ("의자 yagom", [5, 4, 3, 2, 1]), ("책", [7, 6]), ("wonbee", []), ("상점 책상", []),
            ] {
                let list = try await search(text)
                #expect(list["pages"].array.map { $0["id"].int } == ids, "\(text)")
                #expect(list["totalCount"].int == ids.count, "\(text)")
            }
            let page = try await search("yagom", page: 2, size: 4)
            #expect(page["pages"].array.map { $0["id"].int } == [2, 1])
            #expect(page["totalCount"].int == 6 && page["lastPage"].int == 2 && page["hasNext"].bool == false)
            #expect(page["pages"][0]["vendorName"].string == "Yagom 상점")
        }
    }

    @Test func openMarketSearchIsPagedByNumber() async throws {
        try await withMarket(edition: .openmarket) { market in
            for number in 1...5 { try await market.list(["name": "의자 \(number)"]) }
            try await market.list(["name": "책상"])
            let path = "/api/products?page_no=2&items_per_page=2&search_value=%EC%9D%98%EC%9E%90"
            let list = try JSON(await market.get(path))
            #expect(list["pages"].array.map { $0["name"].string } == ["의자 3", "의자 2"])
            #expect(list["totalCount"].int == 5)
            #expect(list["lastPage"].int == 3)
            #expect(list["hasNext"].bool == true)
        }
    }

    @Test func openMarketRefusesMissingOrSplitParams() async throws {
        try await withMarket(edition: .openmarket) { market in
            var split = FormBody()
            split.add("params", #"{"name":"의자","price":1,"#)
            split.add("params", #""currency":"KRW","secret":"s"}"#)
            split.add("images", file: "a.jpg", Photos.bytes("red"))
            split.close()
            var missing = FormBody()
            missing.add("name", "의자")
            missing.add("images", file: "a.jpg", Photos.bytes("red"))
            missing.close()
            for form in [split, missing] {
                let response = try await market.post(form)
                #expect(response.status == .badRequest)
            }
        }
    }

    // MARK: Choosing

    @Test func trainingByItselfHasNoExtensions() async throws {
        try await withMarket(edition: .training) { market in
            let created = try await market.list()
            #expect(created.keys == Self.listKeys.union(["description", "images", "vendors"]))
            let list = try JSON(await market.get("/api/products?search_value=nothing&vendor_id=99&cursor=x"))
            #expect(
                list.keys == [
                    "page_no", "items_per_page", "total_count", "offset", "limit", "last_page", "has_next", "has_prev",
                    "pages",
                ]
            )
            // The edition ignores unknown parameters.
            #expect(list["pages"][0].keys == Self.listKeys)
        }
    }

    @Test func itemsByItselfHasNoProducts() async throws {
        try await withMarket(edition: .items) { market in
            try await market.item()
            for path in ["/api/products", "/api/products/1", "/api/products/1/contact"] {
                let response = try await market.get(path)
                #expect(response.status == .notFound)
            }
            #expect(try JSON(await market.get("/items/1"))["items"].array.count == 1)
            let health = try await market.get("/healthChecker")
            #expect(health.status == .ok)
        }
    }

    @Test func itemsAreServedAtEveryEntrance() async throws {
        try await withMarket(edition: .openmarket) { market in
            try await market.item()
            #expect(try JSON(await market.get("/items/1"))["items"].array.count == 1)
        }
    }

    @Test func hostChoosesTheEditionAndItsLinksLeadBackToIt() async throws {
        try await withMarket(
            baseURL: "https://market.example",
            proxies: .loopback,
            editionHosts: ["old.example": .openmarket, "older.example:8080": .items]
        ) { market in
            try await market.list()
            func list(_ host: String) async throws -> JSON {
                try JSON(await market.get("/api/products", [.field("X-Forwarded-Host"): host]))
            }
            for host in ["old.example", "OLD.example:9000", "old.example.", "old.example.:9000"] {
                let page = try await list(host)
                #expect(page["pageNo"].int == 1)
                #expect(page["pages"][0]["thumbnail"].string?.hasPrefix("http://\(host)/images/") == true)
                // Requested again: a response cached for one host isn't served to another.
                #expect(try await list(host)["pages"][0]["thumbnail"].string == page["pages"][0]["thumbnail"].string)
            }
            let main = try await list("market.example")
            #expect(main["page_no"].int == 1)
            #expect(main["pages"][0]["thumbnail"].string?.hasPrefix("https://market.example/images/") == true)
            for host in ["older.example:8080", "older.example.:8080"] {
                let items = try await market.get("/api/products", [.field("X-Forwarded-Host"): host])
                #expect(items.status == .notFound)
            }
            for host in ["older.example:8081", "older.example.:8081", "old.example..", ".old.example"] {
                #expect(try await list(host)["page_no"].int == 1, "\(host)")
            }
        }
    }

    @Test func portIgnoresTheBaseURLAndTheHostsEdition() async throws {
        try await withMarket(
            baseURL: "https://market.example",
            edition: .openmarket,
            editionHosts: ["old.example": .items]
        ) { market in
            try await market.list()
            let list = try JSON(await market.get("/api/products"))
            #expect(list["pageNo"].int == 1)
            let link = list["pages"][0]["thumbnail"].string
            #expect(link?.contains("//market.example") == false)
            let image = try await market.follow(link)
            #expect(image.status == .ok)
        }
    }

    @Test func hostHeaderIsWhatCounts() async throws {
        try await withMarket(editionHosts: ["old.example": .openmarket]) { market in
            for (host, key) in [("Old.Example:8080", "pageNo"), ("new.example", "page_no")] {
                let connection = try RawConnection(port: market.port)
                await connection.send("GET /api/products HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
                let response = await connection.read()
                #expect(response.contains("\"\(key)\":1"), "\(response)")
            }
        }
    }

    // MARK: One market

    @Test func productOfAnyEditionIsReadByEveryOther() async throws {
        try await withMarket(proxies: .loopback, editionHosts: ["late": .openmarket]) { market in
            let late: HTTPFields = [.field("X-Forwarded-Host"): "late"]
            try await market.item(["title": "2021", "price": "1000", "discounted_price": "900"])
            try await market.list(["name": "봄", "price": 19.99, "discounted_price": 5, "currency": "USD"])
            let response = try await market.post(.listing(["name": "가을", "price": 500]), headers: late)
            #expect(response.status == .created)

            let items = try JSON(await market.get("/items/1"))["items"].array
            #expect(items.map { $0["title"].string } == ["2021", "봄", "가을"])
            #expect(items.map { $0["price"].int } == [1000, 20, 500])
            #expect(items.map { $0["discounted_price"].int } == [900, 15, nil])
            let training = try JSON(await market.get("/api/products"))["pages"].array
            #expect(training.map { $0["name"].string } == ["가을", "봄", "2021"])
            #expect(training.map { $0["discounted_price"].int } == [0, 5, 100])
            #expect(training[1]["bargain_price"].double == 14.99)
            let openmarket = try JSON(await market.get("/api/products", late))["pages"].array
            #expect(openmarket.map { $0["name"].string } == ["가을", "봄", "2021"])
            #expect(openmarket.map { $0["vendorName"].string } == ["Vendor 1", "Vendor 1", "Guest"])

            // Edited through one edition, deleted through another.
            let edited = try await market.send(
                .patch,
                "/api/products/1",
                #"{"secret":"correct horse","discounted_price":250}"#,
                late
            )
            #expect(edited.status == .accepted)
            #expect(try JSON(await market.get("/item/1"))["discounted_price"].int == 750)
            let deleted = try await market.send(.delete, "/item/2", #"{"password":"correct horse"}"#)
            #expect(deleted.status == .ok)
            let gone = try await market.get("/api/products/2", late)
            #expect(gone.status == .notFound)
        }
    }
}
