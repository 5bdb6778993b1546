import MarketCore
import MarketModels
import ProductStoreContract
import SharedPortContract
import TestClusters
import TestMarkets
import Testing

@testable import MarketPostgres

@Suite("A market behind PgBouncer")
struct PoolerTests {
    /// Connections of a market change sessions at each transaction there. Every fourth check, because all of them pass on
    /// PostgreSQL alone, and take long.
    @Test(arguments: stride(from: 0, to: ContractCheck.all.count, by: 4).map { ContractCheck.all[$0] })
    func keepsTheContract(_ check: ContractCheck) async throws {
        let (pooled, direct) = try await newMarket()
        try await check.run { try await PostgresProductStore(settings: pooled, direct: direct) }
    }

    /// What the processes share is the same whether their connections change sessions or not.
    @Test(arguments: SharedPortCheck.all)
    func keepsTheContractOfSharedPorts(_ check: SharedPortCheck) async throws {
        let (pooled, direct) = try await newMarket()
        let store = try await PostgresProductStore(settings: pooled, direct: direct)
        try await check.run { PostgresPorts(store: store, clock: $0) }
        try await store.close()
    }

    @Test func processBehindAPoolerSharesWithOneThatIsNot() async throws {
        let (pooled, direct) = try await newMarket()
        let first = try await PostgresProductStore(settings: pooled, direct: direct)
        let second = try await PostgresProductStore(settings: direct)
        let clock = TestClock()
        let ports = [PostgresPorts(store: first, clock: clock), PostgresPorts(store: second, clock: clock)]
        var limits = AttemptLimiter.Limits()
        limits.perSource = 3
        let limiters = ports.map { AttemptLimiter(limits, in: $0.buckets) }
        var admitted = 0
        for number in 0..<8 {
            let outcome = try await limiters[number % 2].begin(for: Product.ID(rawValue: 1), from: .ipv4(1))
            if case .admitted = outcome { admitted += 1 }
        }
        #expect(admitted == 3)
        let key = try #require(IdempotencyKey("key", of: nil))
        let hold = try #require(try await ports[0].requestsInFlight.begin(key))
        #expect(try await ports[1].requestsInFlight.begin(key) == nil)
        await ports[0].requestsInFlight.end(hold)
        #expect(try await ports[1].requestsInFlight.begin(key) != nil)
        let image = try sampleImage().name
        try await ports[0].imageClaims.hold(image, for: "lease")
        #expect(try await ports[1].imageClaims.beginRemoval(of: [image]).names == [])
        #expect(try await ports[0].jobs.begin(.advanceListings, every: .seconds(25)))
        #expect(try await !ports[1].jobs.begin(.advanceListings, every: .seconds(25)))
        let own = try await first.signingKey(orSet: Array(repeating: 1, count: 32))
        #expect(try await second.signingKey(orSet: Array(repeating: 2, count: 32)) == own)
        try await first.close()
        try await second.close()
    }

    @Test func processBehindAPoolerSeesWhatOthersWrite() async throws {
        let (pooled, direct) = try await newMarket()
        let first = try await PostgresProductStore(settings: pooled, direct: direct)
        let second = try await PostgresProductStore(settings: direct)
        let product = try await second.sampleProduct()
        try await wait { first.revision == second.revision }
        #expect(try await first.page(ProductQuery()).products.map(\.id) == [product.id])
        try await first.close()
        try await second.close()
    }

    @Test func statementsAndTransactionsHaveTheirLimits() async throws {
        var (pooled, _) = try await newDatabase()
        pooled.statementLimit = .milliseconds(100)
        let pool = PostgresPool(pooled.throughPooler, name: "test", width: 1)
        let error = await #expect(throws: PostgresError.self) {
            try await pool.withConnection { try $0.execute("SELECT pg_sleep(600)") }
        }
        #expect(error?.state == "57014")
        pooled.statementLimit = .seconds(600)
        let patient = PostgresPool(pooled.throughPooler, name: "test", width: 1)
        let limits = try await patient.withConnection { connection in
            let within = try connection.transaction { try Self.statementTimeout(connection) }
            return [within, try Self.statementTimeout(connection)]
        }
        #expect(limits == ["10min", "0"])
    }

    @Test func directAddressOfAnotherDatabaseIsRefused() async throws {
        let (pooled, _) = try await newDatabase()
        let (_, other) = try await newDatabase()
        await #expect(throws: PostgresOpeningError.self) {
            try await PostgresProductStore(settings: pooled, direct: other)
        }
    }

    private static func statementTimeout(_ connection: PostgresConnection) throws -> String? {
        try connection.firstRow("SHOW statement_timeout") { try $0.text(0) }
    }

    private func newDatabase() async throws -> (pooled: PostgresSettings, direct: PostgresSettings) {
        try await bothSettings(of: TestCluster.shared().database())
    }

    private func newMarket() async throws -> (pooled: PostgresSettings, direct: PostgresSettings) {
        try await bothSettings(of: newMarketInPostgres())
    }

    private func bothSettings(of address: String) async throws -> (pooled: PostgresSettings, direct: PostgresSettings) {
        (
            try settingsWithLongTimeouts(await TestPooler.shared().address(of: address)),
            try settingsWithLongTimeouts(address)
        )
    }
}
