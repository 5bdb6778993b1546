import FieldSamples
import Foundation
import GRDB
import MarketCore
import MarketModels
import ProductStoreContract
import Synchronization
import Testing

@testable import MarketSQLite

@Suite("A damaged database")
struct DamageTests {
    private static let pageByteCount = 4096

    @Test func eachZeroedPageIsFoundWhenTheMarketIsOpened() async throws {
        try await withTemporaryFolder { folder in
            let whole = try await Self.wholeDatabase(in: folder + "/whole", productCount: 40)
            for page in 1..<whole.count / Self.pageByteCount {
                var bytes = whole
                bytes.replaceSubrange(
                    page * Self.pageByteCount..<(page + 1) * Self.pageByteCount,
                    with: Data(count: Self.pageByteCount)
                )
                let monitor = IntegrityMonitor()
                do {
                    let store = try await Self.open(bytes, in: "\(folder)/\(page)", monitor)
                    #expect(monitor.damage(of: .database) != nil, "page \(page)")
                    #expect(await store.readiness().writeFailure != nil, "page \(page)")
                    await #expect("page \(page)") {
                        _ = try await store.add(.sample(of: 1))
                    } throws: { error in
                        if case MarketError.readOnly = error { true } else { false }
                    }
                    try await store.close()
                } catch StoreOpeningError.notADatabase {
                    // Not even the schema can be read.
                } catch StoreOpeningError.damaged {
                    // The schema version can't be read.
                }
            }
        }
    }

    /// Leaves the schema's own text intact; without it nothing could be opened.
    @Test func flippedBitsNeverEndTheProcess() async throws {
        try await withTemporaryFolder { folder in
            let whole = try await Self.wholeDatabase(in: folder + "/whole", productCount: 40)
            var generator = SeededGenerator(seed: 20_261_122)
            var refused = 0
            for number in 0..<60 {
                var bytes = whole
                for _ in 0..<8 {
                    let place = Int.random(in: Self.pageByteCount..<bytes.count, using: &generator)
                    bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                }
                let monitor = IntegrityMonitor()
                guard let store = try? await Self.open(bytes, in: "\(folder)/\(number)", monitor) else {
                    refused += 1
                    continue
                }
                for order in [ProductQuery.Order.newest, .oldest, .cheapest, .mostExpensive] {
                    _ = try? await store.page(ProductQuery(order: order, size: 50, includesDescriptions: true))
                    _ = try? await store.page(ProductQuery(order: order, window: .page(3), size: 10))
                }
                for id in 1...40 {
                    _ = try? await store.product(Product.ID(rawValue: Int64(id)))
                    _ = try? await store.asSeller(Product.ID(rawValue: Int64(id)))
                }
                _ = try? await store.page(ProductQuery(search: ProductSearch("의자", in: .nameAndDescription)))
                _ = try? await store.vendors()
                _ = try? await store.checkWhole()
                if monitor.damage(of: .database) != nil { refused += 1 }
                try? await store.close()
                try FileManager.default.removeItem(atPath: "\(folder)/\(number)")
            }
            // A bit flipped inside a text may leave a valid text, and one in unused space does no harm.
            #expect(refused > 20, "\(refused)")
        }
    }

    @Test func aTextThatIsNoneIsRefusedAndStopsWrites() async throws {
        try await withTemporaryFolder { folder in
            let whole = try await Self.wholeDatabase(in: folder + "/whole", productCount: 3)
            let place = try #require(whole.range(of: Data("Product 2 is hardly used".utf8)))
            for broken in [Data([0xFF, 0xFE]), Data(count: 2)] {
                var bytes = whole
                bytes.replaceSubrange(place.lowerBound..<place.lowerBound + 2, with: broken)
                let monitor = IntegrityMonitor()
                let store = try await Self.open(bytes, in: "\(folder)/\(broken[0])", monitor)
                await #expect {
                    _ = try await store.product(Product.ID(rawValue: 2))
                } throws: { error in
                    if case MarketError.damaged = error { true } else { false }
                }
                #expect(try await store.product(Product.ID(rawValue: 1)) != .unknown)
                #expect(monitor.stopsWrites)
                try await store.close()
            }
        }
    }

    @Test func aProductWhoseSellerIsLostIsRefusedAndNotPassedOver() async throws {
        try await withStore { store in
            _ = try await store.addVendor(.sample())
            let product = try await store.add(.sample(of: 1))
            try await store.pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA foreign_keys = OFF; DELETE FROM vendor WHERE id = 1")
            }
            await #expect(throws: MarketError.self) { _ = try await store.page(ProductQuery()) }
            await #expect(throws: MarketError.self) { _ = try await store.product(product.id) }
        }
    }

    @Test func damageThatIsMetWhileServingStopsWritesAndIsToldOnce() async throws {
        try await withTemporaryFolder { folder in
            let whole = try await Self.wholeDatabase(in: folder + "/whole", productCount: 300)
            let told = Mutex<[String]>([])
            let monitor = IntegrityMonitor { _, reason in told.withLock { $0.append(reason) } }
            let store = try await Self.open(whole, in: folder + "/open", monitor)
            #expect(monitor.damage(of: .database) == nil)
            // All but the first pages: what isn't in a connection's cache is lost.
            let file = try FileHandle(forWritingTo: URL(filePath: folder + "/open/market.sqlite"))
            let kept = 4 * Self.pageByteCount
            try file.seek(toOffset: UInt64(kept))
            try file.write(contentsOf: Data(count: whole.count - kept))
            try file.close()
            for id in 1...300 { _ = try? await store.product(Product.ID(rawValue: Int64(id))) }
            #expect(monitor.damage(of: .database) != nil)
            await #expect {
                _ = try await store.add(.sample(of: 1))
            } throws: { error in
                if case MarketError.readOnly = error { true } else { false }
            }
            #expect(told.withLock { $0.count } == 1)
            try? await store.close()
        }
    }

    @Test func theWholeCheckFindsWhatOnlyTheRowsCanTell() async throws {
        let harms: [(sql: String, words: String, stopsWrites: Bool)] = [
            ("UPDATE listing_rank SET listed = listed + 1 WHERE level = 2", "ranks of level 2", false),
            ("UPDATE vendor SET product_count = product_count + 1 WHERE id = 1", "vendor", false),
            ("UPDATE vendor SET krw_usd_count = krw_usd_count + 1 WHERE id = 1", "won and dollars", false),
            ("UPDATE market_state SET krw_usd_count = krw_usd_count + 1", "won and dollars", false),
            ("UPDATE market_state SET product_count = product_count + 1", "market", false),
            ("UPDATE category SET product_count = product_count + 1 WHERE slug = 'cameras'", "category cameras", false),
            ("UPDATE category SET product_count = 0 WHERE slug = 'books'", "category books", false),
            ("INSERT INTO product_search (product_search) VALUES ('delete-all')", "product_search has", false),
            (
                "INSERT INTO product_search_by_amount (product_search_by_amount) VALUES ('delete-all')",
                "by_amount has", false
            ),
            ("PRAGMA foreign_keys = OFF; DELETE FROM product_detail WHERE product_id = 5", "product 5", true),
            ("UPDATE product SET name = CAST(x'41ff' AS TEXT) WHERE id = 7", "product 7", true),
            ("UPDATE product_detail SET description = CAST(x'4100' AS TEXT) WHERE product_id = 8", "product 8", true),
            ("UPDATE vendor SET name = CAST(x'41ff' AS TEXT) WHERE id = 1", "vendor 1 can't be read", true),
            ("UPDATE vendor SET identifier = 'a' || char(7) WHERE id = 1", "vendor 1 can't be read", true),
            ("UPDATE product SET registered_at = 9100000000000000000 WHERE id = 9", "product 9", true),
            ("PRAGMA foreign_keys = OFF; DELETE FROM image WHERE product_id = 3", "image", true),
        ]
        for harm in harms {
            try await withTemporaryFolder { folder in
                let monitor = IntegrityMonitor()
                let store = try await SQLiteProductStore(folder: folder, integrity: monitor)
                try await store.addSamples(20)
                try await store.write { try $0.execute(sql: "UPDATE product SET category_id = 16 WHERE id = 2") }
                let before = try await store.checkWhole()
                #expect(before.findings == [])
                #expect(before.productCount == 20)
                try await store.pool.writeWithoutTransaction { try $0.execute(sql: harm.sql) }
                let findings = try await store.checkWhole().findings
                #expect(findings.contains { $0.text.contains(harm.words) }, "\(harm.sql): \(findings)")
                #expect(monitor.damage(of: .database) != nil)
                #expect(monitor.stopsWrites == harm.stopsWrites, "\(harm.sql)")
                try await store.close()
            }
        }
    }

    @Test func repairRebuildsWhatIsDerived() async throws {
        try await withStore { store in
            try await store.addSamples(40)
            let euros = try #require(Pricing(currency: .eur, priceMinorUnits: 900, discountMinorUnits: 0))
            _ = try await store.add(
                NewProduct(
                    seller: .vendor(Vendor.ID(rawValue: 1)),
                    listing: Listing(name: "책상", description: "", pricing: euros, stock: 1),
                    contact: nil,
                    secretHash: SecretHash(rawValue: "$hash"),
                    images: [],
                    registeredAt: Timestamp(millisecondsSinceEpoch: 1_640_995_200_000)
                )
            )
            try await store.pool.writeWithoutTransaction { database in
                try database.execute(
                    sql: """
                        UPDATE listing_rank SET listed = listed + 7, listed_krw_usd = listed_krw_usd + 5 WHERE level < 3;
                        DELETE FROM listing_rank WHERE level = 3;
                        UPDATE vendor SET product_count = 9, krw_usd_count = 8 WHERE id = 1;
                        UPDATE market_state SET product_count = 70, krw_usd_count = 60;
                        UPDATE product SET category_id = 4 WHERE id < 4;
                        UPDATE category SET product_count = id;
                        INSERT INTO product_search (product_search) VALUES ('delete-all');
                        INSERT INTO product_search_by_amount (product_search_by_amount) VALUES ('delete-all');
                        DELETE FROM search_word;
                        """
                )
            }
            #expect(try await store.checkWhole().findings.count > 5)
            try await store.repair()
            #expect(try await store.checkWhole().findings == [])
            #expect(try await store.pool.read { try $0.miscounts() } == [])
            for (scope, expected) in [(CurrencyScope.all, [Int64](1...41)), (.wonAndDollar, [Int64](1...40))] {
                let page = try await store.page(ProductQuery(order: .oldest, size: 50, currencyScope: scope))
                #expect(page.products.map(\.id.rawValue) == expected)
                #expect(page.totalCount == expected.count)
            }
            let search = ProductSearch("책상", in: .nameAndDescription)
            for order in [ProductQuery.Order.newest, .cheapest] {
                let page = try await store.page(ProductQuery(order: order, search: search))
                #expect(page.products.map(\.id.rawValue) == [41])
            }
        }
    }

    @Test func writesDuringTheWholeCheckAreNotTakenForDamage() async throws {
        try await withStore { store in
            try await store.addSamples(50)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for _ in 1...8 {
                        let findings = try await store.checkWhole().findings
                        #expect(findings == [])
                    }
                }
                for _ in 1...500 { _ = try await store.add(NewProduct.large) }
                try await group.waitForAll()
            }
        }
    }

    /// A step that never ends by itself keeps the log from being truncated until it is interrupted.
    @Test(.timeLimit(.minutes(10)))
    func theWholeCheckGivesWayToWrites() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            try await store.addSamples(1)
            let reader = try InterruptibleReader(
                path: folder + "/market.sqlite",
                settings: ConnectionSettings(),
                executor: BoundedExecutor(name: "check", width: 1),
                pace: CheckPace()
            )
            let (started, continuation) = AsyncStream<Void>.makeStream()
            async let found = reader.check(attempts: 1) { findings in
                _ = try Int.fetchOne(findings.database, sql: "SELECT count(*) FROM product")
                continuation.finish()
                _ = try Int.fetchOne(findings.database, sql: LongReaderTests.endless)
                return []
            }
            for await _ in started {}
            // What is written exceeds the limit, whether the step is interrupted at the limit or after all writes.
            for _ in 1...500 { _ = try await store.add(NewProduct.large) }
            #expect(try await found == nil, "the step was interrupted")
            try await store.writeUntilLogIsTruncated(within: 100)
            reader.close()
            try await store.close()
        }
    }

    /// A check that is cancelled between two statements doesn't run the next one, which may take minutes.
    @Test(.timeLimit(.minutes(10)))
    func aCancelledCheckEnds() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            try await store.close()
            let reader = try InterruptibleReader(
                path: folder + "/market.sqlite",
                settings: ConnectionSettings(),
                executor: BoundedExecutor(name: "check", width: 1),
                pace: CheckPace()
            )
            let (started, continuation) = AsyncStream<Void>.makeStream()
            let isCancelled = DispatchSemaphore(value: 0)
            let check = Task {
                try await reader.check(attempts: 1) { findings in
                    continuation.finish()
                    isCancelled.wait()
                    _ = try Int.fetchOne(findings.database, sql: LongReaderTests.endless)
                    return []
                }
            }
            for await _ in started {}
            check.cancel()
            isCancelled.signal()
            await #expect(throws: (any Error).self) { try await check.value }
            reader.close()
        }
    }

    /// An interrupted step of the check is repeated. Virtual tables report interruptions in other ways than tables.
    @Test(.timeLimit(.minutes(10)))
    func anInterruptedCheckIsNotTakenForDamage() async throws {
        let steps: [(title: String, check: @Sendable (DatabaseFindings) throws -> [DatabaseFinding])] = [
            ("structure", { try $0.structure(isQuick: false) }),
            ("references", { try $0.foreignKeys() }),
            ("counts", { try $0.counts() }),
            ("vendors and idempotency records", { try $0.vendorsAndIdempotencyRecords() }),
            ("search indexes", { try $0.search() }),
        ]
        let executor = BoundedExecutor(name: "check", width: 1)
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            try await store.addSamples(20)
            try await store.close()
            func withReader<Value>(_ body: (inout InterruptibleReader) async throws -> Value) async throws -> Value {
                // A new connection, because virtual tables are most vulnerable when one uses them for the first time.
                var reader = try InterruptibleReader(
                    path: folder + "/market.sqlite",
                    settings: ConnectionSettings(),
                    executor: executor,
                    pace: nil
                )
                defer { reader.close() }
                return try await body(&reader)
            }
            for (title, check) in steps {
                for stage in StatementBreakpoint.Stage.allCases {
                    let whole = StatementBreakpoint(stage, position: .max)
                    let findings = try await withReader { reader in
                        try await reader.read { findings in
                            try whole.stopping(findings.database) { try check(findings) }
                        }
                    }
                    #expect(findings == [], "\(title)")
                    let places = stage == .preparing ? whole.passedCount : min(whole.passedCount, 60)
                    var interruptedCount = 0
                    for place in 0..<places {
                        let breakpoint = StatementBreakpoint(stage, position: whole.passedCount * place / places)
                        let findings = try await withReader { reader in
                            reader.pauseBetweenInterruptions = {
                                breakpoint.recordInterruption()
                                await Task.yield()
                            }
                            return try await reader.check(until: breakpoint.waitUntilReached) { findings in
                                try breakpoint.stopping(findings.database) { try check(findings) }
                            }
                        }
                        #expect(findings == nil || findings == [], "\(title), \(stage) at \(place) of \(places)")
                        if findings == nil { interruptedCount += 1 }
                    }
                    // Only virtual tables notice it while a statement is prepared; and none that is nearly done does.
                    if stage == .executing || title == "references" {
                        #expect(interruptedCount > places / 2, "\(title), \(stage)")
                    }
                }
            }
        }
    }

    // MARK: Support

    private static func wholeDatabase(in folder: String, productCount: Int) async throws -> Data {
        let store = try await SQLiteProductStore(folder: folder)
        try await store.addSamples(productCount)
        // Without unused pages.
        try await store.pool.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
        try await store.close()
        return try Data(contentsOf: URL(filePath: folder + "/market.sqlite"))
    }

    private static func open(
        _ bytes: Data,
        in folder: String,
        _ monitor: IntegrityMonitor
    ) async throws -> SQLiteProductStore {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try bytes.write(to: URL(filePath: folder + "/market.sqlite"))
        // The check is to be completed on a machine of any speed.
        let settings = ConnectionSettings(openingCheckLimit: .seconds(3600))
        return try await SQLiteProductStore(folder: folder, settings: settings, integrity: monitor)
    }
}

extension SQLiteProductStore {
    func addSamples(_ count: Int) async throws {
        _ = try await addVendor(.sample())
        for number in 1...count {
            _ = try await add(.sample(of: 1, description: "Product \(number) is hardly used. 거의 쓰지 않았습니다."))
        }
    }
}
