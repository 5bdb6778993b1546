import Foundation
import MarketCore
import MarketModels
import MarketSQLite
import ProductStoreContract
import SharedPortContract
import TestClusters
import TestMarkets
import Testing

@testable import MarketPostgres

@Suite("Moving a market")
struct MoveTests {
    /// These want the revision of before after a restart. A move makes it a later one, because it names other bytes.
    private static let revisionChecks: Set = [
        "theRevisionMovesWithWhatAGetShows", "aFailedWriteLeavesNothingBehind", "aRightIsKeptUntilItIsRevoked",
    ]

    /// A check that closes its store and opens it again finds the market in PostgreSQL then. The others would only see SQLite.
    @Test(arguments: ContractCheck.all.filter { $0.reopens && !revisionChecks.contains($0.name) })
    func contractHoldsAfterAMove(_ check: ContractCheck) async throws {
        try await withTemporaryFolder { folder in
            let market = MovingMarket(folder: folder)
            try await check.run { try await market.open() }
        }
    }

    @Test func whatChangesMeanwhileIsCopiedByTheNextPass() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            let vendor = try await store.sampleVendor("first")
            var products: [Product] = []
            // More than one part.
            for number in 1...1100 {
                products.append(try await store.add(try product(of: vendor.id, "Chair \(number)")))
            }
            let settings = try await newDatabase()
            let destination = try await PostgresMoveStore(settings: settings)
            try await destination.prepareForCopying()
            let source = try SQLiteMoveSource(folder: folder)
            let move = MarketMove(from: source, to: destination)
            #expect(try await move.pass().replacedCount > 1100)
            try await destination.deriveRest { _ in }
            #expect(try await move.pass().replacedCount == 0)

            _ = try await store.delete(products[0].id, at: moment)
            _ = try await store.setSecretHash(SecretHash(rawValue: "$other"), of: products[1].id)
            let hiding = LifecycleEdit(
                id: products[2].id,
                expectedVersion: 1,
                lifecycle: ListingLifecycle(state: .hidden),
                changedAt: moment
            )
            _ = try await store.replaceLifecycle(hiding)
            let other = try await store.sampleVendor("second")
            let added = try await store.add(try product(of: other.id, "Table"))
            // Two changed products, a new one, a new vendor, the tombstone, and the picture to be removed.
            let outcome = try await move.pass()
            #expect(outcome.replacedCount == 6)
            try await destination.deriveRest { _ in }
            try await move.complete(outcome)
            try await destination.finishCopying()
            source.close()

            let moved = try await PostgresProductStore(settings: settings)
            #expect(try await moved.product(products[0].id) == .deleted(isRemoved: false))
            let released = try await store.releasedImages(after: 0, limit: 10)
            #expect(try await moved.releasedImages(after: 0, limit: 10) == released && released.count == 1)
            #expect(try await moved.secretHash(of: products[1].id)?.rawValue == "$other")
            let lists = [ProductQuery(), ProductQuery(order: .mostExpensive, vendor: vendor.id), try search("chair")]
            for query in lists + [try search("table"), ProductQuery(window: .page(40))] {
                let (wanted, found) = (try await store.page(query), try await moved.page(query))
                #expect(found.products == wanted.products)
                #expect(found.totalCount == wanted.totalCount)
            }
            #expect(moved.revision > store.revision)
            #expect(try await moved.add(try product(of: vendor.id, "Lamp")).id.rawValue == added.id.rawValue + 1)
            try await moved.close()
            try await store.close()
        }
    }

    @Test func productOfAVendorWhoCameDuringThePassIsCopied() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            let settings = try await newDatabase()
            let destination = try await PostgresMoveStore(settings: settings)
            try await destination.prepareForCopying()
            let source = try SQLiteMoveSource(folder: folder)
            let late = LateVendor(source: source) {
                let vendor = try await store.sampleVendor("late")
                _ = try await store.add(try product(of: vendor.id, "Chair"))
            }
            let move = MarketMove(from: late, to: destination)
            let outcome = try await move.pass()
            #expect(outcome.sums[.vendor]?.rowCount == 1)
            #expect(try await destination.productCount() == 1)
            source.close()
            try await store.close()
        }
    }

    @Test func copyThatDiffersIsNoticed() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            let vendor = try await store.sampleVendor("seller")
            _ = try await store.add(try product(of: vendor.id, "Chair"))
            try await store.close()
            let source = try SQLiteMoveSource(folder: folder)
            let settings = try await newDatabase()
            let destination = try await PostgresMoveStore(settings: settings)
            try await destination.prepareForCopying()
            let move = MarketMove(from: source, to: destination)
            let outcome = try await move.pass()
            try PostgresConnection(settings)
                .execute("UPDATE product_detail SET secret_hash = secret_hash || '='")
            let failure = await #expect(throws: MarketMove.Failure.self) { try await move.complete(outcome) }
            guard case .differs(.productDetail) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
        }
    }

    @Test func serversRefuseAMarketThatIsOnItsWay() async throws {
        let settings = try await newDatabase()
        let destination = try await PostgresMoveStore(settings: settings)
        try await destination.prepareForCopying()
        await #expect(throws: PostgresOpeningError.moveIsUnfinished(name: settings.name)) {
            try await PostgresProductStore(settings: settings)
        }
        try await destination.finishCopying()
        try await PostgresProductStore(settings: settings).close()
    }

    private func search(_ text: String) throws -> ProductQuery {
        let search = try #require(ProductSearch(text, in: .nameAndDescription))
        return ProductQuery(search: search)
    }
}

