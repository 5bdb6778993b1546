import Foundation
import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

/// API.md, “States of a listing”: what apps that know no states see of them.
struct ListingStateTests {
    private static let late: HTTPFields = [.field("X-Forwarded-Host"): "late"]
    private static let early: HTTPFields = [.field("X-Forwarded-Host"): "early"]
    private static let sold = ListingLifecycle(state: .sold(at: TestClock.start))
    private static let unlisted = ListingLifecycle(state: .sold(at: TestClock.start), isListed: false)
    private static let reserved = ListingLifecycle(state: .reserved(until: TestClock.start.adding(days: 1)))
    private static let hidden = ListingLifecycle(state: .hidden)
    private static let expired = ListingLifecycle(state: .expired(at: TestClock.start), expiresAt: TestClock.start)

    /// Runs a test with a market that speaks every edition: on its main port, and as the hosts `early` and `late`.
    private func withEditions(
        lifecycles: LifecycleRules = LifecycleRules(),
        _ test: @escaping @Sendable (TestMarket) async throws -> Void
    ) async throws {
        try await withMarket(
            proxies: .loopback,
            editionHosts: ["late": .openmarket, "early": .training],
            lifecycles: lifecycles,
            test
        )
    }

    private func set(_ lifecycle: ListingLifecycle, _ market: TestMarket, id: Int64 = 1) async throws {
        let id = Product.ID(rawValue: id)
        let version = try #require(try await market.store.version(of: id)).number
        let edit = LifecycleEdit(id: id, expectedVersion: version, lifecycle: lifecycle, changedAt: market.clock.now)
        guard case .saved = try await market.store.replaceLifecycle(edit) else {
            Issue.record("the state was not saved")
            return
        }
    }

    private func state(_ market: TestMarket, id: Int64 = 1) async throws -> ListingState? {
        guard let product = try await market.store.asSeller(Product.ID(rawValue: id))?.product else { return nil }
        return product.state
    }

    private func stock(_ market: TestMarket, id: Int64 = 1) async throws -> Int64? {
        guard let product = try await market.store.asSeller(Product.ID(rawValue: id))?.product else { return nil }
        return product.listing.stock
    }

    /// Every list with its products' stocks, and every total.
    private func lists(_ market: TestMarket) async throws -> (stocks: [[Int]], totals: [Int?]) {
        let training = try JSON(await market.get("/api/products"))
        let early = try JSON(await market.get("/api/products", Self.early))
        let late = try JSON(await market.get("/api/products", Self.late))
        let items = try JSON(await market.get("/items/1"))
        return (
            [training["pages"], early["pages"], late["pages"], items["items"]].map {
                $0.array.compactMap { $0["stock"].int }
            },
            [training["total_count"].int, early["total_count"].int, late["totalCount"].int]
        )
    }

    private static let details: [(path: String, headers: HTTPFields)] = [
        ("/api/products/1", [:]), ("/api/products/1", early), ("/api/products/1", late), ("/item/1", [:]),
    ]

    @Test func openAndReservedProductsAreListedWithTheirStock() async throws {
        try await withEditions { market in
            try await market.list(["stock": 3])
            for lifecycle in [ListingLifecycle.new, Self.reserved] {
                try await set(lifecycle, market)
                let lists = try await lists(market)
                #expect(lists.stocks == [[3], [3], [3], [3]])
                #expect(lists.totals == [1, 1, 1])
                for (path, headers) in Self.details {
                    #expect(try JSON(await market.get(path, headers))["stock"].int == 3)
                }
            }
        }
    }

    @Test func soldProductsAreShownWithoutStockWhichIsKept() async throws {
        try await withEditions { market in
            try await market.list(["stock": 3])
            try await set(Self.sold, market)
            let lists = try await lists(market)
            #expect(lists.stocks == [[0], [0], [0], [0]])
            #expect(lists.totals == [1, 1, 1])
            for (path, headers) in Self.details {
                let response = try await market.get(path, headers)
                #expect(response.status == .ok)
                #expect(try JSON(response)["stock"].int == 0)
            }
            #expect(try JSON(await market.get("/api/products?in_stock=1"))["total_count"].int == 0)
            #expect(try await stock(market) == 3)
        }
    }

