import MarketCore
import MarketModels
import ProductStoreContract
import TestClusters
import Testing

@testable import MarketPostgres

@Suite("A market behind PgBouncer")
struct PoolerTests {
    /// Connections of a market change sessions at each transaction there. Every fourth check, because all of them pass on
    /// PostgreSQL alone, and take long.
    @Test(arguments: stride(from: 0, to: ContractCheck.all.count, by: 4).map { ContractCheck.all[$0] })
    func keepsTheContract(_ check: ContractCheck) async throws {
        let (pooled, direct) = try await newDatabase()
        try await check.run { try await PostgresProductStore(settings: pooled, direct: direct) }
    }

    @Test func processBehindAPoolerSeesWhatOthersWrite() async throws {
        let (pooled, direct) = try await newDatabase()
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
        let limits = try await pool.withConnection { connection in
            let within = try connection.transaction { try Self.statementTimeout(connection) }
            return [within, try Self.statementTimeout(connection)]
        }
        #expect(limits == ["100ms", "0"])
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
        let address = try await TestCluster.shared().database()
        return (try await settings(TestPooler.shared().address(of: address)), try await settings(address))
    }

    private func settings(_ address: String) async throws -> PostgresSettings {
        var settings = try PostgresSettings(address: address)
        settings.becomePatient()
        return settings
    }
}
