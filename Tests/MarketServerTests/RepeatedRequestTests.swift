import Foundation
import HTTPTypes
import Logging
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// `Idempotency-Key` (API.md, “Extensions”).
struct RepeatedRequestTests {
    private static func key(_ text: String = "a-1") -> HTTPFields { [.field("Idempotency-Key"): text] }
    private static let replayed = HTTPField.Name.field("Idempotent-Replayed")

    @Test func repeatIsAnsweredWithTheFirstAnswer() async throws {
        try await withMarket { market in
            let first = try await market.post(.listing(photos: ["red", "blue"]), headers: Self.key())
            #expect(first.status == .created)
            #expect(first.headers[Self.replayed] == nil)
            // Changed meanwhile; the retry's keys may have another order, and its boundary may differ.
            let patch = try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse","name":"다른 이름"}"#)
            #expect(patch.status == .accepted)
            let second = try await market.post(.listing(photos: ["red", "blue"]), headers: Self.key())
            #expect(second.status == .created)
            #expect(second.headers[Self.replayed] == "true")
            #expect(second.body == first.body)
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 1)
        }
    }

    @Test func otherFieldsImagesOrSecretWithTheSameKeyAre422() async throws {
        try await withMarket { market in
            let first = try await market.post(.listing(photos: ["red"]), headers: Self.key())
            #expect(first.status == .created)
            let others: [FormBody] = [
                .listing(["price": 1], photos: ["red"]), .listing(photos: ["blue"]), .listing(photos: ["red", "red"]),
                .listing(["secret": "another"], photos: ["red"]), .listing(["contact": "010"], photos: ["red"]),
            ]
            for form in others {
                let response = try await market.post(form, headers: Self.key())
                #expect(response.status.code == 422)
                #expect(try JSON(response)["code"].string == "key_reused")
                #expect(try JSON(response)["listed"].int == JSON(first)["id"].int)
            }
            // The same values in another notation are the same request.
            let same = try await market.post(.listing(["price": "12000.0"], photos: ["red"]), headers: Self.key())
            #expect(same.status == .created)
            #expect(same.headers[Self.replayed] == "true")
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 1)
        }
    }

    /// A key doesn't reveal what another guest has listed with it, nor does it block that guest.
    @Test func guestsHaveTheirKeysForThemselves() async throws {
        try await withMarket(proxies: .loopback) { market in
            var (one, two) = (Self.key(), Self.key())
            one[.field("X-Forwarded-For")] = "198.51.100.1"
            two[.field("X-Forwarded-For")] = "198.51.100.2"
            let first = try await market.send(.post, "/item", form: .item(photos: []), one)
            let other = try await market.send(.post, "/item", form: .item(["title": "other"], photos: []), two)
            #expect(other.status == .ok)
            #expect(other.headers[Self.replayed] == nil)
            #expect(try JSON(other)["id"].int == 2)
            let again = try await market.send(.post, "/item", form: .item(photos: []), one)
            #expect(again.headers[Self.replayed] == "true")
            #expect(again.body == first.body)
        }
    }

    @Test func logTellsARepeatFromANewProduct() async throws {
        try await withMarket { market in
            let log = CollectedLog()
            let request = ListForSale.Request(
                draft: ProductDraft(name: "의자", description: "튼튼한 참나무 의자", price: DecimalAmount(1), currency: .krw),
                secret: "correct horse",
                uploads: [],
                imageCount: ListingRules.optionalImageCount
            )
            let key = try #require(IdempotencyKey("a-1", of: nil, guest: "guest"))
            for _ in 0..<2 {
                Logger(log).listed(try await market.services.listForSale(request, by: .guest, key: key, from: .unknown))
            }
            #expect(log.messages == ["listed", "already listed"])
            #expect(log.fields.map { $0["product"] } == ["1", "1"])
        }
    }

    @Test func guessingSecretsByRepeatingIsSlowedDown() async throws {
        try await withMarket { market in
            let first = try await market.send(.post, "/item", form: .item(photos: []), Self.key())
            #expect(first.status == .ok)
            var statuses: [Int] = []
            for number in 0..<12 {
                let form = FormBody.item(["password": "guess \(number)"], photos: [])
                statuses.append(try await market.send(.post, "/item", form: form, Self.key()).status.code)
            }
            #expect(statuses == Array(repeating: 422, count: 10) + [429, 429])
        }
    }

    @Test func requestThatFailedMayBeRepeatedWithItsKey() async throws {
        try await withMarket { market in
            let refused = try await market.post(.listing(["name": ""]), headers: Self.key())
            #expect(refused.status == .badRequest)
            let right = try await market.post(.listing(), headers: Self.key())
            #expect(right.status == .created)
            #expect(right.headers[Self.replayed] == nil)
        }
    }

    @Test func tooManyImagesAreRefusedAsWithoutAKey() async throws {
        try await withMarket { market in
            let photos = ["red", "blue", "green", "gray", "orange", "purple"]
            let response = try await market.post(.listing(photos: photos), headers: Self.key())
            #expect(response.status == .badRequest)
            #expect(try JSON(response)["fields"][0]["name"].string == "images")
        }
    }

    @Test func keysOfSellersAreTheirOwn() async throws {
        try await withMarket { market in
            for identifier in ["11111111-66db-11ec-9626-796401f2341a", "22222222-66db-11ec-9626-796401f2341a"] {
                let response = try await market.post(.listing(), identifier: identifier, headers: Self.key())
                #expect(response.headers[Self.replayed] == nil)
            }
            let item = try await market.send(.post, "/item", form: .item(), Self.key())
            #expect(item.status == .ok)
            #expect(item.headers[Self.replayed] == nil)
            let again = try await market.send(.post, "/item", form: .item(), Self.key())
            #expect(again.headers[Self.replayed] == "true")
            #expect(again.body == item.body)
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 3)
        }
    }

    @Test func keyIsForgottenAfterADay() async throws {
        try await withMarket { market in
            let first = try await market.post(.listing(), headers: Self.key())
            #expect(first.status == .created)
            market.clock.advance(seconds: 86_400)
            let within = try await market.post(.listing(), headers: Self.key())
            #expect(within.headers[Self.replayed] == "true")
            market.clock.advance(seconds: 1)
            let after = try await market.post(.listing(), headers: Self.key())
            #expect(after.headers[Self.replayed] == nil)
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 2)
        }
    }

    @Test func repeatWhileTheFirstIsRunningIs409() async throws {
        try await withMarket { market in
            let key = try #require(IdempotencyKey("a-1", of: VendorIdentifier(TestMarket.identifier)))
            let meanwhile = try await market.services.idempotency.once(key) {
                try await market.post(.listing(), headers: Self.key())
            }
            #expect(meanwhile.status.code == 409)
            #expect(try JSON(meanwhile)["code"].string == "request_under_way")
            let afterwards = try await market.post(.listing(), headers: Self.key())
            #expect(afterwards.status == .created)
        }
    }

    @Test(arguments: ["", String(repeating: "a", count: 256), "키"])
    func keyThatCannotBeOneIsRefused(_ text: String) async throws {
        try await withMarket { market in
            let response = try await market.post(.listing(), headers: Self.key(text))
            #expect(response.status == .badRequest)
            #expect(try JSON(response)["message"].string?.contains("Idempotency-Key") == true)
        }
    }
}
