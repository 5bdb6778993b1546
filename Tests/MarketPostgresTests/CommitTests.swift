import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import NIOCore
import TestClusters
import TestMarkets
import Testing

@testable import MarketPostgres

/// The primary waits for a synchronous standby that doesn't answer: it names one that isn't there. Only the databases of
/// these tests wait for it.
@Suite("Commits that a synchronous standby stalls", .serialized, .timeLimit(.minutes(5)))
struct CommitTests {
    enum Way: String, CaseIterable {
        case direct, pooled
    }

    @Test(arguments: Way.allCases)
    func writeIsAnsweredOnlyWhenItIsOnTheStandby(_ way: Way) async throws {
        try await withStandby(way) { client, store, standby in
            try await wait { try await client.list("Before", key: "before").status == .ok }
            try standby.stall()
            // The server needs a moment to learn of it.
            var number = 0
            var response: TestResponse
            repeat {
                number += 1
                response = try await client.list("Stalled\(number)x", key: "key\(number)")
            } while response.status == .ok && number < 20
            #expect(response.status == .serviceUnavailable)
            #expect(response.has(code: "outcome_unknown"))
            #expect(try await !client.shows("Stalled\(number)x"))

            try standby.answer()
            try await wait { try await client.shows("Stalled\(number)x") }
            // The same request finds out that it is stored, and stores nothing more.
            try await wait { try await client.list("Stalled\(number)x", key: "key\(number)").status == .ok }
            let count = try standby.execute("SELECT count(*) FROM product")
            #expect(count == "\(number + 1)")
            try await expectWholePool(store, way)
        }
    }

    @Test(arguments: Way.allCases)
    func readsGoOnWhileEveryWriteIsStalled(_ way: Way) async throws {
        try await withStandby(way) { client, store, standby in
            try await wait { try await client.list("Before").status == .ok }
            try standby.stall()
            while try await client.list("Early").status == .ok {}
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let status = try? await client.list("Stalled\(number)x").status
                        #expect(status == .serviceUnavailable)
                    }
                }
                // A stranger reads what no server has in memory.
                for number in 0..<50 {
                    let response = try? await client.execute(
                        uri: "/api/products?items_per_page=\(number + 1)",
                        method: .get
                    )
                    #expect(response?.status == .ok)
                }
            }
            // Those that stall stay within the limit, however many come.
            let backends = try standby.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep' AND query = 'COMMIT'"
            )
            let backendCount = try #require(Int(backends))
            #expect(backendCount < store.settings.connectionLimit)
            #expect(try await client.execute(uri: "/api/products?items_per_page=99", method: .get).status == .ok)

            try standby.answer()
            try await wait { try await client.list("After").status == .ok }
            try await expectWholePool(store, way)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        // On a busy machine, the standby may be late once more.
                        await #expect(throws: Never.self) {
                            try await wait { try await client.list("Whole\(number)x").status == .ok }
                        }
                    }
                }
            }
        }
    }

    /// A client that leaves isn't why something is stored on no standby.
    @Test(arguments: Way.allCases)
    func cancelledTaskDoesNotCancelACommit(_ way: Way) async throws {
        try await withStandby(way) { _, store, standby in
            let vendor = try await store.sampleVendor()
            try standby.stall()
            let waiting =
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep' AND query = 'COMMIT'"
            var tasks: [Task<Void, any Error>] = []
            while try standby.execute(waiting) == "0" {
                tasks.append(Task { _ = try await store.add(sampleProduct(of: vendor.id)) })
                _ = await tasks.last?.result
            }
            tasks.append(Task { _ = try await store.add(sampleProduct(of: vendor.id)) })
            try await wait { try Int(standby.execute(waiting)) ?? 0 >= 2 }
            tasks.last?.cancel()
            await #expect(throws: (any Error).self) { try await tasks.last?.value }
            #expect(try Int(standby.execute(waiting)) ?? 0 >= 2)
            try standby.answer()
            try await wait { try await store.page(ProductQuery()).totalCount == tasks.count }
        }
    }

    private func expectWholePool(_ store: PostgresProductStore, _ way: Way) async throws {
        func pool() throws -> StoreLoad.Pool {
            try #require(store.load?.pools.first { $0.name == "pg" })
        }
        try await wait { try pool().usedCount == 0 }
        let whole = try pool()
        // Behind a pooler, a statement of a slow machine is cancelled by the client, and its connection isn't used again.
        if way == .direct { #expect(whole.brokenCount == 0) }
        #expect(whole.idleCount > 0)
    }

    private func withStandby(
        _ way: Way,
        _ test: @escaping @Sendable (TestClient, PostgresProductStore, Standby) async throws -> Void
    ) async throws {
        let cluster = try await TestCluster.shared()
        let address = try cluster.database()
        let standby = Standby(cluster: cluster, address: address)
        try standby.execute("ALTER DATABASE \(address.databaseName) SET synchronous_commit = on")
        // The limit of a statement is a server's; with the others, a slow machine isn't taken for one that hangs.
        func settings(_ address: String) throws -> PostgresSettings {
            var settings = try PostgresSettings(address: address)
            settings.lengthenTimeouts()
            settings.statementLimit = .seconds(3)
            return settings
        }
        do {
            let direct = try settings(address)
            switch way {
            case .direct: try await withNode(direct) { try await test($0, $1, standby) }
            case .pooled:
                let pooled = try settings(try await TestPooler.wide().address(of: address))
                try await withNode(pooled, direct: direct) { try await test($0, $1, standby) }
            }
        } catch { Issue.record(error) }
        try standby.answer()
    }
}

/// The synchronous standby of a cluster.
private struct Standby: Sendable {
    let cluster: TestCluster
    let address: String

    func stall() throws {
        try execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try execute("SELECT pg_reload_conf()")
    }

    func answer() throws {
        try execute("ALTER SYSTEM RESET synchronous_standby_names")
        try execute("SELECT pg_reload_conf()")
    }

    @discardableResult
    func execute(_ sql: String) throws -> String {
        try cluster.execute(sql, in: address).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

extension String {
    /// The name of the database in an address.
    fileprivate var databaseName: String {
        String(prefix { $0 != "?" }.split(separator: "/").last ?? "")
    }
}
