import MarketCore
import MarketModels
import Testing

@testable import MarketPostgres

@Suite("Where the images are")
struct RecordedImagesTests {
    @Test func theFirstPlaceStays() async throws {
        let settings = try await newDatabase()
        let (one, other) = (
            try await PostgresProductStore(settings: settings), try await PostgresProductStore(settings: settings)
        )
        #expect(try await one.images() == RecordedImages(place: nil, areUsed: false))
        #expect(try await one.images(recording: "s3://first").place == "s3://first")
        #expect(try await other.images(recording: "s3://second").place == "s3://first")
        let move = try await PostgresMoveStore(settings: settings)
        try await move.setImagePlace("s3://third")
        #expect(try await move.images().place == "s3://third")
        #expect(try await other.images(recording: "s3://second").place == "s3://third")
        try await one.close()
        try await other.close()
    }

    @Test func itIsKnownWhetherProductsHaveImages() async throws {
        let store = try await PostgresProductStore(settings: try await newDatabase())
        let vendor = try await store.sampleVendor()
        _ = try await store.add(try sampleProduct(of: vendor.id, images: [try sampleImage()]))
        #expect(try await store.images().areUsed)
        try await store.close()
    }

    /// A server of the version before goes on beside one that has migrated the database.
    @Test func theMigrationOnlyAdds() async throws {
        let settings = try await newDatabase()
        try SchemaMigration(settings: settings, migrations: Array(MarketSchema.migrations.prefix(3))).run()
        let connection = try PostgresConnection(settings)
        let before = try connection.columns()
        try SchemaMigration(settings: settings).run()
        let after = try connection.columns()
        #expect(after.isSuperset(of: before))
        let history = ["id", "history", "begun_by", "database", "system_identifier"].map { "change_history.\($0)" }
        let others = ["listing_right.browser", "market_state.image_place", "tombstone.is_removed"]
        let states = ["move_state", "search_folding", "search_is_incomplete"].map { "market_state.\($0)" }
        #expect(after.subtracting(before) == Set(others + states + history))
        // What the older version writes at its start.
        try connection.execute(
            "UPDATE market_state SET signing_key = $1 WHERE signing_key IS NULL",
            [String(repeating: "0", count: 64)]
        )
    }
}

extension PostgresConnection {
    fileprivate func columns() throws -> Set<String> {
        var columns: Set<String> = []
        try forEachRow(
            """
            SELECT c.relname || '.' || a.attname FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
            WHERE c.relkind = 'r' AND a.attnum > 0 AND c.relnamespace = 'public'::regnamespace
            """
        ) { row in
            columns.insert(try row.text(0))
            return true
        }
        return columns
    }
}