/// What the tests call when they give no settings.
extension SQLiteProductStore {
    fileprivate convenience init(folder: String) async throws(StoreOpeningError) {
        try await self.init(folder: folder, settings: .patient)
    }
}

@Suite("What servers share, after a move")
struct MovedPortTests {
    /// The address of an empty market that has been moved.
    private static let movedMarket = Task {
        try await withTemporaryFolder { folder in
            let market = MovingMarket(folder: folder)
            _ = try await market.open().close()
            let store = try #require(try await market.open() as? PostgresProductStore)
            let name = try await store.pool.withConnection { connection in
                try connection.firstRow("SELECT current_database()") { try $0.text(0) }
            }
            try await store.close()
            return try await TestCluster.shared().address(of: #require(name))
        }
    }

    /// The unlogged tables aren't moved, and are there.
    @Test(arguments: SharedPortCheck.all)
    func keepTheContract(_ check: SharedPortCheck) async throws {
        let address = try await TestCluster.shared().copy(of: Self.movedMarket.value)
        let store = try await PostgresProductStore(settings: settingsWithLongTimeouts(address))
        try await check.run { PostgresPorts(store: store, clock: $0) }
        try await store.close()
    }

    /// A repeated request is answered with what was listed before the move, by whichever server it reaches.
    @Test func keyOfBeforeTheMoveListsNothingMore() async throws {
        try await withTemporaryFolder { folder in
            let market = MovingMarket(folder: folder)
            let before = try await market.open()
            let vendor = try await before.sampleVendor("seller")
            let key = try #require(IdempotencyKey("key", of: nil))
            let fingerprint = RequestFingerprint(rawValue: "print")
            let record = NewIdempotencyRecord(key: key, fingerprint: fingerprint, createdAt: moment)
            let product = try sampleProduct(of: vendor.id, record: record)
            let listed = try await before.add(product)
            try await before.close()
            let first = try #require(try await market.open() as? PostgresProductStore)
            let second = try await PostgresProductStore(settings: first.settings)
            for store in [first, second] {
                #expect(try await store.idempotencyRecord(for: key, since: moment)?.product == listed)
                await #expect(throws: MarketError.self) { try await store.add(product) }
                let hold = try #require(try await PostgresPorts(store: store).requestsInFlight.begin(key))
                await PostgresPorts(store: store).requestsInFlight.end(hold)
            }
            #expect(try await second.page(ProductQuery()).totalCount == 1)
            try await first.close()
            try await second.close()
        }
    }
}

/// A market that moves to PostgreSQL when it is opened again.
private actor MovingMarket {
    private enum Place {
        case folder(String)
        case database(PostgresSettings)
    }

    private let folder: String
    private var places: [Place] = []

    init(folder: String) {
        self.folder = folder
    }

    func open() async throws -> any ProductStore {
        guard let place = places.last else {
            places = [.folder(folder + "/0")]
            return try await SQLiteProductStore(folder: folder + "/0")
        }
        switch place {
        case .folder(let folder):
            let settings = try await newMarket()
            places.append(.database(settings))
            let source = try SQLiteMoveSource(folder: folder)
            let destination = try await PostgresMoveStore(settings: settings)
            try await destination.prepareForCopying()
            try await move(from: source, to: destination)
            try await destination.finishCopying()
            source.close()
            return try await PostgresProductStore(settings: settings)
        case .database(let settings): return try await PostgresProductStore(settings: settings)
        }
    }

    private func move(from source: any MoveStore, to destination: any MoveDestination) async throws {
        let move = MarketMove(from: source, to: destination)
        let outcome = try await move.pass()
        try await destination.deriveRest { _ in }
        try await move.complete(outcome)
    }
}

/// A source to which somebody adds something between the reading of vendors and that of products.
private struct LateVendor: MoveStore {
    let source: SQLiteMoveSource
    let add: @Sendable () async throws -> Void

    func productCount() async throws(MarketError) -> Int { try await source.productCount() }
    func state() async throws(MarketError) -> MoveState { try await source.state() }

    func part(of group: MoveGroup, after key: MoveKey?, limit: Int) async throws(MarketError) -> MovePart {
        if group == .products {
            do { try await add() } catch { throw .unavailable(reason: "\(error)") }
        }
        return try await source.part(of: group, after: key, limit: limit)
    }

    func part(of group: MoveGroup, in range: MoveRange) async throws(MarketError) -> MovePart {
        try await source.part(of: group, in: range)
    }
}

private func product(of vendor: Vendor.ID, _ name: String) throws -> NewProduct {
    NewProduct(
        seller: .vendor(vendor),
        listing: try sampleListing(name),
        contact: nil,
        secretHash: secretHash,
        images: [try sampleImage()],
        registeredAt: moment
    )
}

extension ProductStore {
    fileprivate func sampleVendor(_ identifier: String) async throws -> Vendor {
        let identifier = try #require(VendorIdentifier(identifier))
        return try #require(try await addVendor(NewVendor(identifier: identifier, name: nil, createdAt: moment)))
    }
}

/// Creates a temporary folder, and deletes it with its contents when the body ends.
private func withTemporaryFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "market-move-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}
