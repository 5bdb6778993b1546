import Foundation
import HTTPTypes
import MarketAPI
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// The rules of API.md for `items`, and what follows from them for changes, numbers and other listeners.
struct ItemRulesTests {
    @Test(arguments: [nil, .items, .training, .openmarket] as [Edition?])
    func itemsAreServedAtEveryEntrance(_ edition: Edition?) async throws {
        try await withMarket(edition: edition) { market in
            let item = try await market.item()
            #expect(item["id"].int == 1)
            let list = try JSON(await market.get("/items/1"))
            #expect(list["items"].array.count == 1)
            let changed = try await market.send(.patch, "/item/1", #"{"password":"correct horse","stock":9}"#)
            #expect(try JSON(changed)["stock"].int == 9)
            let health = try await market.get("/healthChecker")
            #expect(String(buffer: health.body) == "\"OK\"")
            let deleted = try await market.send(.delete, "/item/1", #"{"password":"correct horse"}"#)
            #expect(deleted.status == .ok)
        }
    }

    @Test func nothingButThePasswordIsNeededToChangeAnItem() async throws {
        try await withMarket { market in
            try await market.item(["title": "의자"])
            let without = try await market.send(.patch, "/item/1", #"{"title":"책상"}"#)
            #expect(without.status == .badRequest)
            #expect(try JSON(without)["fields"][0]["name"].string == "password")
            for (change, key, value) in [
                (#""title":"책상""#, "title", "책상"), (#""descriptions":"새 글""#, "descriptions", "새 글"),
                (#""currency":"USD""#, "currency", "USD"),
            ] {
                let edit = "{\"password\":\"correct horse\",\(change)}"
                let response = try await market.send(.patch, "/item/1", edit)
                #expect(response.status == .ok)
                #expect(try JSON(response)[key].string == value)
            }
        }
    }

    @Test func moreThanFiveImagesAreRefusedInChangesToo() async throws {
        try await withMarket { market in
            try await market.item(photos: ["red"])
            var form = FormBody()
            form.add("password", TestMarket.secret)
            for photo in ["red", "blue", "green", "gray", "orange", "purple"] {
                form.add("images", file: "\(photo).jpg", Photos.bytes(photo))
            }
            form.close()
            let response = try await market.send(.patch, "/item/1", form: form)
            #expect(response.status == .badRequest)
            #expect(try JSON(response)["reason"].string == "The number of images must be 5 or less")
            let item = try JSON(await market.get("/item/1"))
            #expect(item["images"].array.count == 1)
        }
    }

    @Test(arguments: ["price", "stock"])
    func negativeNumbersAreRefused(_ field: String) async throws {
        try await withMarket { market in
            let response = try await market.send(.post, "/item", form: .item([field: "-1"], photos: []))
            #expect(response.status == .badRequest)
            #expect(try JSON(response)["fields"][0]["name"].string == field)
        }
    }

    @Test func numbersAreWholeButForTheDateThatHasAFraction() async throws {
        try await withMarket { market in
            try await market.list(["price": 19.99, "discounted_price": 0.5, "currency": "USD", "stock": 2])
            try await market.item(["discounted_price": "160"])
            for path in ["/items/1", "/item/1", "/item/2"] {
                let text = String(buffer: try await market.get(path).body)
                let numbers = text.matches(of: /"(\w+)":(-?[0-9.eE+-]+)/).map { (String($0.1), String($0.2)) }
                #expect(numbers.count >= 5)
                for (key, number) in numbers {
                    if key == "registration_date" {
                        #expect(number == "1643016615.000")
                    } else {
                        let isWhole = number.allSatisfy { $0.isNumber }
                        #expect(isWhole, "\(key) is \(number)")
                    }
                }
            }
        }
    }

    /// The oldest come first, whatever is changed or deleted meanwhile.
    @Test func orderIsThatOfTheIds() async throws {
        try await withMarket { market in
            for number in 1...4 { try await market.item(["title": "\(number)"], photos: []) }
            let changed = try await market.send(.patch, "/item/1", #"{"password":"correct horse","price":"1"}"#)
            #expect(changed.status == .ok)
            let deleted = try await market.send(.delete, "/item/2", #"{"password":"correct horse"}"#)
            #expect(deleted.status == .ok)
            for _ in 1...2 {
                let list = try JSON(await market.get("/items/1"))
                #expect(list["items"].array.map { $0["id"].int } == [1, 3, 4])
            }
        }
    }
}
