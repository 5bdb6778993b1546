import MarketSQLite
import ProductStoreContract
import Testing

@Suite("The contract of product stores")
struct ContractTests {
    @Test(arguments: ContractCheck.all)
    func keepsTheContract(_ check: ContractCheck) async throws {
        try await withTemporaryFolder { folder in
            try await check.run { try await SQLiteProductStore(folder: folder) }
        }
    }
}
