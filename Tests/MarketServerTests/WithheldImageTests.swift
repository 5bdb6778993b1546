import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

@testable import MarketServer

/// Images that no listing shows which everybody sees: those of what is hidden, held or gone, and of forms (Moderating.md).
struct WithheldImageTests {
    /// The files of a product's first image: those that the API, old apps and pages link to.
    private struct Files {
        let stem: String

        init(stem: String) { self.stem = stem }

        init(_ listed: JSON) throws {
            let url = try #require(listed["images"][0]["url"].string)
            stem = String(try #require(url.split(separator: "/").last).dropLast(4))
        }

        var names: [String] {
            ["\(stem).jpg", "\(stem)-thumb.jpg"] + WebImageWidth.allCases.map { "\(stem)-\($0.pixels).webp" }
        }
    }

    /// Expects an answer to each request that somebody could make for the files.
    private func expect(_ files: Files, areShown: Bool, _ market: TestMarket, _ when: String) async throws {
        for name in files.names {
            let path = "/images/\(name)"
            let response = try await market.send(.get, path)
            #expect(response.status == (areShown ? .ok : .notFound), "\(path) \(when)")
            #expect(response.headers[.cacheControl]?.contains(areShown ? "immutable" : "no-store") == true)
            let head = try await market.client.execute(uri: path, method: .head, headers: [:], body: nil)
            #expect(head.status == (areShown ? .ok : .notFound), "HEAD \(path) \(when)")
            let known: HTTPFields = [.ifNoneMatch: "\"\(name)\""]
            let again = try await market.send(.get, path, nil, known)
            #expect(again.status == (areShown ? .notModified : .notFound), "\(path), known, \(when)")
            let any = try await market.send(.get, path, nil, [.ifNoneMatch: "*"])
            #expect(any.status == (areShown ? .notModified : .notFound), "\(path), any, \(when)")
            let part = try await market.send(.get, path, nil, [.range: "bytes=0-99"])
            #expect(areShown || part.status == .notFound, "a part of \(path) \(when)")
        }
    }

    private func seller(_ market: TestMarket, _ photo: String = "blue") async throws -> (TestBrowser, id: Int, Files) {
        let browser = TestBrowser(market)
        let form = FormBody.webListing(try await browser.get("/products/new"), photos: [photo])
        let sent = try await browser.post("/products", form: form)
        let id = try #require(sent.headers[.location]?.split(separator: "/").last.flatMap { Int($0) })
        return (browser, id, try Files(JSON(await market.get("/api/products/\(id)"))))
    }

