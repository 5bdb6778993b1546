import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import MarketWeb
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

/// Listings that operators lock: everybody sees them, and nobody changes them (Moderating.md).
struct LockTests {
    private func seller(_ market: TestMarket, _ language: String = "en") async throws -> TestBrowser {
        let browser = TestBrowser(market, language: language)
        let form = FormBody.webListing(try await browser.get("/products/new"), ["name": "Chair"])
        #expect(try await browser.post("/products", form: form).status == 303)
        return browser
    }

    private func lock(_ market: TestMarket, _ id: Int64 = 1) async throws {
        let proof = OperatorAuthenticator.commandLine
        try await market.services.moderateListings.perform(
            .lock,
            on: Product.ID(rawValue: id),
            reason: "Police <asks>",
            by: proof
        )
    }

    @Test func everybodySeesItAndProgramsChangeNothing() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            try await market.list(["name": "Table"])
            let before = try JSON(await market.get("/api/products/1"))["name"].string
            try await lock(market)
            let secret = "\"secret\":\"\(TestMarket.secret)\""
            let requests: [(HTTPRequest.Method, String, String)] = [
                (.patch, "/api/products/1", "{\"name\":\"Lamp\",\(secret)}"),
                (.put, "/api/products/1/state", "{\"state\":\"sold\",\(secret)}"),
                (.post, "/api/products/1/renewal", "{\(secret)}"),
                (.post, "/api/products/1/bump", "{\(secret)}"),
            ]
            for (method, path, body) in requests {
                let refused = try await market.send(method, path, body)
                #expect(refused.status == .conflict, "\(method) \(path)")
                let json = try JSON(refused)
                #expect(json["code"].string == "state_conflict")
                #expect(json["message"].string?.contains("locked") == true, "\(path)")
            }
            let old = "{\"title\":\"Lamp\",\"password\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.patch, "/item/1", old).status == .conflict)
            // Another one isn't locked, and neither is the password wrong.
            #expect(try await market.send(.patch, "/api/products/2", requests[0].2).status == .accepted)
            let wrong = "{\"name\":\"Lamp\",\"secret\":\"wrong\"}"
            #expect(try await market.send(.patch, "/api/products/1", wrong).status == .forbidden)
            #expect(try JSON(await market.get("/api/products/1"))["name"].string == before)
            #expect(String(buffer: try await market.page("/").body).contains("Chair"))
            #expect(!String(buffer: try await market.page("/products/1").body).contains("Police"))
            try await market.services.moderateListings.perform(
                .unlock,
                on: Product.ID(rawValue: 1),
                reason: "Done",
                by: OperatorAuthenticator.commandLine
            )
            #expect(try await market.send(.patch, "/api/products/1", requests[0].2).status == .accepted)
        }
    }

    /// Of what is locked or hidden already, a command replaces the reason and says so; what isn't, it gives back or unlocks once.
    @Test func commandsSayWhatWasSoAlready() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            let admin = AdminService(services: market.services, webApp: Site())
            func outcome(_ act: ListingAct, on id: Int64 = 1) async -> AdminResponse {
                await admin.perform(.moderation(.act(act, on: id, reason: "Why")))
            }
            for act in ListingAct.allCases {
                guard case .refused = await outcome(act, on: 9) else { return #expect(Bool(false), "\(act)") }
            }
            let repeated = "already. Its seller sees the reason that you have given now."
            for (act, sentence, state) in [
                (.lock, "is locked. Its seller sees the reason.", "locked"),
                (.hide, "is hidden. Its seller sees the reason.", "hidden"),
                (.ask, "is hidden until its seller has changed it and you have looked.", "waiting for a change"),
                (
                    .remove, "is removed, and is deleted in 30 days. 'openmarket product give-back' undoes it.",
                    "removed"
                ),
            ] as [(ListingAct, String, String)] {
                #expect(await outcome(act) == .done(["Product 1 \(sentence)"]))
                #expect(await outcome(act) == .done(["Product 1 was \(state) \(repeated)"]))
            }
            for (act, sentence) in [
                (.unlock, "can be changed again."), (.giveBack, "has the state again that it had before."),
            ] as [(ListingAct, String)] {
                #expect(await outcome(act) == .done(["Product 1 \(sentence)"]))
                guard case .refused = await outcome(act) else { return #expect(Bool(false), "\(act)") }
            }
        }
    }

    @Test(arguments: [("ko", "운영자가 이 상품을 잠갔어요"), ("en", "The operator has locked this listing")])
    func itsSellerReadsWhyAndCanStillDeleteIt(_ language: String, _ sentence: String) async throws {
        try await withMarket { market in
            let browser = try await seller(market, language)
            let form = try await browser.get("/products/1/edit")
            try await lock(market)
            for path in ["/products/1", "/products/1/manage"] {
                let page = try await browser.get(path).html
                #expect(page.contains(sentence) && page.contains("Police &lt;asks"), "\(path)")
            }
            // A form that was open before keeps what was typed.
            let typed = FormBody.webListing(form, ["name": "Lamp"], kept: form.allHidden("kept"), photos: [])
            let refused = try await browser.post("/products/1", form: typed)
            #expect(refused.status == 409 && refused.html.contains("Lamp"))
            let csrf = try #require(await browser.cookies["csrf"])
            let sold = try await browser.post("/mine", [("csrf", csrf), ("one", "sell-1")])
            #expect(sold.status == 303)
            #expect(try JSON(await market.get("/api/products/1"))["stock"].int != 0)
            let deleted = try await browser.post(
                "/products/1/delete",
                [("csrf", csrf), ("password", TestMarket.secret)]
            )
            #expect(deleted.status == 200)
            #expect(try await market.get("/api/products/1").status == .notFound)
        }
    }

    @Test func operatorsLockSeveralAndUndoIt() async throws {
        try await withMarket { market in
            for number in 1...3 { try await market.list(["name": "Chair \(number)"]) }
            let desk = TestBrowser(market)
            try await desk.signIn(as: "Kim", .moderator)
            let csrf = try #require(await desk.cookies["csrf"])
            func post(_ action: String, _ ids: [String], _ reason: String = "Why") async throws -> TestBrowser.Page {
                let fields = ids.map { ("products", $0) } + [("csrf", csrf), ("do", action), ("reason", reason)]
                return try await desk.post("/operator/listings", fields)
            }
            #expect(try await post("lock", ["1"], "").status == 422)
            #expect(try await post("lock", ["1", "3", "99"]).status == 303)
            func locked() async throws -> [Int64] {
                var ids: [Int64] = []
                for id in 1...3 as ClosedRange<Int64> {
                    let own = try await market.store.product(
                        Product.ID(rawValue: id),
                        for: OperatorAuthenticator.commandLine
                    )
                    if own?.lock != nil { ids.append(id) }
                }
                return ids
            }
            #expect(try await locked() == [1, 3])
            let list = try await desk.get("/operator/listings").html
            #expect(list.matches(of: /<span class="state">Locked<\/span>/).count == 2)
            let page = try await desk.get("/operator/listings/1").html
            #expect(page.contains("value=\"unlock\"") && !page.contains("value=\"lock\"") && page.contains("Why"))
            let open = try await desk.get("/operator/listings/2").html
            #expect(open.contains("value=\"lock\"") && open.contains("everybody still sees the listing"))
            // What isn't locked, as after a second tap, needn't be unlocked.
            #expect(try await post("unlock", ["1", "2"]).status == 303)
            #expect(try await post("unlock", ["1"]).status == 303)
            #expect(try await locked() == [3])
            let log = try await desk.get("/operator/log").html
            #expect(log.contains("Listing locked") && log.contains("Listing unlocked"))
            let entries = try await market.store.moderationLog(before: nil, limit: 9)
            #expect(entries.map(\.action) == [.unlocked, .locked, .locked])
            let undone = try await desk.post(
                "/operator/log",
                [("csrf", csrf), ("entry", "\(entries[0].id)"), ("reason", "Still needed")]
            )
            #expect(undone.status == 303)
            #expect(try await locked() == [1, 3])
            // It isn't said of a listing that nobody sees.
            _ = try await market.store.hide(Product.ID(rawValue: 2), reason: "Stolen", at: market.clock.now)
            #expect(try await !desk.get("/operator/listings/2").html.contains("everybody still sees the listing"))
        }
    }
}
