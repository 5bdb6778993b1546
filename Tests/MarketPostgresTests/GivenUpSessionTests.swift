import Foundation
import MarketCore
import MarketModels
import TestClusters
import TestMarkets
import Testing

@testable import MarketPostgres

/// A server that doesn't answer holds each session that is given up.
@Suite("Sessions that a server still holds", .timeLimit(.minutes(5)))
struct GivenUpSessionTests {
    /// As many as a store has connections, those of requests to cancel statements, and one after ever longer times.
    private static let limit = 12 + 4 + 16

    @Test(arguments: [false, true])
    func hangingServerGetsNoMoreAndMoreOfThem(_ isEstablished: Bool) async throws {
        let cluster = try await TestCluster.shared()
        let server = try StallingServer(.forwards, cluster: cluster)
        defer { server.stop() }
        let settings = try settingsWithShortTimeouts(server.address(of: cluster.database()))
        let store = try await PostgresProductStore(settings: settings)
        let vendor = try await vendor(of: store)
        if isEstablished { await load(store, vendor, count: 60) }
        server.stall()
        let before = server.connectionCount
        // As people who try again and again.
        for _ in 1...30 { await load(store, vendor, count: 20) }
        #expect(server.connectionCount - before <= Self.limit)
        #expect(try await !wasAnswered { _ = try await store.page(ProductQuery()) })

        server.recover()
        try await wait { try await wasAnswered { _ = try await store.add(sampleProduct(of: vendor.id)) } }
        try await wait { try await wasAnswered { _ = try await store.page(ProductQuery()) } }
        try await store.close()
    }

    @Test func onlyTheServerThatHangsIsSpared() async throws {
        let cluster = try await TestCluster.shared()
        let first = try StallingServer(.forwards, cluster: cluster)
        defer { first.stop() }
        let settings = try settingsWithShortTimeouts(first.address(before: try cluster.database()))
        let store = try await PostgresProductStore(settings: settings)
        let vendor = try await vendor(of: store)
        first.stall()
        try await wait { try await wasAnswered { _ = try await store.add(sampleProduct(of: vendor.id)) } }
        // As many as it has connections for, at once.
        try await withThrowingTaskGroup { group in
            for _ in 1...8 {
                group.addTask { try await wait { try await wasAnswered { _ = try await store.page(ProductQuery()) } } }
            }
            try await group.waitForAll()
        }
        try await store.close()
    }

    /// A server that refuses connections, because it has too many or starts, isn't asked by each request.
    @Test func refusedConnectionsAreTriedAgainLaterAndLater() async throws {
        let cluster = try await TestCluster.shared()
        let server = try StallingServer(.forwards, cluster: cluster)
        defer { server.stop() }
        let database = try cluster.database()
        let name = try PostgresSettings(address: database).name.split(separator: "/").last ?? ""
        let store = try await PostgresProductStore(settings: settingsWithShortTimeouts(server.address(of: database)))
        let vendor = try await vendor(of: store)
        try cluster.execute("ALTER DATABASE \(name) ALLOW_CONNECTIONS false", in: cluster.address(of: "postgres"))
        server.recover()
        let before = server.connectionCount
        for _ in 1...30 { await load(store, vendor, count: 20) }
        #expect(server.connectionCount - before <= Self.limit)

        try cluster.execute("ALTER DATABASE \(name) ALLOW_CONNECTIONS true", in: cluster.address(of: "postgres"))
        try await wait { try await wasAnswered { _ = try await store.add(sampleProduct(of: vendor.id)) } }
        try await store.close()
    }

    /// Adds a vendor. On a busy machine, that may take longer than the store waits.
    private func vendor(of store: PostgresProductStore) async throws -> Vendor {
        var vendor: Vendor?
        try await wait { try await wasAnswered { vendor = try await store.sampleVendor() } }
        return try #require(vendor)
    }

    /// Has people read and list at once, whatever is answered.
    private func load(_ store: PostgresProductStore, _ vendor: Vendor, count: Int) async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask {
                    if number % 4 == 0 {
                        _ = try? await store.add(sampleProduct(of: vendor.id))
                    } else {
                        _ = try? await store.page(ProductQuery())
                    }
                }
            }
        }
    }

    private func wasAnswered(_ work: () async throws -> Void) async throws -> Bool {
        do {
            try await work()
            return true
        } catch is MarketError {
            return false
        }
    }

    private func settingsWithShortTimeouts(_ address: String) throws -> PostgresSettings {
        var settings = try PostgresSettings(address: address)
        (settings.readTimeout, settings.writeTimeout) = (.milliseconds(100), .milliseconds(100))
        // Nothing looks at the log, so that no operation is refused before it asks the server.
        settings.pollInterval = .seconds(3600)
        settings.listensForChanges = false
        return settings
    }
}
