import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// API.md, “Extensions”: what the main port offers beyond the old editions.
struct ExtensionTests {
    private static let secret = #"{"secret":"correct horse"}"#

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// Returns the ids of a list, paged by cursor to its end.
    private func walk(_ market: TestMarket, _ query: String, size: Int) async throws -> [Int] {
        var ids: [Int] = []
        var totals: Set<Int> = []
        var cursor = ""
        for _ in 1...100 {
            let list = try JSON(await market.get("/api/products?items_per_page=\(size)&\(query)&cursor=\(cursor)"))
            totals.insert(list["total_count"].int ?? -1)
            ids += list["pages"].array.compactMap { $0["id"].int }
            guard let next = list["next_cursor"].string else {
                #expect(list.keys.contains("next_cursor"))
                #expect(list["has_next"].bool == false)
                #expect(totals == [ids.count])
                return ids
            }
            cursor = next
        }
        Issue.record("the list has no end")
        return ids
    }

    // MARK: Keys

    @Test func momentsAndVersionFollowEdits() async throws {
        try await withMarket { market in
            let before = try await market.list()
            #expect(before["registered_at"].string == "2022-01-24T09:30:15Z")
            #expect(before["updated_at"].string == "2022-01-24T09:30:15Z")
            #expect(before["version"].int == 1)
            market.clock.advance(seconds: 86_400)
            let edit = #"{"secret":"correct horse","stock":1}"#
            let after = try JSON(await market.send(.patch, "/api/products/1", edit))
            #expect(after["registered_at"].string == "2022-01-24T09:30:15Z")
            #expect(after["updated_at"].string == "2022-01-25T09:30:15Z")
            #expect(after["version"].int == 2)
            let again = try JSON(await market.send(.patch, "/api/products/1", edit))
            #expect(again["version"].int == 3)
        }
    }

    // MARK: Lists

    @Test func searchFindsNamesAndDescriptions() async throws {
        try await withMarket { market in
            try await market.list(["name": "원목 의자", "descriptions": "튼튼한 책상과 함께"])
            try await market.list(["name": "Oak DESK", "descriptions": "의자는 없어요"])
            try await market.list(["name": "Lamp", "descriptions": ""])
            let cases: [(String, [Int])] = [
                ("의자", [2, 1]), ("책상", [1]), ("desk", [2]), ("lamp", [3]), ("sofa", []), ("", [3, 2, 1]),
            ]
            for (text, ids) in cases {
                let list = try JSON(await market.get("/api/products?search_value=\(Self.encoded(text))"))
                #expect(list["pages"].array.compactMap { $0["id"].int } == ids, "\(text)")
                #expect(list["total_count"].int == ids.count, "\(text)")
            }
        }
    }

    @Test func filteredAndSearchedListsAreWalkedByCursor() async throws {
        try await withMarket { market in
            for number in 1...9 {
                try await market.list(
                    ["name": number % 3 == 0 ? "책상" : "의자 \(number)", "descriptions": ""],
                    identifier: number % 2 == 0 ? "even" : "odd"
                )
            }
            let chairs = try await walk(market, "search_value=\(Self.encoded("의자"))", size: 2)
            #expect(chairs == [8, 7, 5, 4, 2, 1])
            let odd = try await walk(market, "vendor_id=1", size: 2)
            #expect(odd == [9, 7, 5, 3, 1])
            let both = try await walk(market, "vendor_id=2&search_value=\(Self.encoded("의자"))", size: 1)
            #expect(both == [8, 4, 2])
            let all = try await walk(market, "", size: 4)
            #expect(all == Array((1...9).reversed()))
        }
    }

    // MARK: Caching

    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func listsProductsImagesAndDocumentsHaveATagThatIsAnswered304(_ edition: Edition?) async throws {
        try await withMarket(edition: edition) { market in
            let product = try await market.list()
            let image = try #require(product["thumbnail"].string.flatMap { URLComponents(string: $0) })
            for path in [
                "/api/products", "/api/products/1", "/items/1", "/item/1", "/openapi.json", "/docs", image.path,
                "/images/placeholder.png",
            ] {
                let first = try await market.get(path)
                let tag = try #require(first.headers[.eTag], "\(path)")
                let second = try await market.get(path, [.ifNoneMatch: tag])
                #expect(second.status == .notModified, "\(path)")
                #expect(second.body.readableBytes == 0, "\(path)")
                #expect(second.headers[.cacheControl] != nil, "\(path)")
            }
        }
    }

