import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// The `items` edition (API.md, “items”).
struct ItemsTests {
    private static let noSuchItem = "Cannot find data for ID and password"

    // MARK: Reading

    @Test(arguments: ["/items/1", "/items1", "/items", "/Items/1", "/items/1/", "/items/1?", "//items//1"])
    func everyWayToThePageLeadsThere(_ path: String) async throws {
        try await withMarket { market in
            try await market.item(["title": "하나"])
            try await market.item(["title": "둘"])
            let response = try await market.get(path)
            #expect(response.status == .ok)
            let list = try JSON(response)
            #expect(list.keys == ["page", "items"])
            #expect(list["page"].int == 1)
            #expect(list["items"].array.map { $0["title"].string } == ["하나", "둘"])
        }
    }

    @Test func pagesHaveTwentyItemsByAscendingIDAndEndInEmptyOnes() async throws {
        try await withMarket { market in
            for number in 1...23 { try await market.item(["title": "\(number)"], photos: []) }
            let second = try JSON(await market.get("/items/2"))
            #expect(second["page"].int == 2)
            #expect(second["items"].array.map { $0["title"].string } == ["21", "22", "23"])
            #expect(try JSON(await market.get("/items/1"))["items"].array.count == 20)
            let behind = try JSON(await market.get("/items/3"))
            #expect(behind["page"].int == 3)
            #expect(behind["items"].array.isEmpty)
        }
    }

    @Test(arguments: [("0", 1), ("-3", 1), ("abc", 1), ("99999999999999999999", Int.max)])
    func pageNumbersAreBroughtIntoRange(_ text: String, _ number: Int) async throws {
        try await withMarket { market in
            let response = try await market.get("/items/\(text)")
            #expect(response.status == .ok)
            #expect(try JSON(response)["page"].int == number)
        }
    }

    @Test func itemsInAListHaveTheirKeysAndAllThumbnails() async throws {
        try await withMarket { market in
            try await market.item(photos: ["red", "blue"])
            let item = try JSON(await market.get("/items/1"))["items"][0]
            #expect(item.keys == ["id", "title", "price", "currency", "stock", "thumbnails", "registration_date"])
            #expect(item["thumbnails"].array.count == 2)
            #expect(item["registration_date"].double == 1_643_016_615.0)
            for link in item["thumbnails"].array {
                let image = try await market.follow(link.string)
                #expect(image.status == .ok)
                #expect(link.string?.hasSuffix(".jpg") == true)
            }
        }
    }

