import Foundation
import HTTPTypes
import MarketAPI
import MarketClient
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

/// API.md, “States of a listing”: the calls of our own clients.
struct ListingLifecycleRouteTests {
    private static let secret = #"{"secret":"correct horse"}"#

    private func state(_ market: TestMarket, id: Int64 = 1) async throws -> ListingState? {
        guard let product = try await market.store.asSeller(Product.ID(rawValue: id))?.product else { return nil }
        return product.state
    }

    private func put(
        _ market: TestMarket,
        _ fields: [String: Any],
        secret: String? = TestMarket.secret,
        right: String? = nil
    ) async throws -> TestResponse {
        var fields = fields
        if let secret { fields["secret"] = secret }
        let body = String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
        return try await market.send(.put, "/api/products/1/state", body, headers(right))
    }

    private func headers(_ right: String?) -> HTTPFields {
        right.map { [.authorization: "Bearer \($0)"] } ?? [:]
    }

    private func issueRight(_ market: TestMarket) async throws -> String {
        let response = try await market.send(.post, "/api/products/1/rights", Self.secret)
        #expect(response.status == .created)
        return try #require(try JSON(response)["right"].string)
    }

    private func issueLink(_ market: TestMarket) async throws -> String {
        let (id, services, browser) = (Product.ID(rawValue: 1), market.services, BrowserKey())
        let proof = try await services.authenticator.password(TestMarket.secret, of: id, from: .unknown)
        try await services.rights.issue(proof, to: browser, named: BrowserName())
        return try #require(try await services.rights.issueLink(for: id, to: browser))
    }

