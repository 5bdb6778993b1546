import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import TestMarkets
import Testing

@testable import MarketPostgres
@testable import MarketSQLite

/// Potentially slow lists: no client delays those of others, and none is read for a client that has disconnected.
struct LongReadTests {
    private static let search = "/api/products?search_value=chair"

    /// Runs a test while every long reader of the store is busy, until the test releases them.
    private func whileReadersAreBusy(
        _ market: TestMarket,
        _ test: () async throws -> Void
    ) async throws {
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let count = market.longReaderCount
        let reads = (1...count).map { _ in Task { try await market.readForever { continuation.yield() } } }
        var startedCount = 0
        for await _ in started {
            startedCount += 1
            if startedCount == count { break }
        }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await test()) } catch { outcome = .failure(error) }
        for read in reads { read.cancel() }
        for read in reads { _ = await read.result }
        try outcome.get()
    }

    private func ask(_ market: TestMarket, for client: String) async throws -> RawConnection {
        let connection = try RawConnection(port: market.port)
        await connection.send("GET \(Self.search) HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: \(client)\r\n\r\n")
        return connection
    }

    private func expectFound(_ connections: [RawConnection]) async throws {
        for connection in connections {
            let answer = try #require(await connection.readAnswer())
            #expect(answer.status == 200, "\(answer.body)")
        }
    }

    private func until(_ what: String, _ market: TestMarket, running: Int, waiting: Int) async throws {
        let wanted = FairQueue.Load(running: running, waiting: waiting)
        try await wait { market.services.browseProducts.load == wanted }
    }

    @Test(.timeLimit(.minutes(5)))
    func oneAddressLeavesAPlaceForOthers() async throws {
        try await withMarket(proxies: .loopback, readLimit: .seconds(3600)) { market in
            try await market.list(["name": "chair"])
            var connections: [RawConnection] = []
            try await whileReadersAreBusy(market) {
                for _ in 1...18 { connections.append(try await ask(market, for: "10.0.0.1")) }
                try await until("the greedy one waits", market, running: 2, waiting: 16)
                // Further requests of the same client are refused, those of others are not.
                let refused = try #require(await ask(market, for: "10.0.0.1").readAnswer())
                #expect(refused.status == 503)
                #expect(refused.body.contains("\"code\":\"busy\""))
                connections.append(try await ask(market, for: "10.0.0.2"))
                try await until("another one is served", market, running: 3, waiting: 16)
                // Other requests continue: plain lists, edits and deletions.
                #expect(try await market.get("/api/products").status == .ok)
                let edit = #"{"secret":"correct horse","stock":5}"#
                #expect(try await market.send(.patch, "/api/products/1", edit).status == .accepted)
                let deleted = try await market.send(.post, "/api/products/1/archived", #"{"secret":"correct horse"}"#)
                #expect(try await market.send(.delete, String(buffer: deleted.body)).status == .ok)
            }
            try await expectFound(connections)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func nothingIsReadForAClientThatHasGone() async throws {
        try await withMarket(readLimit: .seconds(3600)) { market in
            try await market.list(["name": "chair"])
            var connections: [RawConnection] = []
            try await whileReadersAreBusy(market) {
                for _ in 1...2 { connections.append(try await ask(market, for: "")) }
                try await until("two are read", market, running: 2, waiting: 0)
                var leaving: RawConnection? = try await ask(market, for: "")
                try await until("one waits", market, running: 2, waiting: 1)
                _ = leaving
                leaving = nil
                try await until("it has gone", market, running: 2, waiting: 0)
            }
            try await expectFound(connections)
        }
    }

    @Test func readThatTakesTooLongIs503WithRetryAfter() async throws {
        let isFolder = TestStoreKind.chosen == .folder
        try await withMarket(readLimit: isFolder ? .zero : .seconds(2)) { market in
            try await market.makeSearchesSlow()
            let response = try await market.get(Self.search)
            #expect(response.status == .serviceUnavailable)
            #expect(response.headers[.field("Retry-After")] == "5")
            let answer = try JSON(response)
            #expect(answer["code"].string == "busy")
            #expect(answer["message"].string?.contains("too long") == true)
        }
    }

    @Test(arguments: ["sort=price_asc", "search_value=chair", "in_stock=1", "vendor_id=1"])
    func deepPagesOfFilteredListsAreEmpty(_ filter: String) async throws {
        try await withMarket { market in
            try await market.list(["name": "chair", "stock": 1])
            for page in ["501", "1000000000", "9223372036854775807", "99999999999999999999"] {
                let response = try await market.get("/api/products?\(filter)&page_no=\(page)")
                #expect(response.status == .ok)
                let list = try JSON(response)
                #expect(list["pages"].array.isEmpty)
                #expect(list["total_count"].int == 1)
            }
        }
    }

    @Test(arguments: ["search_value", "category", "condition", "handover", "place", "cursor", "vendor_id", "sort"])
    func textThatNoStoreCanHaveIsFoundNowhere(_ name: String) async throws {
        try await withMarket { market in
            try await market.list()
            for value in ["%00", "a%00b"] {
                #expect(try await market.get("/api/products?\(name)=\(value)").status.code < 500, "\(value)")
            }
        }
    }

    @Test(arguments: ["%E2%80%8B", "%CC%81", "%E2%80%AE%E2%80%AC", "%EF%BB%BF%CC%81"])
    func invisibleSearchIsTheWholeList(_ text: String) async throws {
        try await withMarket { market in
            try await market.list()
            let list = try JSON(await market.get("/api/products?search_value=\(text)"))
            #expect(list["total_count"].int == 1)
        }
    }
}

extension TestMarket {
    /// The number of reads that may take long and that the store does at once.
    fileprivate var longReaderCount: Int {
        if let store = store as? PostgresProductStore { return store.settings.longReadLimit }
        return ConnectionSettings().longReaderCount
    }

    /// Uses one of these until the task is cancelled.
    fileprivate func readForever(_ begin: @escaping @Sendable () -> Void) async throws {
        switch store {
        case let store as SQLiteProductStore:
            try await store.readLong("search") { database in
                begin()
                try database.forEachRow(
                    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
                ) { _ in true }
            }
        case let store as PostgresProductStore:
            try await store.longReads.withConnection { connection in
                begin()
                try connection.execute("SELECT pg_sleep(3600)")
            }
        default: Issue.record("\(type(of: store)) is unknown")
        }
    }

    /// Makes searches last longer than the limit.
    fileprivate func makeSearchesSlow() async throws {
        guard let store = store as? PostgresProductStore else { return try await store.fill(count: 3000) }
        // Without the limit, which a busy machine may need for this.
        var settings = store.settings
        settings.lengthenTimeouts()
        try PostgresConnection(settings).script(
            """
            ALTER TABLE product_search RENAME TO real_product_search;
            CREATE VIEW product_search AS SELECT real.* FROM real_product_search AS real, pg_sleep(3600);
            """
        )
    }
}
