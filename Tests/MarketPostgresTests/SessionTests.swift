import HTTPTypes
import TestClusters
import TestMarkets
import Testing

@testable import MarketPostgres

@Suite("Defaults of a database that the market doesn't rely on", .timeLimit(.minutes(5)))
struct SessionTests {
    @Test(arguments: [false, true])
    func simultaneousListingsSucceedWhereTransactionsAreSerializable(_ isPooled: Bool) async throws {
        let cluster = try await TestCluster.shared()
        let address = try cluster.database()
        let name = try #require(address.prefix { $0 != "?" }.split(separator: "/").last)
        for setting in [
            "default_transaction_isolation = 'serializable'", "standard_conforming_strings = off",
            "\"DateStyle\" = 'German'", "\"TimeZone\" = 'Asia/Seoul'",
        ] {
            try cluster.execute("ALTER DATABASE \(name) SET \(setting)", in: address)
        }
        func settings(_ address: String) throws -> PostgresSettings {
            var settings = try PostgresSettings(address: address)
            settings.lengthenTimeouts()
            return settings
        }
        let direct = try settings(address)
        let pooled = isPooled ? try settings(try await TestPooler.shared().address(of: address)) : nil
        try await withNode(pooled ?? direct, direct: pooled == nil ? nil : direct) { client, _ in
            for round in 0..<4 {
                let statuses = await withTaskGroup(of: HTTPResponse.Status?.self) { group in
                    for number in 0..<12 {
                        group.addTask { try? await client.list("Chair\(round)x\(number)").status }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.allSatisfy { $0 == .ok })
            }
        }
    }
}
