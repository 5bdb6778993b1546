import MarketCore
import MarketModels
import TestClusters
import TestMarkets
import Testing

@testable import MarketPostgres

/// The start of the year 2022 in UTC.
let moment = Timestamp(millisecondsSinceEpoch: 1_640_995_200_000)

let secretHash = SecretHash(rawValue: "$hash")

/// Returns the settings of a new, empty database, for tests of how a market gets its tables.
func newDatabase() async throws -> PostgresSettings {
    try settingsWithLongTimeouts(await TestCluster.shared().database())
}

/// Returns the settings of a new, empty market.
func newMarket() async throws -> PostgresSettings {
    try settingsWithLongTimeouts(await newMarketInPostgres())
}

/// Passes two stores of one market, as two processes have it.
///
/// - Parameters:
///   - first: the settings of the first one; nil for those of a new market.
///   - second: the settings of the second one, if they differ.
func withStores(
    _ first: PostgresSettings? = nil,
    second: PostgresSettings? = nil,
    _ body: (PostgresProductStore, PostgresProductStore) async throws -> Void
) async throws {
    let settings = if let first { first } else { try await newMarket() }
    let first = try await PostgresProductStore(settings: settings)
    let second = try await PostgresProductStore(settings: second ?? settings)
    do { try await body(first, second) } catch { Issue.record(error) }
    try await first.close()
    try await second.close()
}

func sampleImage(_ digit: Character = "1") throws -> NewImage {
    NewImage(name: try #require(ImageName(String(repeating: digit, count: 40))), width: 640, height: 480)
}

func sampleProduct(
    of vendor: Vendor.ID,
    images: [NewImage] = [],
    record: NewIdempotencyRecord? = nil
) throws -> NewProduct {
    NewProduct(
        seller: .vendor(vendor),
        listing: try sampleListing(),
        contact: nil,
        secretHash: secretHash,
        images: images,
        registeredAt: moment,
        idempotencyRecord: record
    )
}

func sampleListing(_ name: String = "Chair", stock: Int64 = 1) throws -> Listing {
    let pricing = try #require(Pricing(currency: .krw, priceMinorUnits: 1000, discountMinorUnits: 0))
    return Listing(name: name, description: "Sits well.", pricing: pricing, stock: stock)
}

extension PostgresProductStore {
    func sampleVendor() async throws -> Vendor {
        let identifier = try #require(VendorIdentifier("seller"))
        return try #require(try await addVendor(NewVendor(identifier: identifier, name: nil, createdAt: moment)))
    }

    func sampleProduct(images: [NewImage] = []) async throws -> Product {
        try await add(MarketPostgresTests.sampleProduct(of: sampleVendor().id, images: images))
    }
}

extension PostgresConnection {
    /// Whether a statement waits for an advisory lock in this database. The view lists those of the whole cluster, which
    /// other tests use at the same time.
    func isAdvisoryLockAwaited() throws -> Bool {
        try firstRow(
            """
            SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """
        ) { _ in } != nil
    }

    /// The number of statements that wait for a lock in this database.
    func waitingCount() throws -> Int64 {
        try firstRow(
            """
            SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            """
        ) { try $0.count(0) } ?? 0
    }
}
