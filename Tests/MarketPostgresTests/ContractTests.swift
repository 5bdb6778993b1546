import MarketPostgres
import ProductStoreContract
import Testing

@Suite("The contract of product stores, on PostgreSQL")
struct ContractTests {
    @Test(arguments: ContractCheck.all)
    func keepsTheContract(_ check: ContractCheck) async throws {
        let settings = try await newMarket()
        try await check.run { try await PostgresProductStore(settings: settings) }
    }
}
