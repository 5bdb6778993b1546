import FieldSamples
import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import NIOCore
import TestMarkets
import Testing

@testable import MarketServer

/// What the API and the pages do with every attribute because it is declared.
struct DeclaredFieldTests {
    private static func json(_ field: ListingField, _ text: String) -> Any {
        if case .number = field.kind, let number = Int(text) { number } else { text }
    }

    private static func all(_ sample: Int) -> [String: Any] {
        Dictionary(uniqueKeysWithValues: ListingField.attributes.map { ($0.key, json($0, $0.accepted[sample])) })
    }

    private func patch(_ market: TestMarket, _ fields: [String: Any]) async throws -> TestResponse {
        let fields = fields.merging(["secret": TestMarket.secret]) { $1 }
        let body = String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
        return try await market.send(.patch, "/api/products/1", body)
    }

    /// Reads a product as apps of the library do.
    private func attributes(_ market: TestMarket) async throws -> ListingAttributes {
        let body = try await market.get("/api/products/1").body
        return try JSONDecoder().decode(DetailedProduct.self, from: Data(body.readableBytesView)).listing.attributes
    }

    // MARK: The API

    @Test func everyAttributeIsListedShownChangedAndRemoved() async throws {
        try await withMarket { market in
            try await market.list(Self.all(0))
            #expect(try await attributes(market) == .all(0))
            for field in ListingField.attributes {
                var expected = try await attributes(market)
                for text in [field.accepted[1], ""] {
                    expected[field] = text
                    #expect(try await patch(market, [field.key: Self.json(field, text)]).status == .accepted)
                    #expect(try await attributes(market) == expected)
                    let list = Data(try await market.get("/api/products").body.readableBytesView)
                    let listed = try JSONDecoder().decode(ProductListResponse.self, from: list).products
                    #expect(listed.map(\.attributes) == [expected.listed])
                }
            }
            let plain = try JSON(await market.get("/api/products/1"))
            #expect(plain.keys.isDisjoint(with: ListingField.attributes.map(\.key)))
        }
    }

    @Test(arguments: ListingField.attributes)
    func whatIsOutsideTheBoundsIsRefusedByName(_ field: ListingField) async throws {
        try await withMarket { market in
            try await market.list(Self.all(0))
            for (text, _) in field.refused {
                for response in try await [
                    market.post(.listing([field.key: text])), patch(market, [field.key: text]),
                ] {
                    #expect(response.status == .badRequest)
                    #expect(try JSON(response)["fields"].array.compactMap(\.["name"].string) == [field.key])
                }
            }
            for wrong: Any in [[1], ["a": 1], true] {
                #expect(try await patch(market, [field.key: wrong]).status == .badRequest)
            }
            #expect(try await patch(market, [field.key: NSNull()]).status == .accepted)
            #expect(try await attributes(market) == .all(0))
        }
    }

