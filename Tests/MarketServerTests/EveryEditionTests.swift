import Foundation
import HTTPTypes
import MarketAPI
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// API.md, “Rules for every edition”, line by line. Facts about bytes are tested over a raw socket.
struct EveryEditionTests {
    /// The paths that show something of a market's first product.
    private static let places = [
        "/items/1", "/items1", "/items", "/item/1", "/item1", "/api/products", "/api/products/1",
        "/api/products/1/contact", "/healthChecker",
    ]

    /// The keys of products, items and their lists, in any edition.
    private static let productKeys: Set<String> = [
        "id", "name", "title", "description", "descriptions", "price", "bargain_price", "discounted_price", "currency",
        "stock", "thumbnail", "thumbnails", "images", "vendors", "vendor_id", "vendorName", "registration_date",
        "created_at", "issued_at", "page", "items", "pages", "page_no", "pageNo",
    ]

    /// Sends one request as raw bytes.
    private func response(
        _ market: TestMarket,
        to line: String,
        _ body: String = ""
    ) async throws -> (status: Int, body: String) {
        let connection = try RawConnection(port: market.port)
        let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
        await connection.send("\(line) HTTP/1.1\r\nHost: localhost\r\n\(length)\r\n\(body)")
        return try #require(await connection.readAnswer())
    }

    /// Requests every path as it is, and as the client writes it; the second response comes from the cache.
    private func expectSameAnswers(_ written: @escaping @Sendable (String) -> String) async throws {
        try await withMarket { market in
            try await market.list(["contact": "010"])
            for place in Self.places {
                let plain = try await response(market, to: "GET \(place)")
                #expect(plain.status == 200, "\(place)")
                for _ in 1...2 {
                    let found = try await response(market, to: "GET \(written(place))")
                    #expect(found.status == 200, "\(written(place))")
                    #expect(found.body == plain.body, "\(written(place))")
                }
            }
        }
    }

    // MARK: Methods

    /// API.md, “Rules for every edition”: methods are upper case.
    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func methodInLowerCaseIs405AndDoesNothing(_ edition: Edition?) async throws {
        try await withMarket(edition: edition) { market in
            try await market.list()
            let item = #"{"title":"의자","price":1,"currency":"KRW","password":"correct horse"}"#
            for line in [
                "post /api/products", "Get /api/products", "get /api/products/1", "Post /item", "get /items/1",
                "patch /item/1", "delete /item/1", "gET /healthChecker",
            ] {
                let found = try await response(market, to: line, line.hasPrefix("g") || line.hasPrefix("G") ? "" : item)
                #expect(found.status == 405, "\(line)")
                #expect(found.body.contains("\"error\":true"), "\(line): \(found.body)")
                #expect(found.body.contains("\"reason\":"), "\(line)")
            }
            #expect(try JSON(await market.get("/items/1"))["items"].array.count == 1)
        }
    }

    // MARK: Paths

    @Test func slashesThatFollowEachOtherCountAsOneAnywhere() async throws {
        try await expectSameAnswers { $0.replacing("/", with: "//") }
    }

    @Test func slashAtTheEndIsAccepted() async throws {
        try await expectSameAnswers { $0 + "/" }
    }

    @Test func bareQuestionMarkIsAccepted() async throws {
        try await expectSameAnswers { $0 + "?" }
        try await expectSameAnswers { $0 + "/?" }
    }

    @Test func routeNamesHaveNoCase() async throws {
        try await expectSameAnswers { $0.uppercased() }
        try await expectSameAnswers { $0.capitalized }
    }

    @Test func unknownQueryParametersAreIgnoredAlsoWhereNoneAreTaken() async throws {
        try await expectSameAnswers { $0 + "?page=9&items_perpage=3&lang=ko&x&=&order=" }
    }

    @Test func writesAreFoundHoweverTheirPathsAreWritten() async throws {
        try await withMarket { market in
            try await market.list()
            let item = #"{"title":"의자","price":1,"currency":"KRW","password":"correct horse"}"#
            let listed = try await response(market, to: "POST //ITEM/?x", item)
            #expect(listed.status == 200, "\(listed.body)")
            let secret = #"{"secret":"correct horse"}"#
            let edited = try await response(market, to: "PATCH /Api//PRODUCTS/1/?from=app", secret)
            #expect(edited.status == 202, "\(edited.body)")
            let password = #"{"password":"correct horse"}"#
            let checked = try await response(market, to: "PATCH //Item2?", password)
            #expect(checked.status == 200, "\(checked.body)")
            let token = try await response(market, to: "POST /API/products//1/Secret/?", secret)
            #expect(token.status == 200, "\(token.body)")
            let gone = try await response(market, to: "DELETE /API//Products/1//\(token.body)/?x=y")
            #expect(gone.status == 200, "\(gone.body)")
            let deleted = try await response(market, to: "DELETE /ITEM/2/?", password)
            #expect(deleted.status == 200, "\(deleted.body)")
        }
    }

