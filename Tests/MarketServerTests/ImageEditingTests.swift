import Foundation
import HTTPTypes
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// `PATCH` with images: `image_ids` and new `images` (API.md, “Extensions”).
struct ImageEditingTests {
    private static let path = "/api/products/1"

    private func ids(_ product: JSON) -> [Int] { product["images"].array.compactMap { $0["id"].int } }

    @Test func formKeepsImagesInOrderAndAddsNewOnesBehindThem() async throws {
        try await withMarket { market in
            let before = try await market.list(photos: ["red", "blue", "green"])
            let kept = ids(before)
            let response = try await market.send(
                .patch,
                Self.path,
                form: .change(["image_ids": [kept[2], kept[0]], "name": "새 사진"], photos: ["gray"])
            )
            #expect(response.status.code == 202, "\(String(buffer: response.body))")
            let after = try JSON(response)
            #expect(ids(after).prefix(2) == [kept[2], kept[0]])
            #expect(ids(after).count == 3)
            #expect(after["name"].string == "새 사진")
            #expect(after["version"].int == 2)
            // Lists show the first one.
            #expect(after["thumbnail"].string == after["images"][0]["thumbnail_url"].string)
            let shown = try await market.follow(after["images"][2]["url"].string)
            #expect(shown.status == .ok)
            let gone = try await market.follow(before["images"][1]["url"].string)
            #expect(gone.status == .notFound)
        }
    }

    @Test func objectReordersAndRemovesToo() async throws {
        try await withMarket { market in
            let kept = ids(try await market.list(photos: ["red", "blue"]))
            let reordered = try await market.send(
                .patch,
                Self.path,
                #"{"secret":"correct horse","image_ids":["\#(kept[1])",\#(kept[0])]}"#
            )
            #expect(reordered.status == .accepted)
            #expect(ids(try JSON(reordered)) == [kept[1], kept[0]])
            let removed = try await market.send(
                .patch,
                Self.path,
                #"{"secret":"correct horse","image_ids":[\#(kept[0])]}"#
            )
            #expect(ids(try JSON(removed)) == [kept[0]])
        }
    }

    @Test func newImagesAloneComeBehindThoseThatAreThere() async throws {
        try await withMarket { market in
            let kept = ids(try await market.list(photos: ["red"]))
            let response = try await market.send(.patch, Self.path, form: .change([:], photos: ["blue"]))
            #expect(response.status == .accepted)
            #expect(ids(try JSON(response)).first == kept[0])
            #expect(ids(try JSON(response)).count == 2)
        }
    }

    @Test func chosenThumbnailMustBeAmongTheKept() async throws {
        try await withMarket { market in
            let kept = ids(try await market.list(photos: ["red", "blue"]))
            let refused = try await market.send(
                .patch,
                Self.path,
                #"{"secret":"correct horse","image_ids":[\#(kept[0])],"thumbnail_id":\#(kept[1])}"#
            )
            #expect(refused.status == .badRequest)
            #expect(try JSON(refused)["fields"][0]["name"].string == "thumbnail_id")
            let chosen = try await market.send(
                .patch,
                Self.path,
                #"{"secret":"correct horse","image_ids":[\#(kept[0]),\#(kept[1])],"thumbnail_id":\#(kept[1])}"#
            )
            let product = try JSON(chosen)
            #expect(product["thumbnail"].string == product["images"][1]["thumbnail_url"].string)
        }
    }

    @Test func noneTooManyUnknownAndRepeatedImagesAreRefusedAndLoseNothing() async throws {
        try await withMarket { market in
            let kept = ids(try await market.list(photos: ["red", "blue"]))
            let other = ids(try await market.list(photos: ["green"]))
            let wrong: [([Int], [String], String)] = [
                ([], [], "images"), (kept, ["red", "blue", "green", "gray"], "images"),
                ([kept[0], other[0]], [], "image_ids"), ([kept[0], kept[0]], [], "image_ids"), ([999], [], "image_ids"),
            ]
            for (list, photos, field) in wrong {
                let response = try await market.send(
                    .patch,
                    Self.path,
                    form: .change(["image_ids": list], photos: photos)
                )
                #expect(response.status == .badRequest)
                #expect(try JSON(response)["fields"][0]["name"].string == field)
            }
            let product = try JSON(await market.get(Self.path))
            #expect(ids(product) == kept)
            #expect(product["version"].int == 1)
        }
    }

    @Test func wrongSecretKeepsNoImageOfTheForm() async throws {
        try await withMarket { market in
            try await market.list(photos: ["red"])
            let before = try FileManager.default.subpathsOfDirectory(atPath: market.folder + "/images").count
            let response = try await market.send(
                .patch,
                Self.path,
                form: .change(["secret": "wrong"], photos: ["purple"])
            )
            #expect(response.status == .forbidden)
            let after = try FileManager.default.subpathsOfDirectory(atPath: market.folder + "/images").count
            #expect(after == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: market.folder + "/incoming").isEmpty)
        }
    }

    @Test func imageThatIsNoneIsRefusedAndTheEditWithIt() async throws {
        try await withMarket { market in
            try await market.list(photos: ["red"])
            var form = FormBody()
            form.add("params", #"{"secret":"correct horse","name":"x"}"#)
            form.add("images", file: "good.jpg", Photos.bytes("blue"))
            form.add("images", file: "a.jpg", Array("no picture".utf8))
            form.close()
            let response = try await market.send(.patch, Self.path, form: form)
            #expect(response.status == .badRequest)
            #expect(try JSON(response)["code"].string == "unusable_image")
            #expect(try JSON(response)["fields"][0]["index"].int == 1)
            #expect(try JSON(await market.get(Self.path))["name"].string == "의자")
        }
    }

    @Test func olderVersionIsRefusedWithTheProductAsItIs() async throws {
        try await withMarket { market in
            try await market.list(photos: ["red"])
            let response = try await market.send(
                .patch,
                Self.path,
                form: .change(["name": "x"], photos: ["blue"]),
                [.ifMatch: "\"p1-7-training\""]
            )
            #expect(response.status == .preconditionFailed)
            #expect(try JSON(response)["current"]["version"].int == 1)
        }
    }
}
