import Foundation
import GRDB
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

/// Databases whose schema isn't this version's are refused, and stay as they are.
@Suite("Databases of another schema")
struct OtherSchemaTests {
    /// The name of a file and what it contains.
    private typealias Files = [String: Data]

    private static let ofFirstVersion = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../FirstVersion/market-sqlite.sql")

    /// Makes a folder, as a process leaves it that ends in order, or one that is killed before its log is in the database.
    private func make(_ folder: String, isKilled: Bool, _ body: (Database) throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: folder + "/alive", withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: folder + "/alive/market.sqlite")
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
            try body(database)
        }
        if !isKilled { try queue.close() }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/alive") {
            try FileManager.default.copyItem(atPath: "\(folder)/alive/\(name)", toPath: "\(folder)/\(name)")
        }
        if isKilled { try queue.close() }
        try FileManager.default.removeItem(atPath: folder + "/alive")
    }

    private func files(_ folder: String) throws -> Files {
        var files: Files = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            files[name] = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        }
        return files
    }

    private func expectRefusal(_ folder: String, isOfFirstVersion: Bool) async throws {
        let path = folder + "/market.sqlite"
        let refusal = StoreOpeningError.otherSchema(path: path, isOfFirstVersion: isOfFirstVersion)
        let before = try files(folder)
        await #expect(throws: refusal) { try await SQLiteProductStore(folder: folder) }
        #expect(throws: refusal) { try DataFolderLock(folder: folder) }
        #expect(throws: refusal) { try DatabaseCopy(path: path).refuseOtherSchema() }
        #expect(throws: refusal) { try SQLiteMoveSource(folder: folder) }
        #expect(try files(folder) == before)
    }

    @Test(arguments: [false, true])
    func folderOfTheFirstVersionIsRefusedAndLeftAlone(isKilled: Bool) async throws {
        let sql = try String(contentsOf: Self.ofFirstVersion, encoding: .utf8)
        try await withTemporaryFolder { folder in
            try make(folder, isKilled: isKilled) { try $0.execute(sql: sql) }
            #expect(FileManager.default.fileExists(atPath: folder + "/market.sqlite-wal") == isKilled)
            try await expectRefusal(folder, isOfFirstVersion: true)
        }
    }

    @Test(arguments: [false, true])
    func folderOfAnotherDevelopmentVersionIsRefusedAndLeftAlone(isKilled: Bool) async throws {
        try await withTemporaryFolder { folder in
            try make(folder, isKilled: isKilled) { database in
                try database.execute(
                    sql: """
                        PRAGMA application_id = \(MarketSchema.application); PRAGMA user_version = 1;
                        CREATE TABLE market_state (id INTEGER PRIMARY KEY) STRICT
                        """
                )
            }
            try await expectRefusal(folder, isOfFirstVersion: false)
        }
    }

    /// The file has no table yet, and the log has everything.
    @Test func folderOfAProcessThatWasKilledAfterItsFirstWriteIsOpened() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder + "/alive")
            _ = try await store.addVendor(.sample())
            for name in ["market.sqlite", "market.sqlite-wal"] {
                try FileManager.default.copyItem(atPath: "\(folder)/alive/\(name)", toPath: "\(folder)/\(name)")
            }
            try await store.close()
            let header = try #require(DatabaseHeader.read(folder + "/market.sqlite", withLog: false))
            #expect(header.isEmpty)
            let opened = try await SQLiteProductStore(folder: folder)
            #expect(try await opened.vendors().count == 1)
            try await opened.close()
        }
    }

    /// What was killed before its first write is begun again.
    @Test(arguments: [false, true])
    func databaseWithoutATableIsBegun(isKilled: Bool) async throws {
        try await withTemporaryFolder { folder in
            try make(folder, isKilled: isKilled) { _ in }
            let store = try await SQLiteProductStore(folder: folder)
            #expect(try await store.vendors().isEmpty)
            try await store.close()
        }
    }

    @Test func fingerprintStaysWithCommentsAndChangesWithStatements() {
        let one = SchemaFingerprint(statements: "CREATE TABLE a (\n  b TEXT\n);")
        #expect(
            SchemaFingerprint(statements: "-- What it is.\nCREATE TABLE a (\n    -- Why.\n    b  TEXT\n);\n") == one
        )
        #expect(SchemaFingerprint(statements: "CREATE TABLE a (\n  b TEXT NOT NULL\n);") != one)
        #expect(one.rawValue > 0)
    }
}