    // MARK: Bodies

    @Test(arguments: [nil, "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
    func itemBodiesAreReadByTheirBytes(_ type: String?) async throws {
        try await withMarket { market in
            var headers = HTTPFields()
            headers[.contentType] = type
            let form = String(decoding: FormBody.item(photos: []).bytes, as: UTF8.self)
            let object = #"{"title":"책상","price":2,"currency":"KRW","password":"correct horse"}"#
            for body in [form, object] {
                let listed = try await market.send(.post, "/item", body, headers)
                #expect(listed.status == .ok, "\(String(buffer: listed.body))")
            }
            let change = #"{"password":"correct horse","stock":8}"#
            let changed = try await market.send(.patch, "/item/1", change, headers)
            #expect(try JSON(changed)["stock"].int == 8)
            let deleted = try await market.send(.delete, "/item/1", #"{"password":"correct horse"}"#, headers)
            #expect(deleted.status == .ok)
        }
    }

    @Test func aliasesAreReadInEditsAndItemsToo() async throws {
        try await withMarket { market in
            try await market.list(["price": 1000])
            let edited = try await market.send(
                .patch,
                "/api/products/1",
                #"{"secret":"correct horse","description":"새 설명","discountedPrice":"10"}"#
            )
            #expect(edited.status == .accepted)
            #expect(try JSON(edited)["description"].string == "새 설명")
            #expect(try JSON(edited)["discounted_price"].int == 10)
            let item = try await market.item(
                ["descriptions": nil, "description": "다른 설명", "discountedPrice": "160"],
                photos: []
            )
            #expect(item["descriptions"].string == "다른 설명")
            #expect(item["discounted_price"].int == 160)
        }
    }

    @Test func expectationToContinueIsMetInEveryEdition() async throws {
        try await withMarket { market in
            try await market.item(photos: [])
            let body = #"{"password":"correct horse","stock":4}"#
            let connection = try RawConnection(port: market.port)
            await connection.send(
                """
                PATCH /item/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\
                Expect: 100-continue\r\n\r\n
                """
            )
            #expect(await connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
            await connection.send(body)
            let response = try #require(await connection.readAnswer())
            #expect(response.status == 200)
        }
    }

    // MARK: Links

    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func linksAreAbsoluteFetchableAtOnceAndEndInAnExtension(_ edition: Edition?) async throws {
        try await withMarket(edition: edition) { market in
            let created = try await market.list(photos: ["red", "green"])
            let listed = try JSON(await market.get("/api/products"))["pages"][0]
            let item = try JSON(await market.get("/item/1"))
            var links = [created["thumbnail"].string, listed["thumbnail"].string]
            for image in created["images"].array { links += [image["url"].string, image["thumbnail_url"].string] }
            for link in item["images"].array + item["thumbnails"].array { links.append(link.string) }
            #expect(links.count == 10)
            for link in links {
                let address = try #require(link.flatMap { URLComponents(string: $0) })
                #expect(address.scheme == "http")
                #expect(address.host == "localhost")
                #expect(address.path.hasSuffix(".jpg"))
                let image = try await market.get(address.path)
                #expect(image.status.code == 200)
            }
        }
    }

    // MARK: Responses

    @Test func answersAreJSONAndSayNoOtherType() async throws {
        try await withMarket { market in
            try await market.list()
            try await market.item()
            let requests: [(HTTPRequest.Method, String, String?)] = [
                (.get, "/items/1", nil), (.get, "/item/2", nil), (.get, "/item/9", nil), (.get, "/api/products", nil),
                (.get, "/api/products/1", nil), (.get, "/api/products/9", nil), (.get, "/api/products/1/contact", nil),
                (.get, "/healthChecker", nil), (.get, "/nowhere", nil), (.put, "/item/2", "{}"),
                (.post, "/item", "{}"), (.patch, "/item/2", #"{"password":"correct horse"}"#),
                (.patch, "/item/2", #"{"password":"wrong"}"#), (.post, "/api/products", "x"),
                (.patch, "/api/products/1", #"{"secret":"correct horse"}"#), (.patch, "/api/products/1", "{"),
                (.post, "/api/products/1/secret", #""wrong""#), (.delete, "/api/products/1/x", nil),
                (.delete, "/item/2", #"{"password":"correct horse","id":2}"#),
            ]
            for (method, path, body) in requests {
                let response = try await market.send(method, path, body)
                #expect(response.headers[.contentType] == "application/json", "\(method) \(path)")
            }
        }
    }

    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func errorsHaveAllThreeKeysAndNoneOfAProduct(_ edition: Edition?) async throws {
        try await withMarket(edition: edition) { market in
            try await market.list()
            let stale: HTTPFields = [.ifMatch: "\"p1-9-training\""]
            let requests: [(HTTPRequest.Method, String, String?, HTTPFields, Int)] = [
                (.get, "/item/9", nil, [:], 404), (.get, "/api/products/9", nil, [:], 404),
                (.get, "/nowhere", nil, [:], 404), (.put, "/api/products/1", "{}", [:], 405),
                (.post, "/item", "{}", [:], 400), (.post, "/api/products", "{}", [:], 400),
                (.patch, "/item/1", #"{"password":"wrong"}"#, [:], 404),
                (.patch, "/api/products/1", #"{"secret":"wrong"}"#, [:], 403),
                (.patch, "/api/products/1", #"{"secret":"correct horse","price":-1}"#, [:], 400),
                (.patch, "/api/products/1", #"{"secret":"correct horse","stock":1}"#, stale, 412),
                (.post, "/api/products/1/secret", #"{"secret":"wrong"}"#, [:], 403),
                (.delete, "/api/products/1/no-token", nil, [:], 400), (.delete, "/api/products/1", nil, [:], 400),
                (.delete, "/item/1", #"{"password":"wrong"}"#, [:], 404),
            ]
            for (method, path, body, headers, status) in requests {
                let response = try await market.send(method, path, body, headers)
                #expect(response.status.code == status, "\(method) \(path)")
                let error = try JSON(response)
                #expect(error["error"].bool == true)
                #expect(error["reason"].string?.isEmpty == false)
                #expect(error["message"].string == error["reason"].string)
                #expect(error["status"].int == status)
                // Apps of the editions read `code` as a number (see ``EditionErrorTests``).
                #expect((error["code"].string?.isEmpty == false) == (edition == nil))
                #expect(error.keys.isDisjoint(with: Self.productKeys), "\(method) \(path)")
            }
        }
    }

    // MARK: Pages

    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func pageNumbersAndSizesAreBroughtIntoRange(_ edition: Edition?) async throws {
        try await withMarket(edition: edition) { market in
            let (number, size) = edition == .openmarket ? ("pageNo", "itemsPerPage") : ("page_no", "items_per_page")
            let cases = [
                ("page_no=0&items_per_page=0", 1, 1), ("page_no=-1&items_per_page=801", 1, 800),
                ("page_no=x&items_per_page=", 1, 20), ("page-no=2&items-per-page=99999999999999999999", 2, 800),
                ("page_no=99999999999999999999&items_per_page=-5", Int.max, 1), ("items_perpage=7", 1, 20),
            ]
            for (query, expectedNumber, expectedSize) in cases {
                let response = try await market.get("/api/products?\(query)")
                #expect(response.status == .ok)
                let list = try JSON(response)
                #expect(list[number].int == expectedNumber, "\(query)")
                #expect(list[size].int == expectedSize, "\(query)")
            }
        }
    }

    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func pageBehindTheEndIsEmptyAndNoError(_ edition: Edition?) async throws {
        try await withMarket(edition: edition) { market in
            for _ in 1...3 { try await market.list() }
            let response = try await market.get("/api/products?page_no=9&items_per_page=2")
            #expect(response.status == .ok)
            let list = try JSON(response)
            let isLate = edition == .openmarket
            #expect(list["pages"].array.isEmpty)
            #expect(list["offset"].int == 16)
            #expect(list["limit"].int == 18)
            #expect(list[isLate ? "totalCount" : "total_count"].int == 3)
            #expect(list[isLate ? "lastPage" : "last_page"].int == 2)
            #expect(list[isLate ? "hasNext" : "has_next"].bool == false)
            #expect(list[isLate ? "hasPrev" : "has_prev"].bool == true)
        }
    }

    @Test func itemsAreTwentyAPageWhateverIsAskedFor() async throws {
        try await withMarket { market in
            for _ in 1...21 { try await market.item(photos: []) }
            for query in ["", "?items_per_page=800", "?items_per_page=0&page_no=2"] {
                let list = try JSON(await market.get("/items/1\(query)"))
                #expect(list["items"].array.count == 20)
                #expect(list["page"].int == 1)
            }
        }
    }

    // MARK: Money

    @Test func currencyIsOneOfTwoInEveryAnswer() async throws {
        try await withMarket(proxies: .loopback, editionHosts: ["late": .openmarket]) { market in
            try await market.list(["currency": "krw"])
            try await market.list(["currency": " usd ", "price": 1])
            try await market.item(["currency": "WON"])
            let late: HTTPFields = [.field("X-Forwarded-Host"): "late"]
            let items = try JSON(await market.get("/items/1"))["items"].array
            let training = try JSON(await market.get("/api/products"))["pages"].array
            let openmarket = try JSON(await market.get("/api/products", late))["pages"].array
            #expect(items.map { $0["currency"].string } == ["KRW", "USD", "KRW"])
            #expect(training.map { $0["currency"].string } == ["KRW", "USD", "KRW"])
            #expect(openmarket.map { $0["currency"].string } == ["KRW", "USD", "KRW"])
            let won = try await market.send(.patch, "/item/3", #"{"password":"correct horse","currency":"WON"}"#)
            #expect(try JSON(won)["currency"].string == "KRW")
        }
    }

    /// As apps send optionals that they did not unwrap, in JSON and in parts of forms.
    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func optionalNumbersAndNilAreRead(_ edition: Edition?) async throws {
        try await withMarket(edition: edition) { market in
            let form = FormBody.listing(
                raw: #"{"name":"의자","descriptions":"x","price":Optional(9000),"currency":"KRW","stock":"Optional(3)","#
                    + #""discounted_price":nil,"secret":"correct horse"}"#
            )
            let listed = try JSON(await market.post(form))
            #expect(listed["price"].int == 9000)
            #expect(listed["stock"].int == 3)
            #expect(listed["discounted_price"].int == 0)
            let edit =
                #"{"secret":"correct horse","price":"Optional(8000)","stock":"nil","discounted_price":Optional(500)}"#
            let edited = try JSON(await market.send(.patch, "/api/products/1", edit))
            #expect(edited["price"].int == 8000)
            #expect(edited["stock"].int == 3)
            #expect(edited["bargain_price"].int == 7500)
            let item = try await market.item(
                ["price": "Optional(9000)", "stock": "nil", "title": "nil", "discounted_price": "Optional(8500)"],
                photos: []
            )
            #expect(item["price"].int == 9000)
            #expect(item["stock"].int == 0)
            #expect(item["title"].string == "nil")
            #expect(item["discounted_price"].int == 8500)
        }
    }

    @Test(arguments: ["XYZ", "₩", "KRW USD", "0"])
    func otherCurrenciesAre400(_ currency: String) async throws {
        try await withMarket { market in
            try await market.list()
            let listed = try await market.post(.listing(["currency": currency]))
            #expect(listed.status == .badRequest)
            let edit = #"{"secret":"correct horse","currency":"\#(currency)"}"#
            let edited = try await market.send(.patch, "/api/products/1", edit)
            #expect(edited.status == .badRequest)
            let item = try await market.send(.post, "/item", form: .item(["currency": currency], photos: []))
            #expect(item.status == .badRequest)
            let change = #"{"password":"correct horse","currency":"\#(currency)"}"#
            let changed = try await market.send(.patch, "/item/1", change)
            #expect(changed.status == .badRequest)
        }
    }

    @Test func wonIsNoCurrencyOutsideItems() async throws {
        try await withMarket { market in
            let response = try await market.post(.listing(["currency": "WON"]))
            #expect(response.status == .badRequest)
            #expect(try JSON(response)["fields"][0]["name"].string == "currency")
        }
    }

    @Test(arguments: [nil, .training, .openmarket] as [Edition?])
    func wholePricesHaveNoFractionAndDollarsAreExact(_ edition: Edition?) async throws {
        try await withMarket(edition: edition) { market in
            let written = [("10000", "KRW", "10000"), ("20.00", "USD", "20"), ("19.99", "USD", "19.99")]
            for (id, (price, currency, text)) in zip(1..., written) {
                try await market.list(["price": price, "currency": currency, "discounted_price": 0])
                let detail = String(buffer: try await market.get("/api/products/\(id)").body)
                #expect(detail.contains("\"price\":\(text),"), "\(detail)")
                #expect(detail.contains("\"bargain_price\":\(text),"), "\(detail)")
                let list = String(buffer: try await market.get("/api/products?items_per_page=1").body)
                #expect(list.contains("\"price\":\(text),"), "\(list)")
            }
            let items = String(buffer: try await market.get("/items/1").body)
            for text in ["\"price\":10000,", "\"price\":20,"] { #expect(items.contains(text)) }
            #expect(!items.contains("19.99"))
        }
    }
}
