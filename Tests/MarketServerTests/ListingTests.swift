import Foundation
import GRDB
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

/// `POST /api/products` (API.md, “training”).
struct ListingTests {
    @Test(arguments: ["/api/products", "/api/products/", "//api/products", "/API/products"])
    func listingIsAnsweredWithTheWholeProductAnd201(_ path: String) async throws {
        try await withMarket { market in
            let response = try await market.post(
                .listing(["stock": 10, "discounted_price": 2000], photos: ["red", "green", "blue", "orange", "gray"]),
                to: path
            )
            #expect(response.status.code == 201)
            #expect(response.headers[.contentType] == "application/json")
            let product = try JSON(response)
            #expect(product["name"].string == "의자")
            #expect(product["bargain_price"].int == 10000)
            #expect(product["stock"].int == 10)
            let urls = product["images"].array.compactMap { $0["url"].string }
            #expect(Set(urls).count == 5)
            for url in urls + product["images"].array.compactMap({ $0["thumbnail_url"].string }) {
                let image = try await market.follow(url)
                #expect(image.status == .ok)
                #expect(image.headers[.contentType] == "image/jpeg")
                #expect(image.headers[.cacheControl] == "public, max-age=31536000, immutable")
                #expect(image.headers[.contentLength] == String(image.body.readableBytes))
                #expect(Array(image.body.readableBytesView.prefix(2)) == [0xFF, 0xD8])
            }
        }
    }

    /// Only where several servers are one market do clients have to be told.
    @Test(.enabled(if: TestStoreKind.chosen == .folder, "several servers can be one market in PostgreSQL"))
    func oneServerTellsNoRevision() async throws {
        try await withMarket { market in
            let response = try await market.post(.listing())
            #expect(response.status == .created)
            #expect(response.headers[.field("Market-Revision")] == nil)
            #expect(response.headers[.setCookie] == nil)
            let ahead: HTTPFields = [.field("Market-Revision"): "1000", .cookie: "revision=1000"]
            #expect(try await market.get("/api/products", ahead).status == .ok)
        }
    }

    @Test func imagesKeepTheOrderInWhichTheyCame() async throws {
        try await withMarket { market in
            let forth = try await market.list(photos: ["red", "green", "blue"])
            let back = try await market.list(photos: ["blue", "green", "red"])
            let urls = forth["images"].array.compactMap { $0["url"].string }
            #expect(back["images"].array.compactMap { $0["url"].string } == urls.reversed())
            #expect(forth["thumbnail"].string == forth["images"][0]["thumbnail_url"].string)
        }
    }

    @Test func imagesAreNotFetchedTwice() async throws {
        try await withMarket { market in
            let product = try await market.list()
            let url = try #require(product["thumbnail"].string)
            let image = try await market.follow(url)
            let tag = try #require(image.headers[.eTag])
            #expect(try await market.follow(url, [.ifNoneMatch: tag]).status == .notModified)
        }
    }

    @Test(arguments: [
        "/images/nothing.jpg", "/images/..%2fmarket.sqlite", "/images/%2e%2e/market.sqlite", "/images/",
        "/images/0000000000000000000000000000000000000000.jpg", "/images/0000000000000000000000000000000000000000.png",
    ])
    func otherFilesAreNotServed(_ path: String) async throws {
        try await withMarket { market in
            let response = try await market.get(path)
            #expect(response.status == .notFound)
        }
    }

    @Test func aliasesAndNumbersAsTextAreRead() async throws {
        try await withMarket { market in
            let response = try await market.post(
                .listing(
                    raw: """
                        {"name":"이름","description":"첫 줄
                        둘째 줄","price":"19.90","currency":"USD","discountedPrice":"0.9","stock":"",\
                        "secret":"s","extra":[{"a":1}]}
                        """
                )
            )
            #expect(response.status == .created)
            let product = try JSON(response)
            #expect(product["description"].string == "첫 줄\n둘째 줄")
            #expect(product["price"].double == 19.9)
            #expect(product["bargain_price"].int == 19)
            #expect(product["stock"].int == 0)
        }
    }

