import Foundation
import GeneratedListings
package import MarketCore
package import MarketPostgres
package import MarketSQLite
import TestClusters

/// Which store the markets of tests have. `OPENMARKET_TEST_STORE=postgres` chooses PostgreSQL for a whole run.
package enum TestStoreKind: String, Sendable {
    case folder
    case postgres

    package static let chosen: TestStoreKind = {
        let name = ProcessInfo.processInfo.environment["OPENMARKET_TEST_STORE"] ?? ""
        guard !name.isEmpty else { return .folder }
        guard let kind = TestStoreKind(rawValue: name) else { fatalError("OPENMARKET_TEST_STORE is \(name)") }
        return kind
    }()
}

/// Opens a new, empty store for the duration of a test.
///
/// - Parameters:
///   - folder: the folder of a store that needs one.
///   - readLimit: the maximum time of a read, or nil for one that a slow machine keeps.
func withTestStore<Value: Sendable>(
    folder: String,
    readLimit: Duration?,
    _ integrity: IntegrityMonitor,
    _ test: (any ProductStore) async throws -> Value
) async throws -> Value {
    switch TestStoreKind.chosen {
    case .folder:
        var settings = ConnectionSettings.patient
        if let readLimit { settings.readLimit = readLimit }
        let store = try await SQLiteProductStore(folder: folder, settings: settings, integrity: integrity)
        let value = try await test(store)
        try await store.close()
        return value
    case .postgres:
        let (cluster, address) = (try await TestCluster.shared(), try await newMarketInPostgres())
        let outcome: Result<Value, any Error>
        do {
            var settings = try settingsWithLongTimeouts(address)
            if let readLimit { settings.statementLimit = readLimit }
            let store = try await PostgresProductStore(settings: settings, integrity: integrity)
            do { outcome = .success(try await test(store)) } catch { outcome = .failure(error) }
            try await store.close()
        }
        // Hundreds of databases would fill the disk.
        try cluster.drop(address)
        return try outcome.get()
    }
}

/// Returns the address of a new, empty market in PostgreSQL. It is a copy: creating the tables takes as long as most tests.
package func newMarketInPostgres() async throws -> String {
    // As if the market had been made there: ids begin at 1.
    try await TestCluster.shared().copy(of: await template.value, executing: "SELECT renew_incarnation(true)")
}

private let template = Task {
    let address = try await TestCluster.shared().database()
    try await PostgresProductStore(settings: settingsWithLongTimeouts(address)).close()
    return address
}

/// Returns settings that give a server time that is slow because many tests run at once.
package func settingsWithLongTimeouts(_ address: String) throws -> PostgresSettings {
    var settings = try PostgresSettings(address: address)
    settings.lengthenTimeouts()
    return settings
}

extension ConnectionSettings {
    /// Settings that give a machine time that is slow because many tests run at once.
    package static var patient: ConnectionSettings { ConnectionSettings(readLimit: .seconds(600)) }
}

extension PostgresSettings {
    /// Gives a server time that is slow because many tests run at once, instead of regarding it as out of reach.
    package mutating func lengthenTimeouts() {
        (statementLimit, lockLimit, idleTransactionLimit) = (.seconds(600), .seconds(600), .seconds(600))
        (readTimeout, writeTimeout, watchLimit) = (.seconds(600), .seconds(600), .seconds(60))
        answerReserve = .seconds(600)
        connectLimit = 60
    }
}

extension ProductStore {
    /// Fills the market with generated products that searches find.
    package func fill(count: Int) async throws {
        switch self {
        case let store as SQLiteProductStore:
            try await store.fill(count: count, hasAttributes: false)
            try await store.indexPendingProducts()
        case let store as PostgresProductStore: try await store.fill(count: count, hasAttributes: false)
        default: fatalError("\(type(of: self)) is no store of a test")
        }
    }
}