    @Test(arguments: ListingAct.allCases.filter { $0.hold != nil })
    func theyAreGoneAtEachAddressUntilTheListingIsGivenBack(_ act: ListingAct) async throws {
        try await withMarket { market in
            let id = Product.ID(rawValue: Int64(try #require(try await market.list(photos: ["blue"])["id"].int)))
            let files = try Files(JSON(await market.get("/api/products/1")))
            let other = try Files(await market.list(photos: ["green"]))
            try await expect(files, areShown: true, market, "before")
            let page = String(buffer: try await market.page("/products/1").body)
            let share = String(try #require(page.firstMatch(of: /\/images\/share\/[^"]+/)).0)
            #expect(try await market.page(share).status == .ok)
            let moderate = market.services.moderateListings
            let proof = OperatorAuthenticator.commandLine
            try await moderate.perform(act, on: id, reason: "Stolen", by: proof)
            try await expect(files, areShown: false, market, "while it is withheld")
            try await expect(other, areShown: true, market, "of another listing")
            let tag = "\"\(share.split(separator: "/").last ?? "")\""
            for headers in [[:], [.ifNoneMatch: tag]] as [HTTPFields] {
                #expect(try await market.page(share, headers).status == .gone)
            }
            for feed in ["/feed.atom", "/sellers/1/feed.atom", "/items/1", "/api/products"] {
                #expect(!String(buffer: try await market.page(feed).body).contains(files.stem), "\(feed)")
            }
            try await moderate.perform(.giveBack, on: id, reason: "A mistake", by: proof)
            try await expect(files, areShown: true, market, "when it is given back")
            #expect(try await market.page(share).status == .ok)
        }
    }

    @Test func theyAreGoneWhenReportsHoldItAndWhenItsSellerIsBlocked() async throws {
        try await withMarket { market in
            let files = try Files(await market.list(photos: ["blue"]))
            let (id, store) = (Product.ID(rawValue: 1), market.store)
            for network in ["n1", "n2", "n3"] {
                let report = NewReport(
                    subject: .product(id),
                    content: CheckedReport(reason: .scam, text: ""),
                    receipt: ReceiptHash(rawValue: network),
                    network: network,
                    mayHold: true,
                    createdAt: market.clock.now
                )
                _ = try await store.addReport(report)
            }
            try await expect(files, areShown: false, market, "while reports hold it")
            _ = try await store.giveBack(id, reason: "Fine", at: market.clock.now)
            try await expect(files, areShown: true, market, "when it is let through")
            let vendor = try #require(try await store.product(id, for: OperatorAuthenticator.commandLine)).product
                .vendor
            let moderate = market.services.moderateListings
            for isBlocked in [true, false] {
                _ = try await moderate.setBlocked(
                    isBlocked,
                    vendor: vendor.id,
                    reason: "Why",
                    by: OperatorAuthenticator.commandLine
                )
                try await expect(files, areShown: !isBlocked, market, "of a seller, blocked: \(isBlocked)")
            }
        }
    }

    @Test func oneThatAnotherListingShowsStays() async throws {
        try await withMarket { market in
            let files = try Files(await market.list(photos: ["blue"]))
            try await market.list(photos: ["blue"])
            let now = market.clock.now
            _ = try await market.store.hide(Product.ID(rawValue: 1), reason: "Stolen", at: now)
            try await expect(files, areShown: true, market, "while another shows it")
            _ = try await market.store.hide(Product.ID(rawValue: 2), reason: "Stolen", at: now)
            try await expect(files, areShown: false, market, "when none shows it")
        }
    }

    /// However many they are, so that nothing is left to a cleanup, which leaves many alone.
    @Test func theyAreDeletedWithWhatWasRemovedButNotThoseThatAnotherListingShows() async throws {
        try await withMarket { market in
            try await market.list(photos: ["blue", "green"])
            let kept = try Files(await market.list(photos: ["blue"]))
            let store = market.services.imageStore
            let proof = OperatorAuthenticator.commandLine
            try await market.services.moderateListings.perform(
                .remove,
                on: Product.ID(rawValue: 1),
                reason: "Stolen",
                by: proof
            )
            let seconds = Int64(ListingHold.daysOfRemoval) * 86_400
            market.clock.advance(seconds: seconds - 1)
            #expect(try await market.services.advanceListings() == 0)
            #expect(try await store.names().count == 2, "it can still be given back")
            market.clock.advance(seconds: 1)
            #expect(try await market.services.advanceListings() == 1)
            await market.services.imageLifecycle.retryRemovals()
            #expect(try await store.names().map(\.hexDigits) == [kept.stem])
            try await expect(kept, areShown: true, market, "of another listing")
        }
    }

    @Test func theyAreGoneWhileItsSellerHidesIt() async throws {
        try await withMarket { market in
            let (browser, id, files) = try await seller(market)
            for state in ["hidden", "open", "reserved", "sold"] {
                let change = "{\"state\":\"\(state)\",\"secret\":\"\(TestMarket.secret)\"}"
                #expect(try await market.send(.put, "/api/products/\(id)/state", change).status == .ok)
                try await expect(files, areShown: state != "hidden", market, state)
                let own = try await browser.get("/products/\(id)/images/\(files.names[0])")
                #expect(own.status == 200, "\(state)")
            }
        }
    }

    @Test func theyAreGoneWhenItExpires() async throws {
        try await withMarket(lifecycles: LifecycleRules(lifetimeDays: 30)) { market in
            let files = try Files(await market.list(photos: ["blue"]))
            market.clock.advance(seconds: 31 * 86_400)
            try await market.services.advanceListings()
            try await expect(files, areShown: false, market, "of an expired listing")
        }
    }

    /// A draft of the refused form keeps the file.
    @Test func theyStayGoneWhenItsSellerDeletesWhatIsHeld() async throws {
        try await withMarket { market in
            let (browser, id, files) = try await seller(market)
            _ = try await market.store.hide(Product.ID(rawValue: Int64(id)), reason: "Stolen", at: market.clock.now)
            let form = FormBody.webListing(try await browser.get("/products/new"), ["name": ""], photos: ["blue"])
            #expect(try await browser.post("/products", form: form).status == 422)
            let csrf = try #require(try await browser.get("/products/\(id)/delete").hidden("csrf"))
            let fields = [("csrf", csrf), ("password", TestMarket.secret)]
            #expect(try await browser.post("/products/\(id)/delete", fields).status == 200)
            #expect(try await market.services.imageStore.names().count == 1)
            try await expect(files, areShown: false, market, "of a deleted listing")
        }
    }

    /// What an edit replaces isn't shown any more, though the copy that its seller has begun still has it.
    @Test func theyAreGoneWhenAnEditReplacesThem() async throws {
        try await withMarket { market in
            let (browser, id, files) = try await seller(market)
            #expect(try await browser.get("/products/new?copy=\(id)").allHidden("kept").count == 1)
            let path = "/api/products/\(id)"
            #expect(try await market.send(.patch, path, form: .change([:], photos: ["green"])).status == .accepted)
            try await expect(files, areShown: true, market, "beside another one")
            let added = try #require(try JSON(await market.get(path))["images"][1]["id"].int)
            #expect(try await market.send(.patch, path, form: .change(["image_ids": [added]])).status == .accepted)
            #expect(try await market.services.imageStore.names().count == 2)
            try await expect(files, areShown: false, market, "when it is replaced")
            let listed = try await browser.post(
                "/products",
                form: .webListing(try await browser.get("/products/new?copy=\(id)"), photos: ["blue"])
            )
            #expect(listed.status == 303)
            try await expect(files, areShown: true, market, "as soon as another one is listed with it")
        }
    }

    /// A refused form keeps its images for whoever has the form, and nobody finds them at an address.
    @Test func thoseOfARefusedFormAreInTheFormOnly() async throws {
        try await withBrowser { market, browser in
            let form = FormBody.webListing(try await browser.get("/products/new"), ["name": ""], photos: ["blue"])
            var page = try await browser.post("/products", form: form)
            #expect(page.status == 422)
            let name = try #require(try await market.services.imageStore.names().first)
            let files = Files(stem: name.hexDigits)
            let inline = "src=\"data:image/jpeg;base64,/9j/"
            // Sent again, the form shows the image that it has kept.
            for photos in [[], ["green"]] as [[String]] {
                #expect(page.html.contains(inline) && !page.html.contains(files.stem))
                try await expect(files, areShown: false, market, "of a refused form")
                let again = FormBody.webListing(page, ["name": ""], kept: page.allHidden("kept"), photos: photos)
                page = try await browser.post("/products", form: again)
                #expect(page.status == 422)
            }
            #expect(page.html.components(separatedBy: inline).count == 3)
            // Without the token there is nothing to see.
            let stranger = TestBrowser(market)
            let guess = FormBody.webListing(
                try await stranger.get("/products/new"),
                ["name": ""],
                kept: ["d" + String(repeating: "0", count: 32)],
                photos: []
            )
            #expect(try await !stranger.post("/products", form: guess).html.contains(inline))
            let listing = FormBody.webListing(page, kept: page.allHidden("kept"), photos: [])
            #expect(try await browser.post("/products", form: listing).status == 303)
            try await expect(files, areShown: true, market, "when it is listed")
        }
    }

    @Test func itsSellerStillSeesThem() async throws {
        try await withMarket { market in
            let (browser, id, files) = try await seller(market)
            let (other, otherID, _) = try await seller(market, "green")
            _ = try await market.store.hide(Product.ID(rawValue: Int64(id)), reason: "Stolen", at: market.clock.now)
            let own = "/products/\(id)/images"
            for page in ["/mine", "/products/\(id)", "/products/\(id)/edit", "/products/new?copy=\(id)"] {
                let html = try await browser.get(page).html
                #expect(html.contains("\(own)/\(files.stem)"), "\(page)")
                #expect(!html.contains("src=\"/images/\(files.stem)"), "\(page)")
            }
            for name in files.names {
                let seen = try await browser.get("\(own)/\(name)")
                #expect(seen.status == 200 && seen.headers[.cacheControl] == "private, no-store", "\(name)")
                #expect(seen.headers[.eTag] == nil)
                let known = try await browser.get("\(own)/\(name)", [.ifNoneMatch: "\"\(name)\""])
                #expect(known.status == 200)
                #expect(try await browser.get("/images/\(name)").status == 404)
                // Neither a stranger, nor another seller, also not with a listing of theirs.
                #expect(try await market.page("\(own)/\(name)").status == .notFound)
                #expect(try await other.get("\(own)/\(name)").status == 404)
                #expect(try await other.get("/products/\(otherID)/images/\(name)").status == 404)
            }
            for path in ["\(own)/none.jpg", "\(own)/placeholder.png", "/products/99/images/\(files.names[0])"] {
                #expect(try await browser.get(path).status == 404, "\(path)")
            }
        }
    }

    @Test func operatorsStillSeeThem() async throws {
        try await withMarket { market in
            let (_, id, files) = try await seller(market)
            let desk = TestBrowser(market)
            try await desk.signIn(as: "Kim", .moderator)
            let visible = try await desk.get("/operator/listings/\(id)").html
            #expect(visible.contains("/images/\(files.stem)") && !visible.contains("/operator/images/"))
            _ = try await market.store.hide(Product.ID(rawValue: Int64(id)), reason: "Stolen", at: market.clock.now)
            for page in ["/operator/listings", "/operator/listings/\(id)", "/operator/sellers/1"] {
                let html = try await desk.get(page).html
                #expect(html.contains("/operator/images/\(files.stem)"), "\(page)")
            }
            for name in files.names {
                let seen = try await desk.get("/operator/images/\(name)")
                #expect(seen.status == 200 && seen.headers[.cacheControl] == "private, no-store", "\(name)")
                #expect(try await market.page("/operator/images/\(name)").status == .forbidden)
            }
        }
    }

    @Test func linksElsewhereDoNotLeadSellersAndOperatorsAway() async throws {
        let url = try #require(ImagesURL("https://cdn.example/market/", hasWebSizes: true))
        try await withMarket(imagesURL: url) { market in
            let (browser, id, files) = try await seller(market)
            _ = try await market.store.hide(Product.ID(rawValue: Int64(id)), reason: "Stolen", at: market.clock.now)
            let desk = TestBrowser(market)
            try await desk.signIn(as: "Kim", .moderator)
            for (reader, page) in [(browser, "/mine"), (browser, "/products/\(id)/edit"), (desk, "/operator/listings")]
            {
                let html = try await reader.get(page).html
                #expect(html.contains(files.stem) && !html.contains("cdn.example/market/\(files.stem)"), "\(page)")
            }
        }
    }
}
