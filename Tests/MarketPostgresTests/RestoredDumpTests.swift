import Foundation
import MarketCore
import MarketModels
import Synchronization
import TestClusters
import TestMarkets
import Testing

@testable import MarketPostgres

/// What a dump or a copy of the database must not revive, because it may have been used or ended since.
@Suite("A restored dump of a market in PostgreSQL", .timeLimit(.minutes(5)))
struct RestoredDumpTests {
    enum Way: CaseIterable {
        case replacedTables, filledTables, otherDatabase, withoutUnloggedTables, copiedDatabase
    }

    private static let all = ["key", "feed", "session", "link", "invitation", "token"]

    @Test(arguments: Way.allCases) func revivesNothingAndGivesNoIDAgain(_ way: Way) async throws {
        let cluster = try await TestCluster.shared()
        let address = try cluster.database()
        let store = try await open(address)
        let product = try await store.sampleProduct()
        try await store.makeCredentials("old", for: product)
        try await store.close()
        let restored = try await restore(address, way, in: cluster)
        let reports = Mutex<[ChangeLogCondition]>([])
        let copy = try await open(restored) { report in reports.withLock { $0.append(report) } }
        #expect(try await copy.credentials("old", of: product).isEmpty)
        #expect(try await copy.operatorKeys().isEmpty)
        #expect(try await copy.operatorSessions(at: moment).isEmpty)
        #expect(try await copy.operators().map(\.name) == ["Kim"])
        let listed = try await copy.add(sampleProduct(of: product.vendor.id, images: [sampleImage()]))
        #expect(listed.id.rawValue > 1_000_000)
        #expect(try await copy.sampleVendor("another").id.rawValue > 1_000_000)
        #expect(try PostgresConnection(copy.settings).number("SELECT max(id) FROM image") > 5_000_000)
        // What is made there works, and its next start isn't another restore.
        try await copy.makeCredentials("new", for: product)
        try await copy.close()
        let reopened = try await open(restored) { report in reports.withLock { $0.append(report) } }
        #expect(reports.withLock { $0 } == [.restored])
        #expect(try await reopened.add(sampleProduct(of: product.vendor.id)).id.rawValue == listed.id.rawValue + 1)
        #expect(try await reopened.credentials("new", of: product) == Self.all)
        try await reopened.close()
    }

    /// A node has begun to serve when the last tables come.
    @Test func tablesThatComeLaterReviveNothing() async throws {
        let cluster = try await TestCluster.shared()
        let address = try cluster.database()
        let store = try await open(address)
        let product = try await store.sampleProduct()
        try await store.makeCredentials("old", for: product)
        try await store.close()
        let tables = [
            "operator_key", "operator_feed", "operator_session", "operator_link", "invitation", "delete_token",
        ]
        try await withDump(of: address, in: cluster) { dump in
            let all = (["database_incarnation"] + tables).joined(separator: ", ")
            try cluster.execute("TRUNCATE \(all)", in: address)
            try cluster.run("pg_restore", ["--data-only", "-t", "database_incarnation", "-d", address, dump])
            let early = try await open(address)
            for table in tables { try cluster.run("pg_restore", ["--data-only", "-t", table, "-d", address, dump]) }
            #expect(try PostgresConnection(early.settings).number("SELECT count(*) FROM operator_key") == 1)
            #expect(try await early.credentials("old", of: product).isEmpty)
            try await early.close()
        }
    }

    /// As after a crash, or where a standby takes over.
    @Test func recoveryEndsNothing() async throws {
        let store = try await open(TestCluster.shared().database())
        let product = try await store.sampleProduct()
        try await store.makeCredentials("old", for: product)
        let history = store.mirror.base.history
        try PostgresConnection(store.settings).execute("TRUNCATE change_history")
        try await wait { store.mirror.base.history != history }
        #expect(try await store.add(sampleProduct(of: product.vendor.id)).id.rawValue == product.id.rawValue + 1)
        #expect(try await store.credentials("old", of: product) == Self.all)
        try await store.close()
    }

    /// The runbook has the statement for files that were put back, which look like the server that they were copied from.
    @Test func copyThatSomebodySaysItIsRevivesNothing() async throws {
        let reports = Mutex<[ChangeLogCondition]>([])
        let store = try await open(TestCluster.shared().database()) { report in reports.withLock { $0.append(report) } }
        let product = try await store.sampleProduct()
        try await store.makeCredentials("old", for: product)
        let history = store.mirror.base.history
        #expect(reports.withLock { $0 }.isEmpty, "it was made here")
        try PostgresConnection(store.settings).execute("DELETE FROM database_incarnation")
        #expect(try await store.operatorKeys().isEmpty)
        try await wait { store.mirror.base.history != history }
        #expect(try await store.credentials("old", of: product).isEmpty)
        #expect(try await store.add(sampleProduct(of: product.vendor.id)).id.rawValue > 1_000_000)
        #expect(reports.withLock { $0 } == [.restored])
        try await store.close()
    }

