import Foundation
import HTTPTypes
import MarketModels
import Synchronization
import TestClusters
import TestMarkets
import Testing

@testable import MarketPostgres

@Suite("Several hosts in the address of a database", .timeLimit(.minutes(5)))
struct HostTests {
    @Test(arguments: [StallingServer.Kind.neverAccepts, .saysNothing])
    func nodeStartsAtTheSecondWhileTheFirstHangs(_ kind: StallingServer.Kind) async throws {
        let cluster = try await TestCluster.shared()
        let first = try StallingServer(kind, cluster: cluster)
        defer { first.stop() }
        var settings = try PostgresSettings(address: first.address(before: try cluster.database()))
        settings.lengthenTimeouts()
        settings.connectLimit = 8
        try await withNode(settings) { client, _ in
            let status = try await client.list("Chair").status
            #expect(status == .ok)
            let isShown = try await client.shows("Chair")
            #expect(isShown)
        }
    }

    @Test func runningNodeGoesOnAtTheSecondWhenTheFirstHangs() async throws {
        let cluster = try await TestCluster.shared()
        let database = try cluster.database()
        let first = try StallingServer(.forwards, cluster: cluster)
        defer { first.stop() }
        // With the limits of a server.
        let settings = try PostgresSettings(address: first.address(before: database))
        try await withNode(settings) { client, _ in
            try await wait { try await client.list("Chair").status == .ok }
            let usesTheFirst = try cluster.execute(
                "SELECT count(*) > 0 FROM pg_stat_activity WHERE datname = current_database()",
                in: "\(database)"
            )
            #expect(usesTheFirst.hasPrefix("t"))
            first.stall()
            try await wait { try await client.list("Table").status == .ok }
            try await wait { try await client.shows("Table") }
        }
    }

    @Test func nameServerThatHangsKeepsNoneFromTheOtherHost() async throws {
        let cluster = try await TestCluster.shared()
        let first = try StallingServer(.forwards, cluster: cluster)
        defer { first.stop() }
        let names = HangingNames()
        defer { names.answer() }
        var settings = try PostgresSettings(
            address: first.address(before: try cluster.database(), host: "first.example"),
            names: HostNames { names.lookUp($0) }
        )
        settings.lengthenTimeouts()
        settings.connectLimit = 8
        for _ in 1...3 { #expect(try PostgresConnection(settings).serverVersion > 0) }
        // One thread waits for the name server, however many connections want it.
        #expect(names.count == 1)
    }

    @Test func addressesAreRememberedWhileTheNameServerHangs() async throws {
        let cluster = try await TestCluster.shared()
        let server = try StallingServer(.forwards, cluster: cluster)
        defer { server.stop() }
        let names = HangingNames()
        names.answer()
        let database = try cluster.database().prefix { $0 != "?" }
        let settings = try PostgresSettings(
            address: "\(database)?host=first.example&port=\(server.port)",
            names: HostNames { names.lookUp($0) }
        )
        var lasting = settings
        lasting.lengthenTimeouts()
        #expect(try PostgresConnection(lasting).serverVersion > 0)
        names.hang()
        defer { names.answer() }
        #expect(try PostgresConnection(lasting).serverVersion > 0)
    }

    @Test func everyAddressOfANameIsTried() async throws {
        let cluster = try await TestCluster.shared()
        let server = try StallingServer(.forwards, cluster: cluster)
        defer { server.stop() }
        let database = try cluster.database().prefix { $0 != "?" }
        var settings = try PostgresSettings(
            address: "\(database)?host=first.example&port=\(server.port)",
            // Nothing listens at the first one.
            names: HostNames { _ in .success(["127.1.2.3", "127.0.0.1"]) }
        )
        settings.lengthenTimeouts()
        #expect(try PostgresConnection(settings).serverVersion > 0)
    }

    @Test func reasonOfAServerIsToldBeforeThatOfAHostThatIsAway() async throws {
        let cluster = try await TestCluster.shared()
        let folder = cluster.folder
        let settings = try PostgresSettings(address: "postgres://market@/nowhere?host=/nonexistent,\(folder)")
        let failure = #expect(throws: ConnectionFailure.self) { try PostgresConnection(settings) }
        #expect(failure?.state == "3D000")
        let mismatch = try PostgresSettings(address: "postgres://market@/nowhere?host=\(folder)&port=1,2")
        #expect(throws: ConnectionFailure.self) { try PostgresConnection(mismatch) }
    }
}

/// A name server that answers 127.0.0.1, or hangs.
private final class HangingNames: Sendable {
    private let state = Mutex((hangs: true, count: 0))

    var count: Int { state.withLock { $0.count } }

    func lookUp(_ name: String) -> HostNames.Answer {
        state.withLock { $0.count += 1 }
        while state.withLock({ $0.hangs }) { Thread.sleep(forTimeInterval: 0.005) }
        return .success(["127.0.0.1"])
    }

    func hang() { state.withLock { $0.hangs = true } }
    func answer() { state.withLock { $0.hangs = false } }
}
