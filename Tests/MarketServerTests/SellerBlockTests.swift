import MarketCore
import MarketModels
import MarketServer
import MarketTexts
import ProductStoreContract
import TestMarkets
import Testing

/// What a blocked seller, and the seller of a locked listing, read where they would get a form (UX.md, “Operators”).
struct SellerBlockTests {
    private static let seller = Vendor.ID(rawValue: 1)

    private func list(_ browser: TestBrowser, _ name: String = "Chair") async throws {
        let form = FormBody.webListing(try await browser.get("/products/new"), ["name": name])
        try #require(try await browser.post("/products", form: form).status == 303)
    }

    private func setBlocked(
        _ isBlocked: Bool,
        days: Int? = nil,
        vendor: Vendor.ID = Self.seller,
        in market: TestMarket
    ) async throws {
        _ = try await market.services.moderateListings.setBlocked(
            isBlocked,
            days: days,
            vendor: vendor,
            reason: "Sells <nothing>",
            by: OperatorAuthenticator.commandLine
        )
    }

    @Test(
        arguments: [
            ("ko", "운영자가 판매를 차단했어요", "차단은 ", "승인되면 바로 공개"),
            ("en", "The operator has blocked you", "The block ends on", "as soon as it’s approved"),
        ]
    )
    func itIsSaidWhereAFormWouldBe(_ language: String, _ sentence: String, _ end: String, _ soon: String) async throws {
        try await withMarket(registration: .approved) { market in
            let contact = try #require(ProfileKey(.contact))
            _ = try await market.store.changeProfile(.set(contact, "help@market.example"), at: market.clock.now)
            let browser = TestBrowser(market, language: language)
            try await list(browser)
            #expect(try await browser.get("/products/1").html.contains(soon))
            try await setBlocked(true, days: 7, in: market)
            for path in ["/products/new", "/products/new?copy=1", "/products/1/edit", "/mine"] {
                let page = try await browser.get(path)
                #expect(page.status == (path == "/mine" ? 200 : 403), "\(path)")
                #expect(page.html.contains(sentence) && page.html.contains(end), "\(path)")
                #expect(page.html.contains("Sells &lt;nothing"), "\(path)")
                // Beside it, not only at the end of the page.
                #expect(page.html.matches(of: /mailto:help@market.example/).count > 1, "\(path)")
                #expect(!page.html.contains("id=\"listing-form\"") && !page.html.contains("class=\"fab\""), "\(path)")
            }
            // Nothing claims that it will be seen soon.
            for path in ["/products/1", "/products/1/manage", "/mine"] {
                let page = try await browser.get(path).html
                #expect(!page.contains(soon) && page.contains("Sells &lt;nothing"), "\(path)")
            }
            // It is the seller's business alone.
            let stranger = TestBrowser(market, language: language)
            for path in ["/products/new", "/mine", "/products/1"] {
                let page = try await stranger.get(path).html
                #expect(!page.contains(sentence) && !page.contains("Sells"), "\(path)")
            }
            #expect(try await stranger.get("/products/new").html.contains("id=\"listing-form\""))
            try await setBlocked(false, in: market)
            for path in ["/products/new", "/products/1/edit"] {
                #expect(try await browser.get(path).html.contains("id=\"listing-form\""), "\(path)")
            }
            #expect(try await browser.get("/products/1").html.contains(soon))
            #expect(try await !browser.get("/mine").html.contains(sentence))
        }
    }

    /// The block that counts has one reason, on every page, and what it ends with is as before.
    @Test func whoIsBlockedOnceMoreReadsOneReason() async throws {
        try await withBrowser { market, browser in
            for name in ["Chair", "Table"] { try await list(browser, name) }
            try await setBlocked(true, days: 7, in: market)
            func block(_ reason: String) async throws {
                let lasting = try await market.services.moderateListings.setBlocked(
                    true,
                    vendor: Self.seller,
                    reason: reason,
                    by: OperatorAuthenticator.commandLine
                )
                #expect(lasting?.isBlocked == true && lasting?.blockEndsAt == nil)
            }
            try await block("Sells copies")
            // Also if only the reason is another one.
            try await block("Threatens buyers")
            for path in ["/mine", "/products/new", "/products/1", "/products/2", "/products/2/manage"] {
                let page = try await browser.get(path).html
                #expect(page.contains("Threatens buyers") && !page.contains("Sells "), "\(path)")
            }
            try await setBlocked(false, in: market)
            for path in ["/products/1", "/products/2"] {
                let page = try await TestBrowser(market).get(path)
                #expect(page.status == 200, "\(path)")
                #expect(try await !browser.get(path).html.contains("Threatens buyers"), "\(path)")
            }
        }
    }