    @Test func stateIsChangedWithTheSecretAndShownOnTheMainPort() async throws {
        try await withMarket { market in
            try await market.list(["stock": 3])
            let before = try await market.get("/api/products/1").body
            for (state, time) in [("reserved", "reserved_until"), ("sold", "sold_at"), ("open", nil)] {
                let response = try await put(market, ["state": state])
                #expect(response.status == .ok)
                #expect(try JSON(response)["state"].string == state)
                let product = try JSON(await market.get("/api/products/1"))
                let listed = try JSON(await market.get("/api/products"))["pages"][0]
                for json in [product, listed] {
                    #expect(json["state"].string == (state == "open" ? nil : state))
                    if let time { #expect(json[time].string?.hasSuffix("Z") == true) }
                }
            }
            // An open product is sent as before, but for its version.
            let after = try await market.get("/api/products/1").body
            #expect(String(buffer: after).replacing(#""version":4"#, with: #""version":1"#) == String(buffer: before))
        }
    }

    @Test func hiddenProductIsShownToItsSellerOnly() async throws {
        try await withMarket { market in
            try await market.list()
            let response = try await put(market, ["state": "hidden"])
            #expect(try JSON(response)["state"].string == "hidden")
            #expect(try await market.get("/api/products/1").status == .notFound)
            // The secret alone in a PATCH is a check, whose answer is the product.
            let own = try await market.send(.patch, "/api/products/1", Self.secret)
            #expect(try JSON(own)["state"].string == "hidden")
        }
    }

    @Test func reservationLastsUntilMidnightOfItsDay() async throws {
        // The clock stands at 2022-01-24T18:30:15 in Seoul.
        try await withMarket { market in
            try await market.list()
            #expect(try await put(market, ["state": "reserved", "reserved_until": "2022-01-24"]).status == .ok)
            // 2022-01-24T15:00:00Z.
            let midnight = Timestamp(millisecondsSinceEpoch: 1_643_036_400_000)
            #expect(try await state(market) == .reserved(until: midnight))
            #expect(try await put(market, ["state": "reserved"]).status == .ok)
            #expect(try await state(market) == .reserved(until: midnight.adding(days: 3)))
        }
    }

    @Test(
        arguments: [
            (["state": "lost"], "state"), ([:], "state"), (["state": "expired"], "state"),
            (["state": "reserved", "reserved_until": "soon"], "reserved_until"),
            (["state": "reserved", "reserved_until": "2022-01-23"], "reserved_until"),
            (["state": "reserved", "reserved_until": "2023-01-26"], "reserved_until"),
            (["state": "reserved", "note": String(repeating: "가", count: 201)], "note"),
            (["state": "reserved", "note": "a\0b"], "note"),
        ] as [([String: String], String)]
    )
    func badInputIsNamedAndChangesNothing(_ fields: [String: String], _ name: String) async throws {
        try await withMarket { market in
            try await market.list()
            let response = try await put(market, fields)
            #expect(response.status == .badRequest)
            #expect(try JSON(response)["code"].string == "invalid_fields")
            #expect(try JSON(response)["fields"][0]["name"].string == name)
            #expect(try await state(market) == .open)
            #expect(try await market.store.version(of: Product.ID(rawValue: 1))?.number == 1)
        }
    }

    @Test func stateThatCannotFollowIsRefusedWithASentence() async throws {
        try await withMarket { market in
            try await market.list()
            _ = try await put(market, ["state": "sold"])
            for (language, sentence) in [
                ("en", "This product is sold. Put it up for sale again first."),
                ("ko", "판매가 끝난 상품이에요. 먼저 판매 중으로 바꿔 주세요."),
            ] {
                let response = try await market.send(
                    .put,
                    "/api/products/1/state",
                    #"{"secret":"correct horse","state":"reserved"}"#,
                    [.acceptLanguage: language]
                )
                #expect(response.status == .conflict)
                #expect(try JSON(response)["code"].string == "state_conflict")
                #expect(try JSON(response)["message"].string == sentence)
            }
        }
    }

    @Test func repeatedRequestChangesNothing() async throws {
        try await withMarket { market in
            try await market.list()
            _ = try await put(market, ["state": "sold"])
            let before = try await state(market)
            market.clock.advance(seconds: 60)
            #expect(try await put(market, ["state": "sold"]).status == .ok)
            #expect(try await state(market) == before)
            #expect(try await market.store.version(of: Product.ID(rawValue: 1))?.number == 2)
        }
    }

    @Test func noteIsPrivate() async throws {
        try await withMarket { market in
            try await market.list()
            let response = try await put(market, ["state": "reserved", "note": "for Mina"])
            #expect(!String(buffer: response.body).contains("Mina"))
            #expect(!String(buffer: try await market.get("/api/products/1").body).contains("Mina"))
            #expect(try await market.store.asSeller(Product.ID(rawValue: 1))?.reservationNote == "for Mina")
        }
    }

    // MARK: Rights

    @Test func rightChangesTheStateAndNothingElse() async throws {
        try await withMarket(lifecycles: LifecycleRules(lifetimeDays: 30, bumpDays: 1)) { market in
            try await market.list()
            let right = try await issueRight(market)
            for state in ["reserved", "sold", "open", "hidden", "open"] {
                #expect(try await put(market, ["state": state], secret: nil, right: right).status == .ok)
            }
            market.clock.advance(seconds: 86_400)
            for call in ["renewal", "bump"] {
                let response = try await market.send(.post, "/api/products/1/\(call)", nil, headers(right))
                #expect(response.status == .ok, "\(call)")
            }
            let edits = [
                try await market.send(.patch, "/api/products/1", #"{"name":"x"}"#, headers(right)),
                try await market.send(.patch, "/api/products/1", "{\"secret\":\"\(right)\",\"name\":\"x\"}"),
                try await market.send(.post, "/api/products/1/secret", "{\"secret\":\"\(right)\"}", headers(right)),
                try await market.send(.delete, "/api/products/1/\(right)", nil, headers(right)),
                try await market.send(.post, "/api/products/1/rights", "{\"secret\":\"\(right)\"}", headers(right)),
            ]
            #expect(edits.allSatisfy { $0.status.code >= 400 })
            #expect(try JSON(await market.get("/api/products/1"))["name"].string == "의자")
        }
    }

    @Test func rightShowsTheProductInEveryState() async throws {
        try await withMarket(lifecycles: LifecycleRules(lifetimeDays: 30)) { market in
            for _ in 1...2 { try await market.list() }
            let (right, link) = (try await issueRight(market), try await issueLink(market))
            func shown(_ right: String?, _ id: Int = 1) async throws -> TestResponse {
                try await market.get("/api/products/\(id)/state", headers(right))
            }
            #expect(try JSON(await shown(right))["state"].string == "open")
            _ = try await put(market, ["state": "hidden"])
            let hidden = try await shown(right)
            #expect(try JSON(hidden)["state"].string == "hidden")
            #expect(try JSON(hidden)["name"].string == "의자")
            #expect(hidden.headers[.cacheControl] == "no-store")
            // Nobody else sees it: not without a right, nor with a link, an ended right or the password in its place.
            let ended = try await issueRight(market)
            _ = try await market.send(.delete, "/api/products/1/rights", nil, headers(ended))
            for other in [nil, "", link, ended, TestMarket.secret] {
                let refused = try await shown(other)
                #expect(refused.status == .forbidden)
                #expect(try JSON(refused)["code"].string == "invalid_right")
                #expect(!String(buffer: refused.body).contains("의자"))
            }
            #expect(try await shown(right, 2).status == .forbidden)
            #expect(try await shown(right, 9).status == .notFound)
            #expect(try await market.get("/api/products/1", headers(right)).status == .notFound)
            _ = try await put(market, ["state": "open"])
            market.clock.advance(seconds: 31 * 86_400)
            try await market.services.advanceListings()
            #expect(try JSON(await shown(right))["state"].string == "expired")
            let token = try await market.send(.post, "/api/products/1/secret", Self.secret)
            let deletion = "/api/products/1/\(String(buffer: token.body))"
            #expect(try await market.send(.delete, deletion).status == .ok)
            #expect(try await shown(right).status == .notFound)
        }
    }

    @Test func rightEndsWhenItIsRevokedAndWithAnotherPassword() async throws {
        try await withMarket { market in
            try await market.list()
            let rights = [try await issueRight(market), try await issueRight(market), try await issueRight(market)]
            func works(_ right: String) async throws -> Bool {
                let response = try await put(market, ["state": "open"], secret: nil, right: right)
                if response.status != .ok { #expect(try JSON(response)["code"].string == "invalid_right") }
                return response.status == .ok
            }
            for right in rights { #expect(try await works(right)) }
            let path = "/api/products/1/rights"
            #expect(try await market.send(.delete, path, nil, headers(rights[0])).status == .noContent)
            #expect(try await [works(rights[0]), works(rights[1])] == [false, true])
            #expect(try await market.send(.delete, path, #"{"secret":"wrong"}"#).status == .forbidden)
            #expect(try await market.send(.delete, path, Self.secret).status == .noContent)
            #expect(try await works(rights[1]) == false)
            let last = try await issueRight(market)
            try await market.services.adminOperations.setSecret("another one", of: Product.ID(rawValue: 1))
            #expect(try await works(last) == false)
        }
    }

    @Test func rightOfAnotherProductIsNone() async throws {
        try await withMarket { market in
            for _ in 1...2 { try await market.list() }
            let right = try await issueRight(market)
            for (path, status) in [("2", HTTPResponse.Status.forbidden), ("9", .notFound)] {
                let response = try await market.send(
                    .put,
                    "/api/products/\(path)/state",
                    #"{"state":"sold"}"#,
                    headers(right)
                )
                #expect(response.status == status)
            }
            #expect(
                try await put(market, ["state": "sold"], secret: nil).status == .badRequest,
                "no secret and no right"
            )
            #expect(try await put(market, ["state": "sold"], secret: "wrong").status == .forbidden)
            #expect(try await state(market) == .open)
        }
    }

    @Test func rightOfALinkOnlyRenewsAndMarksAsSold() async throws {
        try await withMarket(lifecycles: LifecycleRules(lifetimeDays: 30)) { market in
            try await market.list()
            let link = try await issueLink(market)
            for state in ["reserved", "hidden", "open"] {
                #expect(try await put(market, ["state": state], secret: nil, right: link).status == .forbidden)
            }
            #expect(try await market.send(.post, "/api/products/1/bump", nil, headers(link)).status == .forbidden)
            #expect(try await market.send(.post, "/api/products/1/renewal", nil, headers(link)).status == .ok)
            #expect(try await put(market, ["state": "sold"], secret: nil, right: link).status == .ok)
        }
    }

    // MARK: Renewing and bumping

    @Test func expiredProductIsRenewed() async throws {
        try await withMarket(lifecycles: LifecycleRules(lifetimeDays: 30)) { market in
            try await market.list()
            market.clock.advance(seconds: 31 * 86_400)
            try await market.services.advanceListings()
            #expect(try await put(market, ["state": "open"]).status == .conflict)
            let response = try await market.send(.post, "/api/products/1/renewal", Self.secret)
            #expect(try JSON(response)["state"].string == "open")
            #expect(try JSON(response)["expires_at"].string?.hasPrefix("2022-03-26T09:30:15") == true)
            #expect(try await market.get("/api/products/1").status == .ok)
            #expect(try JSON(await market.get("/api/products/1"))["expires_at"].isNull)
        }
    }

    @Test func expiredProductIsMarkedAsSold() async throws {
        try await withMarket(lifecycles: LifecycleRules(lifetimeDays: 30)) { market in
            try await market.list()
            market.clock.advance(seconds: 31 * 86_400)
            try await market.services.advanceListings()
            for state in ["open", "reserved", "hidden"] {
                #expect(try await put(market, ["state": state]).status == .conflict, "\(state)")
            }
            #expect(try JSON(await put(market, ["state": "sold"]))["state"].string == "sold")
            #expect(try await put(market, ["state": "sold"]).status == .ok)
            // Old apps see it as any sold product.
            #expect(try JSON(await market.get("/api/products/1"))["stock"].int == 0)
        }
    }

    @Test func bumpIsLimited() async throws {
        try await withMarket(lifecycles: LifecycleRules(bumpDays: 2)) { market in
            try await market.list()
            let early = try await market.send(.post, "/api/products/1/bump", Self.secret)
            #expect(early.status == .conflict)
            #expect(try JSON(early)["message"].string == "You can move this to the top again in 2 days.")
            market.clock.advance(seconds: 2 * 86_400)
            #expect(try await market.send(.post, "/api/products/1/bump", Self.secret).status == .ok)
            #expect(try await market.send(.post, "/api/products/1/bump", Self.secret).status == .conflict)
            let product = try await market.store.asSeller(Product.ID(rawValue: 1))?.product
            #expect(product?.lifecycle.bumpedAt == TestClock.start.adding(days: 2))
        }
    }

    // MARK: Client

    @Test func clientChangesStatesWithTheSecretAndWithARight() async throws {
        try await withMarket { market in
            try await market.list(["stock": 3])
            let id = Product.ID(rawValue: 1)
            let url = try #require(URL(string: "http://localhost"))
            let client = MarketAPIClient(.init(baseURL: url, transport: TestTransport(market.client)))
            let day = try #require(CalendarDay("2022-01-30"))
            let reserved = try await client.changeState(
                of: id,
                to: .reserved(until: day, note: "for Mina"),
                by: .secret(TestMarket.secret)
            )
            #expect(reserved.state == .reserved(until: MarketCalendar.seoul.end(of: day)))
            let right = try await client.issueToken(for: id, secret: TestMarket.secret)
            #expect(try await client.changeState(of: id, to: .sold, by: .token(right)).state.kind == .sold)
            let listed = try await client.products(ProductListRequest()).products
            #expect(listed.map(\.state.kind) == [.sold])
            #expect(listed.map(\.stock) == [0])
            #expect(try await client.product(id).state.kind == .sold)
            #expect(try await client.changeState(of: id, to: .hidden, by: .token(right)).state == .hidden)
            #expect(try await client.product(id, token: right).state == .hidden)
            #expect(try await client.changeState(of: id, to: .open, by: .token(right)).state == .open)
            #expect(try await client.renew(id, by: .token(right)).expiresAt == nil)
            await #expect(throws: MarketClientError.self) { try await client.bump(id, by: .token(right)) }
            try await client.revokeTokens(of: id, by: .secret(TestMarket.secret))
            let error = await #expect(throws: MarketClientError.self) {
                try await client.changeState(of: id, to: .sold, by: .token(right))
            }
            #expect(error?.refusal?.code == .invalidRight)
            let unseen = await #expect(throws: MarketClientError.self) { try await client.product(id, token: right) }
            #expect(unseen?.isInvalidToken == true)
        }
    }
}