    @Test(arguments: ["/item/1", "/item1", "/Item/1/", "/item/Optional(1)"])
    func itemHasItsDescriptionAndImages(_ path: String) async throws {
        try await withMarket { market in
            try await market.item(["discounted_price": "160"], photos: ["red", "green"])
            let response = try await market.get(path)
            #expect(response.headers[.contentType] == "application/json")
            let item = try JSON(response)
            #expect(
                item.keys == [
                    "id", "title", "price", "currency", "stock", "thumbnails", "registration_date", "descriptions",
                    "images", "discounted_price",
                ]
            )
            #expect(item["images"].array.count == 2)
            #expect(item["discounted_price"].int == 160)
            let raw = String(buffer: response.body)
            #expect(raw.contains(#""registration_date":1643016615.000"#))
        }
    }

    @Test func missingItemIsAnsweredAs404WithTheReasonAppsCompare() async throws {
        try await withMarket { market in
            for path in ["/item/1", "/item/abc", "/item/99999999999999999999"] {
                let response = try await market.get(path)
                #expect(response.status == .notFound)
                #expect(try JSON(response)["reason"].string == Self.noSuchItem)
            }
        }
    }

    @Test func fractionsAreRoundedHalfUpToWholeUnits() async throws {
        try await withMarket { market in
            try await market.list(["price": 19.5, "discounted_price": 4.01, "currency": "USD"])
            let item = try JSON(await market.get("/item/1"))
            #expect(item["price"].int == 20)
            #expect(item["discounted_price"].int == 15)
            #expect(item["currency"].string == "USD")
        }
    }

    // MARK: Listing

    @Test(arguments: ["/item", "/item/", "/Item"], ["images[]", "images"])
    func formIsListedAndAnsweredWith200(_ path: String, _ imageName: String) async throws {
        try await withMarket { market in
            let form = FormBody.item(["discounted_price": "160"], photos: ["red", "blue"], imageName: imageName)
            let response = try await market.send(.post, path, form: form)
            #expect(response.status == .ok)
            let item = try JSON(response)
            #expect(item["price"].int == 165)
            #expect(item["discounted_price"].int == 160)
            #expect(item["images"].array.count == 2)
            // The same product in the other edition.
            let product = try JSON(await market.get("/api/products/1"))
            #expect(product["discounted_price"].int == 5)
            #expect(product["bargain_price"].int == 160)
            #expect(product["vendors"]["name"].string == "Guest")
        }
    }

    @Test func objectWithBase64ImagesIsListed() async throws {
        try await withMarket { market in
            let image = Data(Photos.bytes("red")).base64EncodedString()
            let broken = Data(Photos.bytes("blue")).base64EncodedString(options: .lineLength76Characters)
                .replacing("/", with: #"\/"#)
            let body = """
                {"title":"의자","descriptions":"줄
                바꿈","price":"165","currency":"WON","stock":3,"password":"correct horse",
                "images":["\(image)","","data:image/jpeg;base64,\(broken)",null]}
                """
            let response = try await market.send(.post, "/item", body)
            #expect(response.status == .ok, "\(String(buffer: response.body))")
            let item = try JSON(response)
            #expect(item["images"].array.count == 2)
            #expect(item["currency"].string == "KRW")
            #expect(item["descriptions"].string == "줄\n바꿈")
            #expect(item.keys.contains("discounted_price") == false)
            let kept = try await market.follow(item["images"][1].string)
            #expect(kept.status == .ok)
        }
    }

    @Test(arguments: ["nil", "", "Optional(90)", "abc", "1e400", "-5", "200"])
    func discountedPriceThatIsNoIntegerIsPassedOver(_ text: String) async throws {
        try await withMarket { market in
            let item = try await market.item(["discountedPrice": text], photos: [])
            #expect(item["price"].int == 165)
            #expect(!item.keys.contains("discounted_price"))
        }
    }

    @Test func priceBelowTheDiscountedOneEndsTheDiscount() async throws {
        try await withMarket { market in
            try await market.item(["price": "165", "discounted_price": "160"], photos: [])
            let edit = #"{"password":"correct horse","price":100}"#
            let response = try await market.send(.patch, "/item/1", edit)
            #expect(response.status == .ok)
            let item = try JSON(response)
            #expect(item["price"].int == 100)
            #expect(!item.keys.contains("discounted_price"))
            let again = #"{"password":"correct horse","discounted_price":90}"#
            _ = try await market.send(.patch, "/item/1", again)
            let named = #"{"password":"correct horse","price":80,"discounted_price":85}"#
            #expect(try await market.send(.patch, "/item/1", named).status == .badRequest)
            let lower = #"{"password":"correct horse","price":80,"discountedPrice":"nil"}"#
            let form = try await market.send(.patch, "/item/1", lower)
            #expect(form.status == .ok)
            #expect(!(try JSON(form)).keys.contains("discounted_price"))
        }
    }

    @Test func emptyPartsAreNotGiven() async throws {
        try await withMarket { market in
            let item = try await market.item(["descriptions": "", "discounted_price": "", "stock": ""], photos: [])
            #expect(item["descriptions"].string == "")
            #expect(item["stock"].int == 0)
            let refused = try await market.send(.post, "/item", form: .item(["price": ""], photos: []))
            #expect(refused.status == .badRequest)
            #expect(try JSON(refused)["fields"][0]["name"].string == "price")
        }
    }

    @Test func optionalAsTextIsOrdinaryText() async throws {
        try await withMarket { market in
            let item = try await market.item(["title": #"Optional("의자")"#], photos: [])
            #expect(item["title"].string == #"Optional("의자")"#)
        }
    }

    @Test(arguments: ["XYZ", "won!", "BTC"])
    func otherCurrenciesAreRefused(_ currency: String) async throws {
        try await withMarket { market in
            let response = try await market.send(.post, "/item", form: .item(["currency": currency], photos: []))
            #expect(response.status == .badRequest)
        }
    }

    @Test func moreThanFiveImagesAreRefusedInTheWordsAppsCompare() async throws {
        try await withMarket { market in
            let photos = ["red", "blue", "green", "gray", "orange", "purple"]
            let response = try await market.send(.post, "/item", form: .item(photos: photos))
            #expect(response.status == .badRequest)
            #expect(try JSON(response)["reason"].string == "The number of images must be 5 or less")
            let base64 = photos.map { "\"" + Data(Photos.bytes($0)).base64EncodedString() + "\"" }
            let object = try await market.send(
                .post,
                "/item",
                #"{"title":"x","price":1,"currency":"KRW","password":"p","images":["#
                    + base64.joined(separator: ",") + "]}"
            )
            #expect(object.status == .badRequest)
            #expect(try JSON(object)["reason"].string == "The number of images must be 5 or less")
            #expect(try JSON(await market.get("/items/1"))["items"].array.isEmpty)
        }
    }

    @Test func textThatIsNoImageIsRefused() async throws {
        try await withMarket { market in
            for images in [#"["!!!"]"#, "[1]", "{}", #"["QUJD"]"#] {
                let response = try await market.send(
                    .post,
                    "/item",
                    #"{"title":"x","price":1,"currency":"KRW","password":"p","images":\#(images)}"#
                )
                #expect(response.status == .badRequest, "\(images)")
                #expect(try JSON(response)["fields"][0]["name"].string == "images")
            }
        }
    }

    @Test func itemWithoutImagesShowsThePlaceholder() async throws {
        try await withMarket { market in
            let item = try await market.item(photos: [])
            #expect(item["images"].array.isEmpty)
            let list = try JSON(await market.get("/items/1"))["items"][0]
            for link in [item["thumbnails"][0].string, list["thumbnails"][0].string] {
                let image = try await market.follow(link)
                #expect(image.status.code == 200)
                #expect(image.headers[.contentType] == "image/png")
            }
            let product = try JSON(await market.get("/api/products"))["pages"][0]
            #expect(product["thumbnail"].string == item["thumbnails"][0].string)
        }
    }

    @Test func stockHas64Bits() async throws {
        try await withMarket { market in
            let item = try await market.item(["stock": "9007199254740991"], photos: [])
            #expect(item["stock"].int == 9_007_199_254_740_991)
        }
    }

    // MARK: Changing

    @Test(arguments: ["/item/1", "/item1"])
    func changeTakesAFormOrAnObjectAndGivesThePriceThatIsPaid(_ path: String) async throws {
        try await withMarket { market in
            try await market.item(["discounted_price": "160"])
            var form = FormBody()
            form.add("password", TestMarket.secret)
            form.add("price", "180")
            form.add("title", "")
            form.close()
            let first = try await market.send(.patch, path, form: form)
            #expect(first.status == .ok)
            // The sale price stays the same when only the price changes.
            #expect(try JSON(first)["discounted_price"].int == 160)
            #expect(try JSON(first)["price"].int == 180)
            #expect(try JSON(first)["title"].string == "의자")
            let second = try await market.send(
                .patch,
                path,
                #"{"password":"correct horse","discounted_price":100,"stock":"7"}"#
            )
            #expect(second.status == .ok)
            #expect(try JSON(second)["discounted_price"].int == 100)
            #expect(try JSON(second)["stock"].int == 7)
            let product = try JSON(await market.get("/api/products/1"))
            #expect(product["discounted_price"].int == 80)
        }
    }

    @Test func imagesThatAreGivenReplaceTheOldOnes() async throws {
        try await withMarket { market in
            let before = try await market.item(photos: ["red", "blue"])
            var form = FormBody()
            form.add("password", TestMarket.secret)
            form.add("images[]", file: "a", Photos.bytes("green"))
            form.close()
            let after = try JSON(await market.send(.patch, "/item/1", form: form))
            #expect(after["images"].array.count == 1)
            let gone = try await market.follow(before["images"][0].string)
            #expect(gone.status == .notFound)
            let shown = try await market.follow(after["images"][0].string)
            #expect(shown.status == .ok)
        }
    }

    @Test func passwordAloneIsACheck() async throws {
        try await withMarket { market in
            try await market.item()
            let right = try await market.send(.patch, "/item/1", #"{"password":"correct horse"}"#)
            #expect(right.status == .ok)
            #expect(try JSON(await market.get("/api/products/1"))["version"].int == 1)
        }
    }

    @Test func wrongPasswordIs404WithTheReasonAppsCompare() async throws {
        try await withMarket { market in
            try await market.item()
            let patch = try await market.send(.patch, "/item/1", #"{"password":"wrong","title":"x"}"#)
            #expect(patch.status == .notFound)
            #expect(try JSON(patch)["reason"].string == Self.noSuchItem)
            #expect(try JSON(patch)["message"].string == Self.noSuchItem)
            let delete = try await market.send(.delete, "/item/1", #"{"password":"wrong"}"#)
            #expect(delete.status == .notFound)
            let unknown = try await market.send(.patch, "/item/2", #"{"password":"correct horse"}"#)
            #expect(unknown.status == .notFound)
            #expect(try JSON(unknown)["reason"].string == Self.noSuchItem)
            #expect(try JSON(await market.get("/item/1"))["title"].string == "의자")
        }
    }

    // MARK: Deleting

    @Test func deletionIsAnsweredWithTheItem() async throws {
        try await withMarket { market in
            try await market.item(["title": "책상"])
            let response = try await market.send(.delete, "/item/1", #"{"password":"correct horse"}"#)
            #expect(response.status == .ok)
            #expect(try JSON(response)["title"].string == "책상")
            let again = try await market.send(.delete, "/item/1", #"{"password":"correct horse"}"#)
            #expect(again.status == .notFound)
            let product = try await market.get("/api/products/1")
            #expect(product.status == .notFound)
        }
    }

    @Test(arguments: ["1", "\"1\""])
    func deletionWhoseBodyHasTheIDIsAnsweredWithExactlyThat(_ id: String) async throws {
        try await withMarket { market in
            try await market.item()
            let response = try await market.send(.delete, "/item/1", #"{"id":\#(id),"password":"correct horse"}"#)
            #expect(response.status == .ok)
            #expect(String(buffer: response.body) == #"{"id":1}"#)
        }
    }

    @Test func deletionWhoseBodyNamesAnotherItemDeletesNothing() async throws {
        try await withMarket { market in
            try await market.item()
            try await market.item()
            let response = try await market.send(.delete, "/item/1", #"{"id":2,"password":"correct horse"}"#)
            #expect(response.status == .notFound)
            #expect(try JSON(await market.get("/items/1"))["items"].array.count == 2)
        }
    }

    // MARK: Authorization

    @Test func closedRegistrationRefusesGuests() async throws {
        try await withMarket(registration: .closed) { market in
            let response = try await market.send(.post, "/item", form: .item())
            #expect(response.status == .forbidden)
            #expect(try JSON(response)["code"].string == "registration_closed")
        }
    }

    @Test func tagsOfItemsAnswer304() async throws {
        try await withMarket { market in
            try await market.item()
            for path in ["/items/1", "/item/1"] {
                let first = try await market.get(path)
                let tag = try #require(first.headers[.eTag])
                let second = try await market.get(path, [.ifNoneMatch: tag])
                #expect(second.status == .notModified)
            }
        }
    }
}
