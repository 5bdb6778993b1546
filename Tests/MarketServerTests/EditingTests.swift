import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// `PATCH /api/products/{id}` (API.md, “training” and “Extensions”).
struct EditingTests {
    private static let path = "/api/products/1"

    @Test func editIsAnsweredWithTheWholeProductAnd202() async throws {
        try await withMarket { market in
            try await market.list(["price": 1000, "stock": 5])
            let response = try await market.send(
                .patch,
                Self.path,
                #"{"secret":"correct horse","name":"새 이름","descriptions":"","price":"900","discounted_price":100}"#
            )
            #expect(response.status.code == 202)
            #expect(response.headers[.contentType] == "application/json")
            let product = try JSON(response)
            #expect(product["name"].string == "새 이름")
            #expect(product["description"].string == "")
            #expect(product["bargain_price"].int == 800)
            #expect(product["stock"].int == 5)
            #expect(product["version"].int == 2)
        }
    }

    @Test(arguments: [nil, "application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"])
    func bodyIsReadAsJSONWhateverItsType(_ type: String?) async throws {
        try await withMarket { market in
            try await market.list()
            var headers = HTTPFields()
            headers[.contentType] = type
            let response = try await market.send(.patch, Self.path, #"{"secret":"correct horse","stock":"9"}"#, headers)
            #expect(response.status == .accepted)
            #expect(try JSON(response)["stock"].int == 9)
        }
    }

    @Test func passwordAloneInPatchIsACheck() async throws {
        try await withMarket { market in
            try await market.list()
            let tag = try await market.get("/api/products").headers[.eTag]
            let right = try await market.send(.patch, Self.path, #"{"secret":"correct horse"}"#)
            #expect(right.status == .accepted)
            #expect(try JSON(right)["version"].int == 1)
            #expect(try await market.send(.patch, Self.path, #"{"secret":"wrong"}"#).status == .forbidden)
            #expect(try await market.send(.patch, Self.path, "{}").status == .badRequest)
            #expect(try await market.get("/api/products").headers[.eTag] == tag)
        }
    }

    @Test func wrongSecretChangesNothing() async throws {
        try await withMarket { market in
            try await market.list()
            let response = try await market.send(.patch, Self.path, #"{"secret":"wrong","name":"x"}"#)
            #expect(response.status == .forbidden)
            #expect(try JSON(response)["code"].string == "wrong_secret")
            #expect(try JSON(await market.get(Self.path))["name"].string == "의자")
        }
    }

    @Test func guessingIsSlowedDownForTheGuesserOnly() async throws {
        var limits = ServerLimits()
        limits.guesses.perSource = 3
        try await withMarket(limits: limits, proxies: .loopback) { market in
            try await market.list()
            let guesser: HTTPFields = [.field("X-Forwarded-For"): "198.51.100.7"]
            for _ in 1...3 {
                #expect(try await market.send(.patch, Self.path, #"{"secret":"guess"}"#, guesser).status == .forbidden)
            }
            let refused = try await market.send(.patch, Self.path, #"{"secret":"correct horse"}"#, guesser)
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.field("Retry-After")] == "60")
            let owner: HTTPFields = [.field("X-Forwarded-For"): "198.51.100.8"]
            #expect(try await market.send(.patch, Self.path, #"{"secret":"correct horse"}"#, owner).status == .accepted)
            market.clock.advance(seconds: 61)
            #expect(
                try await market.send(.patch, Self.path, #"{"secret":"correct horse"}"#, guesser).status == .accepted
            )
        }
    }

    @Test func identifierIsIgnoredOnEdits() async throws {
        try await withMarket { market in
            try await market.list()
            let headers: HTTPFields = [.field("identifier"): "somebody else"]
            let response = try await market.send(.patch, Self.path, #"{"secret":"correct horse","stock":1}"#, headers)
            #expect(response.status == .accepted)
            #expect(try JSON(response)["vendor_id"].int == 1)
        }
    }

    @Test func editIsJudgedAsAWhole() async throws {
        try await withMarket { market in
            try await market.list(["price": 1000, "discounted_price": 300])
            let below = try await market.send(.patch, Self.path, #"{"secret":"correct horse","price":299}"#)
            #expect(below.status == .badRequest)
            let both = try await market.send(
                .patch,
                Self.path,
                #"{"secret":"correct horse","price":299,"discounted_price":0}"#
            )
            #expect(both.status == .accepted)
            let fractional = try await market.send(.patch, Self.path, #"{"secret":"correct horse","price":2.5}"#)
            #expect(fractional.status == .badRequest)
            let dollars = try await market.send(
                .patch,
                Self.path,
                #"{"secret":"correct horse","price":2.5,"currency":"USD"}"#
            )
            #expect(try JSON(dollars)["price"].double == 2.5)
        }
    }

    @Test(arguments: ["thumbnail_id", "thumbnailId"])
    func thumbnailIsChosenAmongTheProductsImages(_ key: String) async throws {
        try await withMarket { market in
            let product = try await market.list(photos: ["red", "green"])
            let second = product["images"][1]
            let id = try #require(second["id"].int)
            let response = try await market.send(.patch, Self.path, #"{"secret":"correct horse","\#(key)":"\#(id)"}"#)
            #expect(try JSON(response)["thumbnail"].string == second["thumbnail_url"].string)
            #expect(
                try JSON(await market.get("/api/products"))["pages"][0]["thumbnail"].string
                    == second["thumbnail_url"].string
            )
            let foreign = try await market.send(.patch, Self.path, #"{"secret":"correct horse","\#(key)":\#(id + 1)}"#)
            #expect(foreign.status == .badRequest)
        }
    }

    @Test func contactIsChangedAndTakenAway() async throws {
        try await withMarket { market in
            try await market.list()
            _ = try await market.send(.patch, Self.path, #"{"secret":"correct horse","contact":"me@example.com"}"#)
            #expect(try JSON(await market.get(Self.path + "/contact"))["contact"].string == "me@example.com")
            _ = try await market.send(.patch, Self.path, #"{"secret":"correct horse","stock":1}"#)
            #expect(try JSON(await market.get(Self.path + "/contact"))["contact"].string == "me@example.com")
            _ = try await market.send(.patch, Self.path, #"{"secret":"correct horse","contact":""}"#)
            #expect(try JSON(await market.get(Self.path + "/contact"))["contact"].isNull)
        }
    }

    /// macOS and iOS decompose what people type in some places: a syllable is two or three characters then.
    @Test func contactIsComposedAsItIsWhenListing() async throws {
        try await withMarket { market in
            let composed = String(repeating: "각", count: 150)
            let decomposed = composed.decomposedStringWithCanonicalMapping
            let listed = try await market.list(["contact": decomposed])["id"].int
            try #require(listed == 1)
            #expect(
                try JSON(await market.get(Self.path + "/contact"))["contact"].string.map(scalars) == scalars(composed)
            )
            for (given, expected) in [(decomposed + "!", composed + "!"), ("e\u{301}@x.kr", "é@x.kr"), ("a\u{0}", nil)]
            {
                let text = try JSONEncoder().encode(["secret": TestMarket.secret, "contact": given])
                let edit = try await market.send(.patch, Self.path, String(decoding: text, as: UTF8.self))
                #expect(edit.status == (expected == nil ? .badRequest : .accepted))
                guard let expected else { continue }
                let contact = try JSON(await market.get(Self.path + "/contact"))["contact"].string
                #expect(contact.map(scalars) == scalars(expected))
            }
        }
    }

    @Test func namesOfCategoriesAreComposed() async throws {
        try await withMarket { market in
            let composed = String(repeating: "각", count: 40)
            let decomposed = composed.decomposedStringWithCanonicalMapping
            let categories = market.services.editCategories
            try await categories.add("tools", names: [.korean: decomposed, .english: "Cafe\u{301}"], in: nil)
            let added = try #require(market.store.categories.category("tools"))
            #expect(scalars(added.name(in: .korean)) == scalars(composed))
            #expect(scalars(added.name(in: .english)) == scalars("Café"))
            await #expect(throws: EditCategories.Problem.self) {
                try await categories.rename("tools", names: [.korean: composed + "각"])
            }
        }
    }

    private func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

    @Test func staleIfMatchIs412WithTheCurrentProduct() async throws {
        try await withMarket { market in
            try await market.list()
            let tag = try #require(try await market.get(Self.path).headers[.eTag])
            let first = try await market.send(
                .patch,
                Self.path,
                #"{"secret":"correct horse","stock":1}"#,
                [.ifMatch: tag]
            )
            #expect(first.status == .accepted)
            let second = try await market.send(
                .patch,
                Self.path,
                #"{"secret":"correct horse","stock":2}"#,
                [.ifMatch: tag]
            )
            #expect(second.status == .preconditionFailed)
            let response = try JSON(second)
            #expect(response["code"].string == "version_conflict")
            #expect(response["current"]["stock"].int == 1)
            #expect(response["current"]["version"].int == 2)
            let newTag = try #require(second.headers[.eTag])
            let third = try await market.send(
                .patch,
                Self.path,
                #"{"secret":"correct horse","stock":2}"#,
                [.ifMatch: "W/\(newTag)"]
            )
            #expect(third.status == .accepted)
            let any = try await market.send(
                .patch,
                Self.path,
                #"{"secret":"correct horse","stock":3}"#,
                [.ifMatch: "*"]
            )
            #expect(any.status == .accepted)
        }
    }

    @Test func ofTwoEditsAtTheSameInstantWithIfMatchOneWins() async throws {
        try await withMarket { market in
            try await market.list()
            let tag = try #require(try await market.get(Self.path).headers[.eTag])
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for stock in 1...8 {
                    group.addTask {
                        try await market.send(
                            .patch,
                            Self.path,
                            #"{"secret":"correct horse","stock":\#(stock)}"#,
                            [.ifMatch: tag]
                        ).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == .accepted } == 1)
            #expect(statuses.count { $0 == .preconditionFailed } == 7)
        }
    }

    @Test func editsOfDifferentFieldsAtTheSameInstantAllCount() async throws {
        try await withMarket { market in
            try await market.list()
            let changes = [#""stock":77"#, #""name":"동시에""#, #""descriptions":"both""#, #""price":50000"#]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for change in changes {
                    group.addTask {
                        let response = try await market.send(
                            .patch,
                            Self.path,
                            #"{"secret":"correct horse",\#(change)}"#
                        )
                        #expect(response.status == .accepted)
                    }
                }
                try await group.waitForAll()
            }
            let product = try JSON(await market.get(Self.path))
            #expect(product["stock"].int == 77)
            #expect(product["name"].string == "동시에")
            #expect(product["description"].string == "both")
            #expect(product["price"].int == 50000)
            #expect(product["version"].int == 5)
        }
    }

    @Test func unknownAndWithdrawnProductsCannotBeEdited() async throws {
        try await withMarket { market in
            #expect(try await market.send(.patch, Self.path, #"{"secret":"s"}"#).status == .notFound)
            try await market.list()
            _ = try await market.services.deleteProduct.erase(Product.ID(rawValue: 1))
            let response = try await market.send(.patch, Self.path, #"{"secret":"correct horse"}"#)
            #expect(response.status == .notFound)
            #expect(try JSON(response)["code"].string == "withdrawn")
        }
    }

    @Test(arguments: ["", "no json", "[1]", "{\"secret\":\"correct horse\",\"stock\":1"])
    func unreadableBodyIsRefused(_ body: String) async throws {
        try await withMarket { market in
            try await market.list()
            #expect(try await market.send(.patch, Self.path, body).status == .badRequest)
        }
    }
}