    /// Also under a name that is built into an old app, with which nobody ends other browsers.
    @Test func whoHasListedUnderTheNameOfAnAppReadsWhy() async throws {
        try await withMarket { market in
            let known = try #require(KnownVendors.all.first)
            let identifier = try #require(VendorIdentifier(known.identifier))
            let app = NewVendor(identifier: identifier, name: "App", id: known.id, createdAt: market.clock.now)
            _ = try await market.store.addVendor(app)
            let (seller, stranger) = (TestBrowser(market), TestBrowser(market))
            for browser in [seller, stranger] { await browser.remember("seller", known.identifier) }
            try await list(seller)
            try await setBlocked(true, vendor: known.id, in: market)
            for path in ["/mine", "/products/new"] {
                #expect(try await seller.get(path).html.contains("Sells &lt;nothing"), "\(path)")
                #expect(try await !stranger.get(path).html.contains("Sells &lt;nothing"), "\(path)")
            }
        }
    }

    /// An identifier is a name that anybody can send: whoever has no listing to prove it with reads that it is so, and not why.
    @Test func whoOnlyKnowsTheIdentifierDoesNotReadWhy() async throws {
        try await withBrowser { market, seller in
            try await list(seller)
            try await setBlocked(true, in: market)
            let other = TestBrowser(market)
            await other.remember("seller", try #require(await seller.cookies["seller"]))
            for path in ["/products/new", "/mine"] {
                let page = try await other.get(path).html
                #expect(page.contains("The operator has blocked you") && !page.contains("The block ends"), "\(path)")
                #expect(!page.contains("Sells"), "\(path)")
            }
            #expect(try await seller.get("/products/new").html.contains("Sells &lt;nothing"))
        }
    }

    @Test(arguments: [("ko", "잠긴 상품이에요"), ("en", "This listing is locked")])
    func theFormOfALockedListingIsNotOffered(_ language: String, _ title: String) async throws {
        try await withMarket { market in
            let browser = TestBrowser(market, language: language)
            try await list(browser)
            let other = TestBrowser(market, language: language)
            try await list(other, "Table")
            for isLocked in [true, false] {
                try await market.services.moderateListings.perform(
                    isLocked ? .lock : .unlock,
                    on: Product.ID(rawValue: 1),
                    reason: "Police <asks>",
                    by: OperatorAuthenticator.commandLine
                )
                let page = try await browser.get("/products/1/edit")
                #expect(page.status == (isLocked ? 403 : 200))
                #expect(page.html.contains("id=\"listing-form\"") != isLocked)
                #expect(page.html.contains(title) == isLocked && page.html.contains("Police &lt;asks") == isLocked)
                #expect(try await other.get("/products/2/edit").html.contains("id=\"listing-form\""))
            }
            // A stranger is asked for the password, and told nothing.
            try await market.services.moderateListings.perform(
                .lock,
                on: Product.ID(rawValue: 1),
                reason: "Police <asks>",
                by: OperatorAuthenticator.commandLine
            )
            let stranger = try await TestBrowser(market, language: language).get("/products/1/edit").html
            #expect(stranger.contains("type=\"password\"") && !stranger.contains("Police"))
        }
    }

    @Test(arguments: [Language.korean, .english])
    func theSellerOfARemovedListingReadsTheDay(_ language: Language) async throws {
        try await withMarket { market in
            let browser = TestBrowser(market, language: language.rawValue)
            try await list(browser)
            let end = market.clock.now.adding(days: ListingHold.daysOfRemoval)
            let day = ProductTexts(language: language).day(end, in: .seoul)
            for isRemoved in [false, true] {
                if isRemoved {
                    try await market.services.moderateListings.perform(
                        .remove,
                        on: Product.ID(rawValue: 1),
                        reason: "A copy",
                        by: OperatorAuthenticator.commandLine
                    )
                }
                for path in ["/products/1", "/products/1/manage"] {
                    #expect(try await browser.get(path).html.contains(day) == isRemoved, "\(path)")
                }
            }
        }
    }
}
