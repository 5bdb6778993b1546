import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

/// What a product's page offers its seller, and what everybody else gets.
struct OwnPageTests {
    private static let path = "/products/1"
    private static let own = ["/products/1/edit", "/products/1/delete"]

    private func list(_ browser: TestBrowser, _ texts: [String: String] = [:]) async throws {
        let form = try await browser.get("/products/new")
        let texts = ["name": "Chair", "seller": "Kim", "contact": "010-1234-5678"].merging(texts) { $1 }
        let sent = try await browser.post("/products", form: .webListing(form, texts))
        try #require(sent.status == 303, "\(sent.html)")
    }

    /// Gives the password that “It's mine” asks for.
    private func claim(_ browser: TestBrowser) async throws {
        let asked = try await browser.get(Self.path + "/manage")
        let csrf = try #require(asked.hidden("csrf"))
        let fields = [("csrf", csrf), ("password", TestMarket.secret)]
        let sent = try await browser.post(Self.path + "/manage", fields)
        try #require(sent.status == 303, "\(sent.html)")
        #expect(sent.headers[.location] == Self.path + "/manage")
    }

    private func isOwn(_ page: TestBrowser.Page) -> Bool { Self.own.allSatisfy(page.html.contains) }
    private func isEverybodys(_ page: TestBrowser.Page) -> Bool {
        !Self.own.contains(where: page.html.contains) && page.html.contains("It’s mine")
            && page.html.contains("href=\"/products/1/manage\"") && page.headers[.eTag] != nil
    }

    @Test func strangersGetItsMineInsteadOfWhatOnlyTheSellerCanDo() async throws {
        try await withMarket { market in
            try await list(TestBrowser(market))
            let korean = try await TestBrowser(market, language: "ko").get(Self.path).html
            #expect(korean.contains("제 상품이에요"))
            let stranger = TestBrowser(market)
            // Leading back to a list makes it a page of its own, but not the seller's.
            for path in [Self.path, Self.path + "?from=q%3Dchair"] {
                let html = try await stranger.get(path).html
                #expect(!Self.own.contains(where: html.contains) && html.contains("It’s mine"), "\(path)")
            }
            #expect(isEverybodys(try await stranger.get(Self.path)))
            try await claim(stranger)
            let desk = try await stranger.get(Self.path + "/manage").html
            #expect(Self.own.allSatisfy(desk.contains) && desk.contains("value=\"sell-1"))
            #expect(isOwn(try await stranger.get(Self.path)))
        }
    }

    /// Same bytes, same tag, same place in memory, whoever asks without a right for this product.
    @Test func aRightForAnotherProductShowsThePublicPage() async throws {
        try await withMarket { market in
            try await list(TestBrowser(market))
            let (stranger, seller) = (TestBrowser(market), TestBrowser(market))
            try await list(seller, ["name": "Table"])
            #expect(try await seller.get("/products/2").html.contains("/products/2/edit"))
            let pages = [try await stranger.get(Self.path), try await seller.get(Self.path)]
            #expect(pages.allSatisfy(isEverybodys))
            #expect(pages[0].html == pages[1].html)
            #expect(pages[0].headers[.eTag] == pages[1].headers[.eTag])
            let tag = try #require(pages[0].headers[.eTag])
            #expect(try await seller.get(Self.path, [.ifNoneMatch: tag]).status == 304)
            // The identifier is only a name.
            let named = TestBrowser(market)
            await named.remember("seller", await seller.cookies["seller"] ?? "")
            #expect(try await named.get("/products/2").html.contains("It’s mine"))
        }
    }

    @Test func tagOfThePageThatEverybodyGetsIsNoneOfTheSellersPage() async throws {
        try await withBrowser { market, seller in
            try await list(seller)
            let tag = try #require(try await TestBrowser(market).get(Self.path).headers[.eTag])
            for known in [tag, "*", "W/" + tag] {
                let page = try await seller.get(Self.path, [.ifNoneMatch: known])
                #expect(page.status == 200 && isOwn(page), "\(known)")
                #expect(page.headers[.cacheControl] == "private, no-store")
            }
            let headers: HTTPFields = [
                .accept: "text/html",
                .cookie: await seller.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "),
                .ifNoneMatch: tag,
            ]
            // Pages aren't in the API's document.
            let client = market.client
            let head = try await client.execute(uri: Self.path, method: .head, headers: headers, body: nil)
            #expect(head.status == .ok && head.headers[.eTag] == nil)
            #expect(head.headers[.cacheControl] == "private, no-store")
            let everybodys = try await client.execute(
                uri: Self.path,
                method: .head,
                headers: [.accept: "text/html"],
                body: nil
            )
            #expect(everybodys.status == .ok && everybodys.headers[.eTag] != nil)
            #expect(everybodys.headers[.vary]?.contains("Cookie") == true)
        }
    }

