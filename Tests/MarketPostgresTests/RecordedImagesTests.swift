import MarketCore
import MarketModels
import Testing

@testable import MarketPostgres

@Suite("Where the images are")
struct RecordedImagesTests {
    @Test func theFirstPlaceStays() async throws {
        let settings = try await newMarket()
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
        let store = try await PostgresProductStore(settings: try await newMarket())
        let vendor = try await store.sampleVendor()
        _ = try await store.add(try sampleProduct(of: vendor.id, images: [try sampleImage()]))
        #expect(try await store.images().areUsed)
        try await store.close()
    }
}