    @Test func imagesBeforeParamsAndUnknownPartsAreFine() async throws {
        try await withMarket { market in
            var form = FormBody()
            form.add("images[]", file: "image.jpg", Photos.bytes("red"), type: "\"image/jpeg\"")
            form.add("whatever", "x")
            form.add("params", #"{"name":"n","descriptions":"","price":1,"currency":"KRW","secret":"s"}"#)
            form.close()
            let formAnswer = try await market.post(form)
            #expect(formAnswer.status == .created)
        }
    }

    @Test func bodyWithoutContentTypeIsReadByItsFirstLine() async throws {
        try await withMarket { market in
            let form = FormBody.listing()
            for type in [nil, "application/json", "multipart/form-data"] {
                var headers: HTTPFields = [.field("identifier"): TestMarket.identifier]
                headers[.contentType] = type
                let response = try await market.client.execute(
                    uri: "/api/products",
                    method: .post,
                    headers: headers,
                    body: .init(bytes: form.bytes)
                )
                #expect(response.status == .created)
            }
        }
    }

    @Test func writerWithoutIdentifierIsRefused() async throws {
        try await withMarket { market in
            let response = try await market.post(.listing(), identifier: nil)
            #expect(response.status == .badRequest)
            #expect(try JSON(response)["code"].string == "missing_identifier")
        }
    }

    @Test func vendorComesIntoBeingAtFirstSightWithItsName() async throws {
        try await withMarket { market in
            let headers: HTTPFields = [.field("vendor-name"): "%EC%B4%88%EB%A1%9D%20%EA%B3%B5%EB%B0%A9"]
            let first = try JSON(await market.post(.listing(), headers: headers))
            #expect(first["vendors"]["name"].string == "초록 공방")
            let again = try JSON(
                await market.post(.listing(), identifier: TestMarket.identifier.uppercased(), headers: headers)
            )
            #expect(again["vendor_id"].int == first["vendor_id"].int)
            let other = try JSON(await market.post(.listing(), identifier: "someone else"))
            #expect(other["vendors"]["name"].string == "Vendor 2")
        }
    }

    @Test func closedRegistrationTakesOnlyVendorsThatExist() async throws {
        try await withMarket(registration: .closed) { market in
            let refused = try await market.post(.listing())
            #expect(refused.status == .forbidden)
            #expect(try JSON(refused)["code"].string == "registration_closed")
            let identifier = try #require(VendorIdentifier(TestMarket.identifier))
            _ = try await market.services.adminOperations.addVendor(name: "known", identifier: identifier, id: nil)
            #expect(try await market.post(.listing()).status == .created)
        }
    }

    @Test(.enabled(if: TestStoreKind.chosen == .folder, "the contract of stores has it for both"))
    func failedListingLeavesNoVendorBehind() async throws {
        try await withMarket { market in
            let database = try DatabaseQueue(path: market.folder + "/market.sqlite")
            try await database.write { database in
                try database.execute(
                    sql:
                        "CREATE TRIGGER fail BEFORE INSERT ON product BEGIN SELECT RAISE(ABORT, 'as on a full disk'); END"
                )
            }
            let identifier = try #require(VendorIdentifier("never seen before"))
            let refused = try await market.post(.listing(), identifier: identifier.text)
            #expect(refused.status.kind == .serverError)
            #expect(try await market.store.vendor(identifiedBy: identifier) == nil)
            try await database.write { try $0.execute(sql: "DROP TRIGGER fail") }
            let listed = try await market.list(identifier: identifier.text)
            #expect(listed["vendor_id"].int == 1)
        }
    }

    @Test func blockedVendorListsAndChangesNothingAndKeepsWhatItHas() async throws {
        try await withMarket { market in
            try await market.list()
            try await market.list()
            // The right of a browser, given before.
            let right = try #require(
                try JSON(await market.send(.post, "/api/products/1/rights", #"{"secret":"correct horse"}"#))["right"]
                    .string
            )
            _ = try await market.store.setBlocked(true, vendor: Vendor.ID(rawValue: 1))
            #expect(try await market.post(.listing()).status == .forbidden)
            #expect(try await market.get("/api/products/1").status == .notFound)
            let secret = #""secret":"correct horse""#
            for (method, path, body) in [
                (.patch, "/api/products/1", "{\(secret),\"name\":\"Another scam\"}"),
                (.patch, "/item/1", #"{"password":"correct horse","title":"Another scam"}"#),
                (.put, "/api/products/1/state", "{\(secret),\"state\":\"sold\"}"),
                (.post, "/api/products/1/bump", "{\(secret)}"),
            ] as [(HTTPRequest.Method, String, String)] {
                let response = try await market.send(method, path, body)
                #expect(response.status == .forbidden, "\(path)")
                #expect(String(buffer: response.body).contains("vendor_blocked"), "\(path)")
            }
            let byRight = try await market.send(
                .put,
                "/api/products/1/state",
                #"{"state":"sold"}"#,
                [.authorization: "Bearer \(right)"]
            )
            #expect(byRight.status == .forbidden)
            // A wrong password is still a wrong password, and the right one deletes.
            let wrong = try await market.send(.patch, "/api/products/1", #"{"secret":"wrong","name":"x"}"#)
            #expect(String(buffer: wrong.body).contains("wrong_secret"))
            #expect(try await market.send(.patch, "/api/products/1", "{\(secret)}").status == .accepted)
            let token = try await market.send(.post, "/api/products/2/secret", "{\(secret)}")
            let deleted = try await market.send(.delete, "/api/products/2/\(String(buffer: token.body))", "")
            #expect(deleted.status == .ok)
            _ = try await market.store.setBlocked(false, vendor: Vendor.ID(rawValue: 1))
            #expect(try await market.post(.listing()).status == .created)
            let shown = try JSON(await market.get("/api/products/1"))
            #expect(shown["name"].string == "의자")
            let edited = try await market.send(.patch, "/api/products/1", "{\(secret),\"stock\":7}")
            #expect(edited.status == .accepted)
        }
    }

    @Test func pagesSayThatTheSellerIsBlockedAndChangeNothing() async throws {
        try await withMarket { market in
            try await market.addGuestProduct()
            let browser = TestBrowser(market, language: "ko")
            let question = try await browser.get("/products/1/edit")
            let password = [("csrf", try #require(question.hidden("csrf"))), ("password", TestMarket.secret)]
            let proven = try await browser.post("/products/1/edit", password)
            let form = try await browser.get(try #require(proven.headers[.location]))
            _ = try await market.store.setBlocked(true, vendor: Vendor.guestID)
            let values = ["name": "탁자", "price": "1", "currency": "KRW", "stock": "1", "descriptions": ""]
            let saved = try await browser.post("/products/1", form: .webListing(form, values, photos: []))
            #expect(saved.status == 403)
            #expect(saved.html.contains("등록하거나 수정할 수 없어요") && saved.html.contains("탁자"))
            #expect(try JSON(await market.get("/api/products/1"))["name"].string != "탁자")
        }
    }

    /// A listing with one invalid field.
    struct BadInput: Sendable, CustomTestStringConvertible {
        let field: String
        let what: String
        /// The value as JSON, or nil to leave the field out.
        let json: String?

        var testDescription: String { "\(field): \(what)" }

        init(_ field: String, _ what: String, _ json: String?) {
            self.field = field
            self.what = what
            self.json = json
        }

        var parameters: String {
            var fields = [
                "name": "\"의자\"", "descriptions": "\"나무\"", "price": "12000", "currency": "\"KRW\"",
                "secret": "\"s\"",
            ]
            fields[field] = json
            return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
        }
    }

    @Test(arguments: [
        BadInput("price", "negative", "-1"),
        BadInput("price", "fractional won", "10.5"),
        BadInput("price", "above 2^53-1", "9007199254740992"),
        BadInput("price", "above 2^63", "99999999999999999999"),
        BadInput("price", "bare NaN", "NaN"),
        BadInput("price", "NaN as text", "\"NaN\""),
        BadInput("price", "a word", "\"싸요\""),
        BadInput("price", "missing", nil),
        BadInput("price", "an array", "[1]"),
        BadInput("discounted_price", "above the price", "12001"),
        BadInput("discounted_price", "negative", "-1"),
        BadInput("stock", "negative", "-1"),
        BadInput("stock", "a fraction", "1.5"),
        BadInput("stock", "above 2^53-1", "\"9007199254740992\""),
        BadInput("currency", "another", "\"SEK\""),
        BadInput("currency", "missing", nil),
        BadInput("name", "missing", nil),
        BadInput("name", "blank", "\"   \""),
        BadInput("name", "10,000 characters", "\"\(String(repeating: "가", count: 10_000))\""),
        BadInput("name", "NUL", "\"a\\u0000b\""),
        BadInput("name", "a lone surrogate", "\"\\ud83d\""),
        BadInput("descriptions", "10,001 characters", "\"\(String(repeating: "x", count: 10_001))\""),
        BadInput("secret", "missing", nil),
        BadInput("secret", "empty", "\"\""),
        BadInput("secret", "129 bytes", "\"\(String(repeating: "x", count: 129))\""),
        BadInput("contact", "201 characters", "\"\(String(repeating: "1", count: 201))\""),
    ])
    func badInputIsRefusedByName(_ input: BadInput) async throws {
        try await withMarket { market in
            let response = try await market.post(.listing(raw: input.parameters))
            #expect(response.status == .badRequest)
            let answer = try JSON(response)
            #expect(answer["fields"].array.compactMap { $0["name"].string } == [input.field])
            #expect(answer["error"].bool == true)
            #expect(answer["reason"].string == answer["message"].string)
            #expect(answer["status"].int == 400)
            #expect(answer.keys.isDisjoint(with: ["id", "name", "price", "images"]))
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 0)
        }
    }

    @Test func everythingThatIsWrongIsSaidAtOnce() async throws {
        try await withMarket { market in
            let response = try await market.post(.listing(raw: #"{"price":"x","stock":-1}"#, photos: []))
            let fields = try JSON(response)["fields"].array.compactMap { $0["name"].string }
            #expect(Set(fields) == ["name", "price", "currency", "stock", "secret", "images"])
            #expect(fields.count == 6)
        }
    }

    @Test(arguments: ["Optional(\"{}\")", "", "{", "[]", "\"text\"", "{\"name\":}", "nil"])
    func paramsThatAreNoObjectAreRefused(_ parameters: String) async throws {
        try await withMarket { market in
            let response = try await market.post(.listing(raw: parameters))
            #expect(response.status == .badRequest)
            #expect(try JSON(response)["code"].string == "invalid_request")
        }
    }

    @Test func paramsMissingOrSplitAreRefused() async throws {
        try await withMarket { market in
            var missing = FormBody()
            missing.add("images", file: "a.jpg", Photos.bytes("red"))
            missing.close()
            let missingAnswer = try await market.post(missing)
            #expect(missingAnswer.status == .badRequest)
            var split = FormBody()
            split.add("params", #"{"name":"a"}"#)
            split.add("params", #"{"price":1}"#)
            split.add("images", file: "a.jpg", Photos.bytes("red"))
            split.close()
            let splitAnswer = try await market.post(split)
            #expect(splitAnswer.status == .badRequest)
        }
    }

    @Test(arguments: ["", "x", "{}", "--", "plain text that is no form"])
    func bodyThatIsNoFormIsRefused(_ body: String) async throws {
        try await withMarket { market in
            let response = try await market.send(
                .post,
                "/api/products",
                body,
                [.field("identifier"): TestMarket.identifier]
            )
            #expect(response.status == .badRequest)
            #expect(try JSON(response)["error"].bool == true)
        }
    }

    @Test(arguments: [0, 6])
    func wrongNumberOfImagesIsRefusedAndLeavesNothing(_ count: Int) async throws {
        try await withMarket { market in
            let response = try await market.post(.listing(photos: Array(repeating: "red", count: count)))
            #expect(response.status == .badRequest)
            #expect(try JSON(response)["fields"][0]["name"].string == "images")
            #expect(try await market.services.imageStore.names().isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: market.folder + "/incoming").isEmpty)
        }
    }

    @Test func oneBadImageRefusesTheListingAndNoImageStays() async throws {
        let bad: [(String, [UInt8])] = [
            ("nothing", []), ("text", Array("not a picture".utf8)),
            ("cut off", Array(Photos.bytes("green").prefix(1200))),
            ("SVG", Array("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>".utf8)),
        ]
        try await withMarket { market in
            for (what, bytes) in bad {
                var form = FormBody()
                form.add("params", #"{"name":"n","descriptions":"d","price":1,"currency":"KRW","secret":"s"}"#)
                form.add("images", file: "1.jpg", Photos.bytes("red"))
                form.add("images", file: "2.jpg", bytes)
                form.close()
                let response = try await market.post(form)
                #expect(response.status == .badRequest, "\(what)")
                #expect(try JSON(response)["code"].string == "unusable_image")
                #expect(try JSON(response)["reason"].string?.contains("Picture 2") == true)
            }
            #expect(try await market.services.imageStore.names().isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: market.folder + "/incoming").isEmpty)
        }
    }

    @Test func errorsAreSaidInTheReadersLanguage() async throws {
        try await withMarket { market in
            let korean = try await market.get("/api/products/9", [.acceptLanguage: "ko-KR,ko;q=0.9,en;q=0.8"])
            #expect(try JSON(korean)["message"].string == "없는 상품이에요.")
            #expect(korean.headers[.contentLanguage] == "ko")
            let other = try await market.get("/api/products/9", [.acceptLanguage: "fr"])
            #expect(try JSON(other)["message"].string == "This product doesn’t exist.")
        }
    }
}
