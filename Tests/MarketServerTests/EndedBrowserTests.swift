import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import ProductStoreContract
import TestMarkets
import Testing

/// What a browser that was ended can still do with the link by which it came in, while the link's time isn't over.
struct EndedBrowserTests {
    /// The fields of the page with a link.
    private func fields(_ page: TestBrowser.Page) -> [(String, String)] {
        ["csrf", "token", "replaces"].compactMap { name in page.hidden(name).map { (name, $0) } }
    }

    private func sells(_ browser: TestBrowser, _ market: TestMarket) async throws -> Bool {
        let csrf = try #require(try await browser.get("/move").hidden("csrf"))
        _ = try await browser.post("/mine", [("csrf", csrf), ("one", "sell-1")])
        return try await market.store.asSeller(Product.ID(rawValue: 1))?.product.state.kind == .sold
    }

    /// Who has sent a link to the wrong person sees their browser in the list, and ends it.
    @Test(arguments: [true, false])
    func theLinkByWhichItCameLetsItInNoMore(_ endsAll: Bool) async throws {
        try await withMarket { market in
            let (seller, laptop, other) = (TestBrowser(market), TestBrowser(market), TestBrowser(market))
            try await seller.list("Chair")
            // The one who ends it needn't be the one who has made the link.
            let laptopPage = try await laptop.open(try await seller.linkForAnotherBrowser())
            try #require(try await laptop.post("/receive", fields(laptopPage)).status == 303)
            let used = try await seller.linkForAnotherBrowser()
            let question = try await other.open(used)
            try #require(try await other.post("/receive", fields(question)).status == 303)
            // A tap whose answer got lost is repeated with the same form.
            await other.forget("rights")
            #expect(try await other.post("/receive", fields(question)).headers[.location] == "/mine")
            let rights = try #require(await other.cookies["rights"])
            try #require(
                try await laptop.end(endsAll ? "others" : try #require(BrowserKey(rights)?.digest.rawValue)).status
                    == 303
            )

            for keeps in [true, false] {
                if !keeps { await other.forget("rights") }
                let opened = try await other.open(used)
                #expect(opened.status == 410 && opened.hidden("token") == nil)
                #expect(try await other.post("/receive", fields(question)).status == 410)
                #expect(try await !sells(other, market))
            }
            #expect(try await sells(laptop, market))
        }
    }

    /// Both have been shown what it gives.
    @Test func aLinkLetsInOneOfTwoBrowsersAtOnce() async throws {
        try await withMarket { market in
            let (seller, phone, other) = (TestBrowser(market), TestBrowser(market), TestBrowser(market))
            try await seller.list("Chair")
            let link = try await seller.linkForAnotherBrowser()
            let (phoneFields, otherFields) = (fields(try await phone.open(link)), fields(try await other.open(link)))
            async let phonePage = phone.post("/receive", phoneFields)
            async let otherPage = other.post("/receive", otherFields)
            let statuses = [try await phonePage.status, try await otherPage.status]
            #expect(statuses.sorted() == [303, 410])
            let (winner, loser) = statuses[0] == 303 ? (phone, other) : (other, phone)
            #expect(try await !sells(loser, market))
            #expect(try await winner.get("/mine").html.matches(of: /name="end"/).count == 3)
            #expect(try await sells(winner, market))
        }
    }

    /// A link for a helper is the listing's, whoever has made it. The question says so, and what ends it.
    @Test(arguments: [("en", "Links for helpers keep working"), ("ko", "도우미 링크는 계속 쓸 수 있어요")])
    func theLinksForHelpersThatItHasMadeStayAndTheQuestionSaysSo(_ language: String, _ advice: String) async throws {
        try await withMarket { market in
            let (phone, laptop, helper) = (
                TestBrowser(market), TestBrowser(market, language: language), TestBrowser(market)
            )
            try await phone.list("Chair")
            let page = try await laptop.open(try await phone.linkForAnotherBrowser())
            try #require(try await laptop.post("/receive", fields(page)).status == 303)
            let csrf = try #require(try await phone.get("/products/1/manage").hidden("csrf"))
            let made = try await phone.post("/products/1/link", [("csrf", csrf)])
            let token = try #require(made.html.firstMatch(of: /\/link\?token=([0-9a-f]{32})</)?.1)
            let rights = try #require(await phone.cookies["rights"])
            let ended = try #require(BrowserKey(rights)?.digest.rawValue)
            let own = try #require(try await laptop.get("/mine").hidden("csrf"))
            for (which, isSaid) in [(ended, true), ("others", false)] {
                let question = try await laptop.post("/mine", [("csrf", own), ("end", which)])
                #expect(question.html.contains(advice) == isSaid, "\(which)")
            }
            try #require(try await laptop.end(ended).status == 303)
            #expect(try await helper.open("/link?token=\(token)").status == 200)
            try #require(try await laptop.post("/mine", [("csrf", own), ("one", "unlink-1")]).status == 303)
            #expect(try await helper.open("/link?token=\(token)").status == 410)
        }
    }

    /// It would give the name that the seller has given up.
    @Test func endingAllOthersEndsALinkThatNobodyHasUsed() async throws {
        try await withMarket { market in
            let (seller, phone, other) = (TestBrowser(market), TestBrowser(market), TestBrowser(market))
            try await seller.list("Chair")
            let phonePage = try await phone.open(try await seller.linkForAnotherBrowser())
            try #require(try await phone.post("/receive", fields(phonePage)).status == 303)
            let unused = try await seller.linkForAnotherBrowser()
            let question = try await other.open(unused)
            #expect(question.status == 200)
            try #require(try await seller.end("others").status == 303)
            #expect(try await other.post("/receive", fields(question)).status == 410)
            #expect(try await TestBrowser(market).open(unused).status == 410)
            #expect(await other.cookies["seller"] == nil)
            #expect(try await !sells(other, market))
            // A new one works, and gives the new name.
            let new = try await other.open(try await seller.linkForAnotherBrowser())
            #expect(try await other.post("/receive", fields(new)).status == 303)
            #expect(await other.cookies["seller"] == seller.cookies["seller"])
            #expect(try await sells(other, market))
        }
    }

    /// An invitation may be repeated for a week, because its answer may get lost.
    @Test func theInvitationThatItHasAcceptedDoesNotTellTheNewName() async throws {
        try await withMarket(registration: .closed) { market in
            let (seller, employee) = (TestBrowser(market), TestBrowser(market))
            let proof = OperatorAuthenticator.commandLine
            let token = try await market.services.inviteSellers.invite("Kim", by: proof).token
            let question = try await employee.open("/receive?token=\(token)")
            try #require(try await employee.post("/receive", fields(question)).status == 303)
            try await employee.list("Chair")
            let page = try await seller.open(try await employee.linkForAnotherBrowser())
            try #require(try await seller.post("/receive", fields(page)).status == 303)
            let former = try #require(await employee.cookies["seller"])
            // Until it is ended, it may repeat it.
            await employee.forget("seller")
            #expect(try await employee.post("/receive", fields(question)).status == 303)
            #expect(await employee.cookies["seller"] == former)
            try #require(try await seller.end("others").status == 303)
            #expect(await seller.cookies["seller"] != former)

            await employee.forget("seller")
            #expect(try await employee.open("/receive?token=\(token)").status == 410)
            #expect(try await employee.post("/receive", fields(question)).status == 410)
            #expect(await employee.cookies["seller"] == nil)
            #expect(try await employee.get("/products/new").status == 403)
            try await seller.list("Lamp")
        }
    }
}
