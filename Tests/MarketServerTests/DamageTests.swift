import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import TestMarkets
import Testing

/// Data damaged on disk is refused and reported, and never shown as if it were intact.
struct DamageTests {
    @Test(arguments: ["cut", "flipped"])
    func aDamagedImageIsNeverShown(harm: String) async throws {
        try await withMarket { market in
            let product = try await market.list()
            let image = product["images"][0]
            for link in [image["url"].string, image["thumbnail_url"].string] {
                let path = try #require(Self.file(link, in: market))
                let whole = try Data(contentsOf: URL(filePath: path))
                #expect(try await market.follow(link).status == .ok)
                var bytes = harm == "cut" ? whole.prefix(200) : whole
                if harm == "flipped" { bytes[whole.count / 2] ^= 4 }
                try bytes.write(to: URL(filePath: path))
                let refused = try await market.follow(link)
                #expect(refused.status == .internalServerError)
                #expect(refused.headers[.cacheControl] == "no-store")
                #expect(refused.headers[.eTag] == nil)
                let health = try await market.get("/health")
                #expect(health.status == .serviceUnavailable)
                #expect(try JSON(health)["status"].string == "damaged")
                #expect(try JSON(health)["images"].string == "damaged")
                #expect(try JSON(health)["database"].string == "ok")

                try whole.write(to: URL(filePath: path))
                #expect(try await market.follow(link).status == .ok)
                #expect(try await market.get("/health").status == .ok)
            }
            #expect(try await market.post(.listing(photos: ["red"])).status == .created, "the market goes on")
        }
    }