    /// Restores a dump of a database that nobody uses, and returns the address of what was restored.
    private func restore(_ address: String, _ way: Way, in cluster: TestCluster) async throws -> String {
        if way == .copiedDatabase { return try cluster.copy(of: address) }
        let dumping = way == .withoutUnloggedTables ? ["--no-unlogged-table-data"] : []
        return try await withDump(of: address, dumping, in: cluster) { dump in
            var (target, options) = (address, [String]())
            switch way {
            case .replacedTables: options = ["--clean", "--if-exists"]
            case .filledTables:
                let names = "string_agg(quote_ident(tablename), ', ') FROM pg_tables WHERE schemaname = 'public'"
                try cluster.execute("DO $$ BEGIN EXECUTE (SELECT 'TRUNCATE ' || \(names)); END $$", in: address)
                options = ["--data-only", "--disable-triggers"]
            case .otherDatabase, .withoutUnloggedTables, .copiedDatabase: target = try cluster.database()
            }
            try cluster.run("pg_restore", options + ["-d", target, dump])
            return target
        }
    }

    private func withDump<Value>(
        of address: String,
        _ options: [String] = [],
        in cluster: TestCluster,
        _ body: (String) async throws -> Value
    ) async throws -> Value {
        let dump = FileManager.default.temporaryDirectory.appending(path: "market-\(UUID().uuidString).dump").path
        defer { try? FileManager.default.removeItem(atPath: dump) }
        try cluster.run("pg_dump", options + ["-Fc", "-f", dump, "-d", address])
        return try await body(dump)
    }

    private func open(
        _ address: String,
        report: @escaping @Sendable (ChangeLogCondition) -> Void = { _ in }
    ) async throws -> PostgresProductStore {
        try await PostgresProductStore(settings: settingsWithLongTimeouts(address), report: report)
    }
}

extension PostgresProductStore {
    fileprivate func sampleVendor(_ identifier: String) async throws -> Vendor {
        let identifier = try #require(VendorIdentifier(identifier))
        return try #require(try await addVendor(NewVendor(identifier: identifier, name: nil, createdAt: moment)))
    }

    /// Makes one of each kind that a restore ends.
    fileprivate func makeCredentials(_ prefix: String, for product: Product) async throws {
        let proof = OperatorAuthenticator.commandLine
        let soon = moment.adding(seconds: 600)
        func hash(_ name: String) -> OperatorKeyHash { OperatorKeyHash(rawValue: "\(prefix) \(name)") }
        _ = try await addOperator("Kim", .operator, by: proof, at: moment)
        _ = try await addOperatorLink(hash("used"), for: "Kim", endsAt: soon, by: proof, at: moment)
        _ = try await redeemOperatorLink(hash("used"), session: hash("session"), in: BrowserName(), at: moment)
        _ = try await addOperatorLink(hash("link"), for: "Kim", endsAt: soon, by: proof, at: moment)
        _ = try await addOperatorKey(hash("key"), named: "program", of: "Kim", by: proof, at: moment)
        _ = try await setOperatorFeed(hash("feed"), of: "Kim", by: proof, at: moment)
        let invitation = InvitationHash(rawValue: "\(prefix) invitation")
        _ = try await addInvitation(invitation, for: product.vendor.id, endsAt: soon, by: proof, at: moment)
        let token = DeleteToken(text: "\(prefix) token", product: product.id, expiresAt: soon)
        _ = try await addDeleteToken(token, issuedFor: MarketPostgresTests.secretHash)
    }

    /// Returns which of them work. The token deletes the product then.
    fileprivate func credentials(_ prefix: String, of product: Product) async throws -> [String] {
        func hash(_ name: String) -> OperatorKeyHash { OperatorKeyHash(rawValue: "\(prefix) \(name)") }
        let invitation = InvitationHash(rawValue: "\(prefix) invitation")
        var found: [String] = []
        if try await operatorKey(hash("key")) != nil { found.append("key") }
        if try await operatorFeed(hash("feed")) != nil { found.append("feed") }
        if try await operatorSession(hash("session"), at: moment) != nil { found.append("session") }
        if try await operatorLink(hash("link"), at: moment) != nil { found.append("link") }
        if try await invitedSeller(invitation, for: nil, at: moment) != nil { found.append("invitation") }
        if try await redeem(token: "\(prefix) token", for: product.id, at: moment) != nil { found.append("token") }
        return found
    }
}

extension PostgresConnection {
    fileprivate func number(_ sql: String) throws -> Int64 {
        try #require(try firstRow(sql) { try $0.integer(0) })
    }
}