    @Test(arguments: [Edition.training, .openmarket])
    func otherEditionsDoNotHaveIt(_ edition: Edition) async throws {
        try await withMarket(edition: edition) { market in
            try await market.list(Self.all(0))
            for path in ["/api/products/1", "/api/products"] {
                let text = String(buffer: try await market.get(path).body)
                for field in ListingField.attributes { #expect(!text.contains("\"\(field.key)\"")) }
            }
        }
    }

    @Test(arguments: ListingField.attributes)
    func aRepeatWithAnotherValueIsAnotherRequest(_ field: ListingField) async throws {
        try await withMarket { market in
            let key: HTTPFields = [.field("Idempotency-Key"): "a-1"]
            let first = try await market.post(.listing(Self.all(0)), headers: key)
            #expect(first.status == .created)
            #expect(try await market.post(.listing(Self.all(0)), headers: key).body == first.body)
            for text in [field.accepted[1], ""] {
                let other = Self.all(0).merging([field.key: Self.json(field, text)]) { $1 }
                #expect(try await market.post(.listing(other), headers: key).status.code == 422)
            }
        }
    }

    // MARK: The pages

    private func editForm(_ browser: TestBrowser) async throws -> TestBrowser.Page {
        let csrf = try #require(try await browser.get("/products/1/edit").hidden("csrf"))
        let opened = try await browser.post("/products/1/edit", [("csrf", csrf), ("password", TestMarket.secret)])
        return try await browser.get(try #require(opened.headers[.location]))
    }

    @Test func theFormListsAndThePageShowsEveryAttribute() async throws {
        try await withBrowser { market, browser in
            let form = try await browser.get("/products/new")
            for field in ListingField.attributes {
                #expect(form.html.contains(" name=\"\(field.rawValue)\""))
            }
            let texts = Dictionary(uniqueKeysWithValues: ListingField.attributes.map { ($0.rawValue, $0.accepted[1]) })
            let listed = try await browser.post("/products", form: .webListing(form, texts))
            #expect(listed.status == 303, "\(listed.html)")
            #expect(try await attributes(market) == .all(1))
            let page = try await browser.get("/products/1").html
            let facts = try #require(page.firstMatch(of: /<dl class="attributes">.*<\/dl>/)).output
            #expect(facts.components(separatedBy: "<dt>").count - 1 == ListingField.attributes.count)
            // The hostile text stays a text.
            #expect(!page.contains("<b>&amp;amp;") && !page.contains("<b>&amp;\"'"))
        }
    }

    @Test func operatorsSeeEveryAttribute() async throws {
        try await withMarket(registration: .approved) { market in
            try await market.list()
            try await market.list(Self.all(1))
            let operators = TestBrowser(market)
            try await operators.signIn(as: "Kim", .moderator)
            var counts: [Int] = []
            for id in 1...2 {
                let page = try await operators.get("/operator/listings/\(id)").html
                let facts = try #require(page.firstMatch(of: /<dl class="attributes">.*<\/dl>/)).output
                counts.append(facts.components(separatedBy: "<dt>").count)
            }
            #expect(counts[1] - counts[0] == ListingField.attributes.count)
        }
    }

    @Test(arguments: ListingField.attributes)
    func anEditChangesWhatWasEditedAndFindsConflicts(_ field: ListingField) async throws {
        try await withMarket { market in
            try await market.list(Self.all(0))
            let browser = TestBrowser(market)
            let form = try await editForm(browser)
            let same = Dictionary(
                uniqueKeysWithValues: ListingField.attributes.map { ($0.rawValue, $0.accepted[0]) }
            ).merging(["price": "12000", "discount": "0", "stock": "0", "descriptions": "나무 의자입니다.\r\n튼튼해요."]) { $1 }
            func send(_ text: String) async throws -> TestBrowser.Page {
                let texts = same.merging([field.rawValue: text]) { $1 }
                return try await browser.post(
                    "/products/1",
                    form: .webListing(form, texts, kept: form.allHidden("kept"), photos: [])
                )
            }
            let untouched = try await send(field.accepted[0])
            #expect(untouched.status == 303, "\(untouched.html)")
            #expect(try JSON(await market.get("/api/products/1"))["version"].int == 1)
            // Somebody else changes another field, then this one.
            #expect(try await patch(market, ["name": "새 이름"]).status == .accepted)
            #expect(try await send(field.accepted[1]).status == 303)
            var expected = ListingAttributes.all(0)
            expected[field] = field.accepted[1]
            #expect(try await attributes(market) == expected)
            #expect(try JSON(await market.get("/api/products/1"))["name"].string == "새 이름")
            let conflict = try await send("")
            #expect(conflict.status == 409)
            #expect(conflict.html.contains("id=\"\(field.rawValue)-newer\""))
            #expect(try await attributes(market) == expected)
        }
    }

    // MARK: The document

    @Test(arguments: ListingField.attributes)
    func theOpenAPIDocumentHasEveryAttributeWithItsBounds(_ field: ListingField) async throws {
        let bytes = try await withMarket { Data(try await $0.get("/openapi.json").body.readableBytesView) }
        let document = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        let components = try #require(document["components"] as? [String: Any])
        let schemas = try #require(components["schemas"] as? [String: Any])
        for (name, isRequest) in [
            ("NewProduct", true), ("ProductChange", true), ("ExtendedProduct", false),
        ] + (field.isListed ? [("ExtendedSummary", false)] : []) {
            let schema = try #require(schemas[name] as? [String: Any], "\(name)")
            let property = Self.property(field.key, of: schema)
            let found = try #require(property, "\(name) has no \(field.key): \(Self.expected(field, isRequest))")
            #expect((found["description"] as? String)?.isEmpty == false, "\(name) doesn't describe \(field.key)")
            guard field != .category else { continue }
            for (key, value) in Self.expected(field, isRequest) {
                let isEqual = (found[key] as? NSObject) == (value as? NSObject)
                #expect(isEqual, "\(field.key) of \(name): \(key) must be \(value)")
            }
        }
    }

    /// Finds a property in a schema, or in one of those of which it is made.
    private static func property(_ key: String, of schema: [String: Any]) -> [String: Any]? {
        if let found = (schema["properties"] as? [String: Any])?[key] as? [String: Any] { return found }
        for part in schema["allOf"] as? [[String: Any]] ?? [] {
            if let found = property(key, of: part) { return found }
        }
        return nil
    }

    private static func expected(_ field: ListingField, _ isRequest: Bool) -> [String: Any] {
        switch field.kind {
        case .text(let length):
            isRequest
                ? ["type": "string", "maxLength": length.upperBound]
                : ["type": "string", "minLength": 1, "maxLength": length.upperBound]
        case .choice(let choices): ["type": "string", "enum": isRequest ? [""] + choices : choices]
        case .number(let bounds):
            // A request can remove it with an empty string.
            [
                "type": isRequest ? ["integer", "string"] : "integer", "minimum": bounds.lowerBound,
                "maximum": bounds.upperBound,
            ]
        default: [:]
        }
    }
}
