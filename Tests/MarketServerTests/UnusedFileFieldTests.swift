import Foundation
import HTTPTypes
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// File fields in which nobody chose a file: browsers and HTTP libraries send them without a name and without bytes.
struct UnusedFileFieldTests {
    private static func listing(_ files: [(name: String, photo: String?)], type: String) -> FormBody {
        var form = FormBody()
        form.add("params", #"{"name":"의자","descriptions":"","price":1,"currency":"KRW","secret":"correct horse"}"#)
        for file in files {
            form.add("images", file: file.name, file.photo.map(Photos.bytes) ?? [], type: type)
        }
        form.close()
        return form
    }

    @Test(arguments: ["application/octet-stream", "image/jpeg", "text/plain"])
    func unusedFieldsOfAListingAreAbsent(_ type: String) async throws {
        try await withMarket { market in
            let files: [(String, String?)] = [
                ("", nil), ("a.jpg", "red"), ("", nil), ("", nil), ("", nil), ("", nil), ("b.jpg", "blue"), ("", nil),
            ]
            let response = try await market.post(Self.listing(files, type: type))
            #expect(response.status == .created, "\(String(buffer: response.body))")
            #expect(try JSON(response)["images"].array.count == 2)
            // Bytes without a name are a picture, and no picture at all is too few.
            let unnamed = try await market.post(Self.listing([("", "red")], type: type))
            #expect(try JSON(unnamed)["images"].array.count == 1)
            let none = try await market.post(Self.listing([("", nil)], type: type))
            #expect(none.status == .badRequest)
        }
    }

    @Test func unusedFieldsOfAnEditAreAbsent() async throws {
        try await withMarket { market in
            try await market.list(photos: ["red", "blue"])
            var form = FormBody()
            form.add("params", #"{"name":"책상","secret":"correct horse"}"#)
            form.add("images", file: "", [], type: "application/octet-stream")
            form.close()
            let product = try JSON(await market.send(.patch, "/api/products/1", form: form))
            #expect(product["name"].string == "책상")
            #expect(product["images"].array.count == 2)
            // In the old edition new pictures replace all.
            var item = FormBody()
            for (name, value) in [("title", "탁자"), ("password", TestMarket.secret)] { item.add(name, value) }
            item.add("images[]", file: "", [], type: "application/octet-stream")
            item.close()
            let edited = try JSON(await market.send(.patch, "/item/1", form: item))
            #expect(edited["title"].string == "탁자")
            #expect(edited["images"].array.count == 2)
        }
    }

    @Test func chosenFileWithoutBytesIsEmptyEverywhere() async throws {
        try await withMarket { market in
            let files: [(String, String?)] = [("", nil), ("a.jpg", "red"), ("b.jpg", nil)]
            let listing = try await market.post(Self.listing(files, type: "image/jpeg"))
            #expect(try JSON(listing)["code"].string == "unusable_image")
            #expect(try JSON(listing)["message"].string?.contains("2") == true)
            var item = FormBody()
            for (name, value) in [
                ("title", "의자"), ("price", "1"), ("currency", "KRW"), ("password", TestMarket.secret),
            ] {
                item.add(name, value)
            }
            item.add("images[]", file: "a.jpg", [])
            item.close()
            #expect(try JSON(await market.send(.post, "/item", form: item))["code"].string == "unusable_image")
            let browser = TestBrowser(market)
            var page = FormBody()
            page.add("csrf", try await browser.get("/products/new").hidden("csrf") ?? "")
            for (name, value) in [("name", "의자"), ("price", "1"), ("seller", "Kim"), ("password", TestMarket.secret)] {
                page.add(name, value)
            }
            page.add("images", file: "a.jpg", Photos.bytes("red"))
            page.add("images", file: "", [], type: "application/octet-stream")
            page.add("images", file: "b.jpg", [])
            page.close()
            let refused = try await browser.post("/products", form: page)
            #expect(refused.status >= 400)
            #expect(refused.html.contains("“b.jpg” is empty"))
        }
    }
}