    @Test func soldProductsLeaveTheListsAndStayAtTheirAddress() async throws {
        try await withEditions(lifecycles: LifecycleRules(soldListedDays: 2)) { market in
            try await market.list()
            try await market.list()
            try await set(Self.sold, market)
            market.clock.advance(seconds: 2 * 86_400 - 1)
            #expect(try await market.services.advanceListings() == 0)
            #expect(try await lists(market).totals == [2, 2, 2])
            market.clock.advance(seconds: 1)
            #expect(try await lists(market).totals == [2, 2, 2], "time alone changes nothing")
            #expect(try await market.services.advanceListings() == 1)
            #expect(try await lists(market).totals == [1, 1, 1])
            #expect(try await lists(market).stocks.map(\.count) == [1, 1, 1, 1])
            for (path, headers) in Self.details {
                #expect(try await market.get(path, headers).status == .ok)
            }
            #expect(try await market.services.advanceListings() == 0)
        }
    }

    @Test(arguments: [hidden, expired])
    func hiddenAndExpiredProductsAreAnsweredAsDeletedOnes(_ lifecycle: ListingLifecycle) async throws {
        try await withEditions { market in
            for _ in 1...2 { try await market.list(["contact": "010"]) }
            _ = try await market.send(.delete, "/item/2", #"{"password":"correct horse"}"#)
            try await set(lifecycle, market)
            #expect(try await lists(market).stocks == [[], [], [], []])
            #expect(try await lists(market).totals == [0, 0, 0])
            #expect(try JSON(await market.get("/api/products?search_value=%EC%9D%98%EC%9E%90"))["total_count"].int == 0)
            #expect(try JSON(await market.get("/api/products?vendor_id=1&currency=all"))["total_count"].int == 0)
            for (path, headers) in Self.details + [("/api/products/1/contact", [:])] {
                let response = try await market.get(path, headers)
                let deleted = try await market.get(path.replacing("/1", with: "/2"), headers)
                #expect(response.status == .notFound)
                #expect(response.status == deleted.status)
                #expect(response.body == deleted.body, "\(path)")
            }
        }
    }

    @Test func responseFromTheCacheEndsWithTheState() async throws {
        try await withEditions { market in
            try await market.list(["stock": 3])
            for (path, headers) in Self.details {
                #expect(try await market.get(path, headers).status == .ok)
            }
            try await set(Self.hidden, market)
            for (path, headers) in Self.details {
                #expect(try await market.get(path, headers).status == .notFound)
            }
            try await set(.new, market)
            for (path, headers) in Self.details {
                #expect(try JSON(await market.get(path, headers))["stock"].int == 3)
            }
        }
    }

    @Test(arguments: [hidden, expired])
    func hiddenAndExpiredProductsTakeEditsAndDeletionWithThePassword(_ lifecycle: ListingLifecycle) async throws {
        try await withEditions { market in
            for id in 1...4 as ClosedRange<Int64> {
                try await market.list()
                try await set(lifecycle, market, id: id)
            }
            let change = #"{"secret":"correct horse","name":"책상","stock":5}"#
            for headers in [[:], Self.early, Self.late] {
                let response = try await market.send(.patch, "/api/products/1", change, headers)
                #expect(response.status == .accepted)
                #expect(try JSON(response)["name"].string == "책상")
            }
            let item = try await market.send(.patch, "/item/1", #"{"password":"correct horse","title":"침대"}"#)
            #expect(item.status == .ok)
            #expect(try await state(market) == lifecycle.state, "an edit doesn't show it")
            #expect(
                try await market.send(.patch, "/api/products/1", #"{"secret":"x","name":"y"}"#).status == .forbidden
            )
            let token = try await market.send(.post, "/api/products/1/secret", #"{"secret":"correct horse"}"#)
            #expect(token.status == .ok)
            #expect(try await market.send(.delete, "/api/products/1/\(String(buffer: token.body))").status == .ok)
            let path = try await market.send(.post, "/api/products/2/archived", #"{"secret":"correct horse"}"#)
            #expect(try await market.send(.delete, String(buffer: path.body)).status == .ok)
            let deletion = #"{"password":"correct horse"}"#
            #expect(try await market.send(.delete, "/item/3", deletion).status == .ok)
            #expect(try await market.send(.delete, "/item/4", deletion, Self.late).status == .ok)
            #expect(try await market.store.product(Product.ID(rawValue: 1)) == .deleted(isRemoved: false))
        }
    }

    @Test(arguments: [sold, unlisted])
    func stockAboveZeroOpensASoldProductAgain(_ lifecycle: ListingLifecycle) async throws {
        try await withEditions { market in
            try await market.list(["stock": 3])
            let edits: [(String, String, HTTPFields)] = [
                ("/api/products/1", #"{"secret":"correct horse","stock":2}"#, [:]),
                ("/api/products/1", #"{"secret":"correct horse","stock":"2"}"#, Self.early),
                ("/api/products/1", #"{"secret":"correct horse","stock":2}"#, Self.late),
                ("/item/1", #"{"password":"correct horse","stock":2}"#, [:]),
            ]
            for (path, body, headers) in edits {
                try await set(lifecycle, market)
                let response = try await market.send(.patch, path, body, headers)
                #expect(try JSON(response)["stock"].int == 2)
                #expect(try await state(market) == .open)
                #expect(try await lists(market).stocks == [[2], [2], [2], [2]])
            }
        }
    }

    @Test func otherEditsKeepTheStateAndTheStockOfASoldProduct() async throws {
        try await withEditions { market in
            try await market.list(["stock": 3])
            try await set(Self.sold, market)
            let edits: [(String, String, HTTPFields)] = [
                ("/api/products/1", #"{"secret":"correct horse","name":"책상"}"#, [:]),
                // Apps send back the stock that they were shown.
                ("/api/products/1", #"{"secret":"correct horse","price":500,"stock":0}"#, Self.early),
                ("/api/products/1", #"{"secret":"correct horse","stock":"0"}"#, Self.late),
                ("/item/1", #"{"password":"correct horse","title":"침대","stock":0}"#, [:]),
                ("/api/products/1", #"{"secret":"correct horse"}"#, [:]),
            ]
            for (path, body, headers) in edits {
                let response = try await market.send(.patch, path, body, headers)
                #expect(response.status.code < 300)
                #expect(try JSON(response)["stock"].int == 0)
                #expect(try await state(market) == Self.sold.state)
                #expect(try await stock(market) == 3)
            }
            try await set(Self.reserved, market)
            _ = try await market.send(.patch, "/api/products/1", #"{"secret":"correct horse","stock":7}"#)
            #expect(try await state(market) == Self.reserved.state, "a reservation outlasts an edit")
            #expect(try await stock(market) == 7)
        }
    }

    @Test func oldEditionsGetNoNewKeys() async throws {
        try await withEditions { market in
            try await market.list(["stock": 3])
            var keys: [Set<String>] = []
            for lifecycle in [ListingLifecycle.new, Self.reserved, Self.sold] {
                try await set(lifecycle, market)
                keys.append([])
                for (path, headers) in Self.details.dropFirst() {
                    keys[keys.count - 1].formUnion(try JSON(await market.get(path, headers)).keys)
                }
                for headers in [Self.early, Self.late] {
                    let list = try JSON(await market.get("/api/products", headers))
                    keys[keys.count - 1].formUnion(list["pages"][0].keys)
                }
            }
            #expect(keys[0] == keys[1])
            #expect(keys[0] == keys[2])
            #expect(!keys[0].contains("state"))
        }
    }

    @Test func contactOfAReservedOrSoldProductIsWithheld() async throws {
        try await withMarket { market in
            try await market.list(["contact": "010"])
            for (lifecycle, word) in [(Self.reserved, "reserved"), (Self.sold, "sold")] {
                try await set(lifecycle, market)
                let response = try await market.get("/api/products/1/contact")
                #expect(response.status == .conflict)
                #expect(try JSON(response)["code"].string == "contact_withheld")
                #expect(try JSON(response)["message"].string?.contains(word) == true)
                let page = try await market.client.execute(uri: "/products/1", method: .get, headers: [:], body: nil)
                #expect(page.status == .ok)
                #expect(!String(buffer: page.body).contains("/products/1/contact"))
            }
            try await set(.new, market)
            #expect(try JSON(await market.get("/api/products/1/contact"))["contact"].string == "010")
        }
    }

    @Test func listingExpiresAfterTheMarketsLifetime() async throws {
        try await withMarket(lifecycles: LifecycleRules(lifetimeDays: 30)) { market in
            try await market.list()
            market.clock.advance(seconds: 30 * 86_400 - 1)
            #expect(try await market.services.advanceListings() == 0)
            market.clock.advance(seconds: 1)
            #expect(try await market.services.advanceListings() == 1)
            #expect(try await state(market) == .expired(at: TestClock.start.adding(days: 30)))
            #expect(try await market.get("/api/products/1").status == .notFound)
            let page = try await market.client.execute(
                uri: "/products/1",
                method: .get,
                headers: [.accept: "text/html"],
                body: nil
            )
            #expect(page.status == .gone)
        }
    }

    @Test func nothingExpiresInAMarketWithoutALifetime() async throws {
        try await withMarket { market in
            try await market.list()
            market.clock.advance(seconds: 3650 * 86_400)
            #expect(try await market.services.advanceListings() == 0)
            #expect(try await market.get("/api/products/1").status == .ok)
        }
    }
}
