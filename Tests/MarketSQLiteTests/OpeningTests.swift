import Foundation
import GRDB
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

@Suite("Opening a store")
struct OpeningTests {
    @Test func theWriterIsSetUpForSafety() async throws {
        try await withStore { store in
            let found = try await store.pool.writeWithoutTransaction { database in
                try ["journal_mode", "synchronous", "foreign_keys", "mmap_size", "wal_autocheckpoint"].map {
                    try String.fetchOne(database, sql: "PRAGMA \($0)")
                }
            }
            #expect(found == ["wal", "2", "1", "0", "1000"])
        }
    }

    @Test func readersCanNotWrite() async throws {
        try await withStore { store in
            await #expect(throws: MarketError.self) {
                try await store.read { try $0.execute(sql: "DELETE FROM vendor") }
            }
            await #expect(throws: MarketError.self) {
                try await store.readLong("vendors") { try $0.execute(sql: "DELETE FROM vendor") }
            }
        }
    }

    @Test func aFileThatIsNoDatabaseIsRefusedAndLeftAlone() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/market.sqlite"
            let bytes = Data(String(repeating: "This is not a database. ", count: 400).utf8)
            try bytes.write(to: URL(filePath: path))
            let error = await #expect(throws: StoreOpeningError.self) {
                _ = try await SQLiteProductStore(folder: folder)
            }
            guard case .notADatabase(path, _)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        }
    }

    @Test func aDatabaseOfANewerVersionIsRefusedUnchanged() async throws {
        try await withTemporaryFolder { folder in
            let newer = MarketSchema.migrator(followedBy: "2 wishes", sql: "CREATE TABLE wish (id INTEGER) STRICT")
            let lock = try DataFolderLock(folder: folder)
            let store = try await SQLiteProductStore(lock: lock, migrator: newer)
            try await store.close()
            let path = folder + "/market.sqlite"
            await #expect(throws: StoreOpeningError.madeByNewerVersion(path: path)) {
                _ = try await SQLiteProductStore(lock: lock)
            }
            #expect(!FileManager.default.fileExists(atPath: folder + "/backups"))
            let again = try await SQLiteProductStore(lock: lock, migrator: newer)
            try await again.write { try $0.execute(sql: "INSERT INTO wish (id) VALUES (1)") }
            try await again.close()
        }
    }

    @Test func anOlderDatabaseIsMigratedOnlyWhereThatIsMeant() async throws {
        try await withTemporaryFolder { folder in
            let lock = try DataFolderLock(folder: folder)
            try await SQLiteProductStore(lock: lock).close()
            let path = folder + "/market.sqlite"
            let before = try Data(contentsOf: URL(filePath: path))
            let later = MarketSchema.migrator(followedBy: "2 wishes", sql: "CREATE TABLE wish (id INTEGER) STRICT")
            await #expect(throws: StoreOpeningError.madeByOlderVersion(path: path)) {
                try await SQLiteProductStore(lock: lock, migrator: later, migrates: false)
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
            try await SQLiteProductStore(lock: lock, migrator: later).close()
            try await SQLiteProductStore(lock: lock, migrator: later, migrates: false).close()
        }
    }

    @Test func aMigrationOfExistingDataLeavesABackup() async throws {
        try await withTemporaryFolder { folder in
            let lock = try DataFolderLock(folder: folder)
            let old = try await SQLiteProductStore(lock: lock)
            _ = try await old.addVendor(.sample())
            let product = try await old.add(.sample(of: 1))
            try await old.close()
            let backups = folder + "/backups"
            #expect(!FileManager.default.fileExists(atPath: backups), "a new database needs no backup")

            let later = MarketSchema.migrator(followedBy: "2 no stock", sql: "UPDATE product SET stock = 0")
            let new = try await SQLiteProductStore(lock: lock, migrator: later)
            #expect(try await new.page(ProductQuery()).products.map(\.stock) == [0])
            try await new.close()
            let files = try FileManager.default.contentsOfDirectory(atPath: backups)
            #expect(files.count == 1)
            let name = try #require(files.first)
            #expect(name.wholeMatch(of: /market-before-2-no-stock-\d{8}T\d{6}Z\.sqlite/) != nil, "\(name)")

            let restored = folder + "/restored"
            try FileManager.default.createDirectory(atPath: restored, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: "\(backups)/\(name)", toPath: restored + "/market.sqlite")
            let copy = try await SQLiteProductStore(folder: restored)
            #expect(try await copy.product(product.id) == .found(product, copy.revision))
            try await copy.close()

            try await SQLiteProductStore(lock: lock, migrator: later).close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: backups).count == 1, "nothing was left to do")
        }
    }

    @Test func aMigrationThatFailsChangesNothing() async throws {
        try await withTemporaryFolder { folder in
            let lock = try DataFolderLock(folder: folder)
            let old = try await SQLiteProductStore(lock: lock)
            _ = try await old.addVendor(.sample())
            let product = try await old.add(.sample(of: 1))
            try await old.close()
            let broken = MarketSchema.migrator(
                followedBy: "2 broken",
                sql: "UPDATE product_detail SET description = ''; SELECT no_such_column"
            )
            await #expect(throws: StoreOpeningError.self) {
                _ = try await SQLiteProductStore(lock: lock, migrator: broken)
            }
            let again = try await SQLiteProductStore(lock: lock)
            #expect(try await again.product(product.id) == .found(product, again.revision))
            try await again.close()
        }
    }
}

extension MarketSchema {
    /// Returns a migrator as a later version of Open Market might have it.
    fileprivate static func migrator(followedBy name: String, sql: String) -> DatabaseMigrator {
        var migrator = MarketSchema.migrator
        migrator.registerMigration(name) { try $0.execute(sql: sql) }
        return migrator
    }
}