    @Test(arguments: ["password", "revoked", "forgotten"])
    func whoLosesTheRightGetsThePageOfEverybodyAgain(_ how: String) async throws {
        try await withBrowser { market, seller in
            try await list(seller)
            #expect(isOwn(try await seller.get(Self.path)))
            switch how {
            case "password": try await market.services.adminOperations.setSecret("another one", of: .init(rawValue: 1))
            case "revoked":
                let secret = "{\"secret\":\"\(TestMarket.secret)\"}"
                #expect(try await market.send(.delete, "/api/products/1/rights", secret).status == .noContent)
                // The password of the last hour counts, too.
                await seller.forget("ticket")
            default:
                await seller.forget("rights")
                await seller.forget("ticket")
            }
            #expect(isEverybodys(try await seller.get(Self.path)))
        }
    }

    /// The page of what others hide or lock says why in a line of its own, and offers only what its seller can do.
    @Test func whatOthersHideOffersWhatItsSellerCanDo() async throws {
        try await withBrowser { market, seller in
            try await list(seller)
            let proof = OperatorAuthenticator.commandLine
            let id = Product.ID(rawValue: 1)
            let status = "Change the status"
            let edit = /<a class="button primary" href="\/products\/1\/edit[^"]*">Edit<\/a>/
            #expect(try await !seller.get(Self.path).html.contains(edit))
            let moderate = market.services.moderateListings
            for act in ListingAct.allCases where act.hold != nil {
                try await moderate.perform(act, on: id, reason: "Say <the> size", by: proof)
                let own = try await seller.get(Self.path).html
                #expect(own.contains("<br><b>Reason</b> <span dir=\"auto\">Say &lt;the"), "\(act)")
                let answer = "size</span><br><a href=\"/products/1/manage\">Answer the operator</a>"
                #expect(own.contains(answer), "\(act)")
                #expect(!own.contains(status), "\(act)")
                #expect(own.contains(edit) == (act != .remove), "\(act)")
                #expect(own.contains("<div class=\"contact\"></div>") == (act == .remove), "\(act)")
            }
            try await moderate.perform(.giveBack, on: id, reason: "Good", by: proof)
            #expect(try await seller.get(Self.path).html.contains(status))
            try await moderate.perform(.lock, on: id, reason: "The police asks", by: proof)
            let locked = try await seller.get(Self.path).html
            #expect(locked.contains("<br><b>Reason</b> <span dir=\"auto\">The police asks</span></p>"))
            #expect(!locked.contains(status) && !locked.contains(edit) && !locked.contains("Answer the operator"))
            // Nobody else reads it.
            let others = try await TestBrowser(market).get(Self.path)
            #expect(others.status == 200 && !others.html.contains("The police asks"))
        }
    }

    @Test func mainButtonOfOnesOwnProductIsNotForBuyers() async throws {
        try await withBrowser { market, seller in
            try await list(seller)
            let own = try await seller.get(Self.path).html
            #expect(own.contains("<a class=\"button primary\" href=\"/products/1/manage\">Change the status</a>"))
            #expect(!own.contains("id=\"contact-button\""))
            // It can still be looked at.
            #expect(own.contains("href=\"/products/1/contact\""))
            #expect(try await TestBrowser(market).get(Self.path).html.contains("id=\"contact-button\""))
        }
    }

    @Test func listingAndEditingAreSaidOnceToTheSellerOnly() async throws {
        try await withBrowser { market, seller in
            try await list(seller)
            #expect(!(try await TestBrowser(market).get(Self.path).html.contains("Published.")))
            let listed = try await seller.get(Self.path).html
            #expect(listed.contains("role=\"status\"") && listed.contains("Published."))
            #expect(listed.contains("href=\"/mine\""))
            #expect(!(try await seller.get(Self.path).html.contains("Published.")))
            let form = try await seller.get(Self.path + "/edit")
            let kept = form.allHidden("kept")
            let edit = FormBody.webListing(form, ["name": "Armchair", "contact": ""], kept: kept, photos: [])
            #expect(try await seller.post(Self.path, form: edit).status == 303)
            let saved = try await seller.get(Self.path).html
            #expect(saved.contains("Saved.") && !saved.contains("Published."))
            #expect(!(try await seller.get(Self.path).html.contains("Saved.")))
        }
    }

    @Test func whatWasListedIsSaidOnItsOwnPageOnly() async throws {
        try await withBrowser { market, seller in
            try await list(seller)
            _ = try await seller.get(Self.path)
            try await list(seller, ["name": "Table"])
            #expect(!(try await seller.get(Self.path).html.contains("Published.")))
            #expect(try await seller.get("/products/2").html.contains("Published."))
        }
    }
}