    /// SQLite would go on with the file that is gone, and what is answered would be lost with the process.
    @Test(.enabled(if: TestStoreKind.chosen == .folder, "the files are PostgreSQL's"))
    func whatWouldBeLostWithTheDatabaseIsRefusedUntilItIsBack() async throws {
        try await withMarket { market in
            try await market.list()
            let (path, moved) = ("\(market.folder)/market.sqlite", "\(market.folder)/moved.sqlite")
            func expectRefusals(_ comment: Comment) async throws {
                #expect(try await market.post(.listing()).status == .serviceUnavailable, comment)
                let health = try await market.get("/health")
                #expect(health.status == .serviceUnavailable, comment)
                #expect(try JSON(health)["database"].string == "down", comment)
                #expect(try await market.get("/health/ready").status == .serviceUnavailable, comment)
                #expect(try await market.get("/health/live").status == .ok, comment)
            }
            try FileManager.default.moveItem(atPath: path, toPath: moved)
            try await expectRefusals("moved away")
            // As a snapshot or a backup that somebody copies under the running market.
            try FileManager.default.copyItem(atPath: moved, toPath: path)
            try await expectRefusals("replaced by a copy")
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: moved, toPath: path)
            #expect(try await market.get("/health").status == .ok)
            #expect(try await market.get("/health/ready").status == .ok)
            #expect(try await market.post(.listing()).status == .created)
        }
    }

    @Test func aMissingImageIsReportedUntilItIsBackOrNothingShowsIt() async throws {
        try await withMarket { market in
            let image = try await market.list()["images"][0]
            let link = try #require(image["url"].string)
            let webSize = link.replacingOccurrences(of: ".jpg", with: "-400.webp")
            func expectHealth(_ images: String, _ comment: Comment) async throws {
                let health = try await market.get("/health")
                #expect(try JSON(health)["images"].string == images, comment)
            }
            for (shown, missing) in [
                (link, link), (image["thumbnail_url"].string, image["thumbnail_url"].string), (webSize, link),
            ] {
                let path = try #require(Self.file(missing, in: market))
                let whole = try Data(contentsOf: URL(filePath: path))
                try FileManager.default.removeItem(atPath: path)
                #expect(try await market.follow(shown).status == .notFound)
                try await expectHealth("damaged", "\(shown ?? "") is missing")
                try whole.write(to: URL(filePath: path))
                #expect(try await market.follow(missing).status == .ok)
                try await expectHealth("ok", "it was put back")
            }

            // What is damaged isn't intact because it is deleted, and what is listed again is.
            let path = try #require(Self.file(link, in: market))
            try Data("other".utf8).write(to: URL(filePath: path))
            #expect(try await market.follow(link).status == .internalServerError)
            try FileManager.default.removeItem(atPath: path)
            #expect(try await market.follow(link).status == .notFound)
            try await expectHealth("damaged", "the damaged file is deleted")
            try await market.list()
            #expect(try await market.follow(link).status == .ok)
            try await expectHealth("ok", "it was stored again")

            try FileManager.default.removeItem(atPath: path)
            let page = try await TestBrowser(market, language: "en").get("/products/1").html
            let share = try #require(page.firstMatch(of: /og:image" content="https?:\/\/[^\/"]+(\/[^"]+)"/)?.1)
            let rendered = try await market.client.execute(uri: String(share), method: .get, headers: [:], body: nil)
            #expect(rendered.status == .internalServerError)
            try await expectHealth("damaged", "the share image needs it")
            _ = try await market.services.deleteProduct.erase(Product.ID(rawValue: 1))
            try await expectHealth("damaged", "another product shows it")
            _ = try await market.services.deleteProduct.erase(Product.ID(rawValue: 2))
            try await expectHealth("ok", "nothing shows it")
            #expect(try await market.follow(link).status == .notFound)
            try await expectHealth("ok", "somebody asks for what was deleted")
        }
    }

    @Test func aDamagedWebSizeIsMadeAnew() async throws {
        try await withMarket { market in
            let product = try await market.list()
            let link = try #require(product["images"][0]["url"].string)
                .replacingOccurrences(of: ".jpg", with: "-400.webp")
            let whole = try await market.follow(link)
            try #require(whole.status == .ok)
            let path = try #require(Self.file(link, in: market))
            try Data(contentsOf: URL(filePath: path)).prefix(100).write(to: URL(filePath: path))
            let again = try await market.follow(link)
            #expect(again.status == .ok)
            #expect(again.body == whole.body)
        }
    }

    @Test(.enabled(if: TestStoreKind.chosen == .folder, "the files are PostgreSQL's"))
    func aDamagedRowIsRefusedAndNothingIsWrittenAnyMore() async throws {
        try await withMarket { market in
            let name = "Unmistakable-\(UUID().uuidString)"
            let sound = try await market.list(["name": "Sound"])
            let broken = try await market.list(["name": name])
            // Changes the database and its log on disk, behind the server's back.
            for file in ["market.sqlite", "market.sqlite-wal"] {
                let url = URL(filePath: "\(market.folder)/\(file)")
                let bytes = try Data(contentsOf: url)
                let handle = try FileHandle(forWritingTo: url)
                var start = bytes.startIndex
                while let place = bytes.range(of: Data(name.utf8), in: start..<bytes.endIndex) {
                    try handle.seek(toOffset: UInt64(place.lowerBound))
                    try handle.write(contentsOf: Data([0xC3, 0x28]))
                    start = place.upperBound
                }
                try handle.close()
            }
            let id = try #require(broken["id"].int)
            #expect(try await market.get("/api/products/\(id)").status == .internalServerError)
            #expect(try await market.get("/api/products/\(try #require(sound["id"].int))").status == .ok)
            let refused = try await market.post(.listing(photos: ["red"]))
            #expect(refused.status == .serviceUnavailable)
            #expect(try JSON(refused)["message"].string?.contains("damaged") == true)
            let health = try await market.get("/health")
            #expect(health.status == .serviceUnavailable)
            #expect(try JSON(health)["status"].string == "damaged")
            #expect(try JSON(health)["database"].string == "damaged")
        }
    }

    private static func file(_ link: String?, in market: TestMarket) -> String? {
        let name = link.flatMap { URL(string: $0) }?.lastPathComponent
        return name.map { "\(market.folder)/images/\($0.prefix(2))/\($0)" }
    }
}