    // Without `/metrics`, which may change between the two requests.
    @Test(arguments: ["/api/products/1/contact", "/healthChecker", "/health"])
    func whatIsNeverKeptHasATagToo(_ path: String) async throws {
        try await withMarket { market in
            try await market.list()
            let response = try await market.get(path)
            #expect(response.headers[.cacheControl] == "no-store")
            let tag = try #require(response.headers[.eTag])
            let again = try await market.get(path, [.ifNoneMatch: tag])
            #expect(again.status == .notModified)
        }
    }

    @Test func cachingIsStatedOnEveryAnswer() async throws {
        try await withMarket { market in
            let listed = try await market.post(.listing())
            let item = try await market.send(.post, "/item", form: .item(photos: []))
            let noKey = try await market.post(.listing(), identifier: nil)
            var answers = [listed, item, noKey]
            let requests: [(HTTPRequest.Method, String, String?)] = [
                (.get, "/api/products", nil), (.get, "/api/products/1", nil), (.get, "/api/products/9", nil),
                (.get, "/api/products/1/contact", nil), (.get, "/items/1", nil), (.get, "/item/1", nil),
                (.get, "/item/9", nil), (.get, "/images/placeholder.png", nil), (.get, "/images/none.jpg", nil),
                (.get, "/healthChecker", nil), (.get, "/health", nil), (.get, "/metrics", nil),
                (.get, "/openapi.json", nil), (.get, "/docs", nil), (.get, "/nowhere", nil), (.put, "/item", "{}"),
                (.patch, "/api/products/1", Self.secret), (.patch, "/api/products/1", #"{"secret":"wrong"}"#),
                (.post, "/api/products/1/secret", Self.secret), (.post, "/api/products/1/archived", Self.secret),
                (.delete, "/api/products/1/none", nil), (.delete, "/item/2", #"{"password":"correct horse"}"#),
            ]
            for (method, path, body) in requests { answers.append(try await market.send(method, path, body)) }
            for response in answers {
                #expect(response.headers[.cacheControl] != nil, "\(String(buffer: response.body).prefix(100))")
            }
        }
    }

    // MARK: Contact

    @Test func contactIsInNoAnswerButItsOwn() async throws {
        try await withMarket { market in
            let number = "010-0000-1234"
            var answers = [try await market.post(.listing(["contact": number]))]
            let requests: [(HTTPRequest.Method, String, String?)] = [
                (.get, "/api/products", nil), (.get, "/api/products/1", nil), (.get, "/items/1", nil),
                (.get, "/item/1", nil), (.patch, "/api/products/1", Self.secret),
                (.patch, "/api/products/1", #"{"secret":"correct horse","contact":"010-0000-1234"}"#),
            ]
            for (method, path, body) in requests { answers.append(try await market.send(method, path, body)) }
            // It can't be found by searching, either.
            let found = try await market.get("/api/products?search_value=\(number)")
            #expect(try JSON(found)["total_count"].int == 0)
            let contact = try JSON(await market.get("/api/products/1/contact"))
            #expect(contact["contact"].string == number)
            answers.append(try await market.send(.delete, "/item/1", #"{"password":"correct horse"}"#))
            for response in answers { #expect(!String(buffer: response.body).contains(number)) }
        }
    }

    // MARK: Errors

    @Test func badInputIsNamedFieldByFieldInEveryEdition() async throws {
        try await withMarket { market in
            try await market.list()
            let product = try await market.post(.listing(["price": -1, "stock": "x"]))
            let change = #"{"secret":"correct horse","price":-1,"stock":"x"}"#
            let edit = try await market.send(.patch, "/api/products/1", change)
            let item = try await market.send(.post, "/item", form: .item(["price": "-1", "stock": "x"], photos: []))
            for response in [product, edit, item] {
                let error = try JSON(response)
                #expect(error["code"].string == "invalid_fields")
                #expect(error["fields"].array.map { $0["name"].string } == ["price", "stock"])
                for field in error["fields"].array {
                    #expect(field.keys == ["name", "reason"])
                    #expect(field["reason"].string?.isEmpty == false)
                }
            }
        }
    }
}
