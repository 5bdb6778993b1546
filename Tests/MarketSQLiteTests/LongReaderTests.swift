import Dispatch
import GRDB
import GeneratedListings
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

/// A long read, concurrent with other work.
struct LongReaderTests {
    /// A query that never ends by itself.
    static let endless = counting(to: .max)

    /// A query that takes about 0.3 µs for each number.
    private static func counting(to number: Int) -> String {
        """
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(number))
        SELECT count(*) FROM number
        """
    }

    private func write(_ count: Int, to store: SQLiteProductStore) async throws {
        for _ in 1...count {
            try await store.write { try $0.execute(sql: "INSERT INTO scratch (bytes) VALUES (randomblob(131072))") }
        }
    }

    private static func reader(in folder: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: folder + "/market.sqlite", configuration: configuration)
    }

    private static func beginSnapshot(on reader: DatabaseQueue) throws {
        try reader.writeWithoutTransaction { database in
            try database.execute(sql: "BEGIN")
            _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM product")
        }
    }

    /// If each write waited five seconds for the reader, 200 of them would take a quarter of an hour.
    @Test(.timeLimit(.minutes(8)))
    func writesDoNotWaitForAReaderThatStays() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            try await store.write { try $0.execute(sql: "CREATE TABLE scratch (bytes BLOB)") }
            let reader = try Self.reader(in: folder)
            try Self.beginSnapshot(on: reader)
            try await write(330, to: store)
            #expect(store.log.byteCount > 2 * WriteAheadLog.byteLimit, "the reader keeps the log")
            let passive = try await store.pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
            #expect(passive.walFrameCount >= passive.checkpointedFrameCount)
            #expect(
                try await reader.writeWithoutTransaction { database in
                    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM scratch")
                    try database.execute(sql: "COMMIT")
                    return count
                } == 0,
                "the reader's snapshot stays its own"
            )
            // A few MiB later the log is reset.
            try await write(20, to: store)
            #expect(store.log.byteCount <= WriteAheadLog.byteLimit)
            try reader.close()
            try await store.close()
        }
    }

    /// Each read takes longer than a write waits for readers.
    @Test(.timeLimit(.minutes(10)))
    func theLogStaysBoundedWhileLongReadsNeverPause() async throws {
        try await withTemporaryFolder { folder in
            let settings = ConnectionSettings(longReaderCount: 3, readLimit: .seconds(3600))
            let store = try await SQLiteProductStore(folder: folder, settings: settings)
            _ = try await store.addVendor(.sample())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...3 {
                    group.addTask {
                        while !Task.isCancelled {
                            let count = try await store.readLong("search") { database in
                                try Int.fetchOne(database, sql: Self.counting(to: 1_000_000))
                            }
                            #expect(count == 1_000_000)
                        }
                    }
                }
                for _ in 1...500 { _ = try await store.add(NewProduct.large) }
                // How many more are needed depends on when the readers get time.
                try await store.writeUntilLogIsTruncated(within: 2000)
                group.cancelAll()
                while let result = await group.nextResult() {
                    if case .failure(let error) = result, error as? MarketError != .unavailable(reason: "cancelled") {
                        throw error
                    }
                }
            }
            try await store.close()
        }
    }

    /// A backup, for example, reads for as long as it has to.
    @Test(.timeLimit(.minutes(10)))
    func longReadsAreHeldOnlyOnceBehindAReaderThatStays() async throws {
        try await withTemporaryFolder { folder in
            let settings = ConnectionSettings(longReaderCount: 3, readLimit: .seconds(3600))
            let store = try await SQLiteProductStore(folder: folder, settings: settings)
            try await store.write { try $0.execute(sql: "CREATE TABLE scratch (bytes BLOB)") }
            let reader = try Self.reader(in: folder)
            try Self.beginSnapshot(on: reader)
            let (isHeld, hold) = (DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream())
            let first = Task {
                try await store.readLong("search") { database in
                    hold.continuation.finish()
                    isHeld.wait()
                    return try Int.fetchOne(database, sql: "SELECT 7")
                }
            }
            for await _ in hold.stream {}
            // The log exceeds twice its limit while a long read is running.
            try await write(330, to: store)
            let second = Task { try await store.readLong("search") { try Int.fetchOne($0, sql: "SELECT 8") } }
            isHeld.signal()
            #expect(try await first.value == 7)
            #expect(try await second.value == 8)
            #expect(store.log.byteCount > 2 * WriteAheadLog.byteLimit, "the reader keeps the log")
            try await write(20, to: store)
            #expect(try await store.readLong("search") { try Int.fetchOne($0, sql: "SELECT 9") } == 9)
            try reader.close()
            try await write(20, to: store)
            #expect(store.log.byteCount <= WriteAheadLog.byteLimit)
            try await store.close()
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func readThatTakesTooLongIsEndedWithItsKind() async throws {
        try await withTemporaryFolder { folder in
            let settings = ConnectionSettings(readLimit: .milliseconds(50))
            let store = try await SQLiteProductStore(folder: folder, settings: settings)
            for _ in 1...3 {
                await #expect(throws: MarketError.tooSlow(reading: "search")) {
                    try await store.readLong("search") { try Int.fetchOne($0, sql: Self.endless) }
                }
                await #expect(throws: MarketError.tooSlow(reading: "a quick read")) {
                    try await store.read { try Int.fetchOne($0, sql: Self.endless) }
                }
                // The connection is still usable.
                #expect(try await store.readLong("list") { try Int.fetchOne($0, sql: "SELECT 7") } == 7)
                #expect(try await store.read { try Int.fetchOne($0, sql: "SELECT 7") } == 7)
            }
            try await store.close()
        }
    }

    /// A single instruction of SQLite's virtual machine can keep FTS5 busy for long; it has to be interruptible, too.
    @Test(.timeLimit(.minutes(10)))
    func searchIsEndedInsideTheIndex() async throws {
        try await withTemporaryFolder { folder in
            let settings = ConnectionSettings(readLimit: .zero)
            let store = try await SQLiteProductStore(folder: folder, settings: settings)
            try await store.write { database in
                try database.execute(
                    sql: """
                        CREATE VIRTUAL TABLE scratch USING fts5 (word, content = '');
                        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 200000)
                        INSERT INTO scratch (rowid, word) SELECT n, iif(n % 2 = 0, 'chair', 'table') FROM number;
                        """
                )
            }
            // No row has both, so FTS5 scans all of them before it returns.
            await #expect(throws: MarketError.tooSlow(reading: "search")) {
                try await store.readLong("search") { database in
                    try Int.fetchOne(database, sql: "SELECT rowid FROM scratch WHERE scratch MATCH 'chair AND table'")
                }
            }
            try await store.close()
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func cancelledReadEnds() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(
                folder: folder,
                settings: ConnectionSettings(readLimit: .seconds(3600))
            )
            let (started, continuation) = AsyncStream<Void>.makeStream()
            let read = Task {
                try await store.readLong("search") { database in
                    continuation.yield()
                    return try Int.fetchOne(database, sql: Self.endless)
                }
            }
            for await _ in started { break }
            read.cancel()
            await #expect(throws: MarketError.self) { try await read.value }
            try await store.close()
        }
    }

    /// Runs the queries that deletions and edits of images need.
    @Test(.timeLimit(.minutes(5)))
    func deletionsDoNotWaitBehindLongReads() async throws {
        try await withTemporaryFolder { folder in
            let settings = ConnectionSettings(longReaderCount: 2, readLimit: .seconds(3600))
            let store = try await SQLiteProductStore(folder: folder, settings: settings)
            _ = try await store.addVendor(.sample())
            let product = try await store.add(.sample(of: 1))
            let (started, continuation) = AsyncStream<Void>.makeStream()
            let reads = (1...2).map { _ in
                Task {
                    try await store.readLong("search") { database in
                        continuation.yield()
                        return try Int.fetchOne(database, sql: Self.endless)
                    }
                }
            }
            var count = 0
            for await _ in started {
                count += 1
                if count == 2 { break }
            }
            // Every long reader is busy now.
            let names = Set(product.images.map(\.name))
            #expect(try await store.unusedImages(among: names).isEmpty)
            _ = try await store.delete(product.id, at: product.registeredAt)
            #expect(try await store.unusedImages(among: names) == names)
            for read in reads { read.cancel() }
            for read in reads { _ = await read.result }
            try await store.close()
        }
    }

    /// No typed text makes a search fail: neither here nor in the text passed to the index.
    @Test func everyCharacterCanBeSearchedFor() async throws {
        try await withStore { store in
            try await store.fill(count: 20)
            try await store.indexPendingProducts()
            // Every special character, and a few of all others.
            for value in UInt32(0)...0x1_FFFF {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let category = scalar.properties.generalCategory
                let isSpecial = [
                    .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .enclosingMark,
                    .modifierSymbol,
                ].contains(category)
                if !isSpecial, value > 0x7F, value % 997 != 0 { continue }
                for text in [String(scalar), "의자 \(scalar)"] {
                    guard let search = ProductSearch(text, in: .nameAndDescription) else { continue }
                    do {
                        _ = try await store.page(ProductQuery(search: search))
                    } catch {
                        Issue.record("U+\(String(value, radix: 16)): \(error)")
                    }
                }
            }
        }
    }
}
