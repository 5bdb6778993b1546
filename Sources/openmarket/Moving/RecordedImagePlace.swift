import MarketCommands
import MarketCore
import MarketModels
import MarketPostgres

/// What a database says about the place of its market's images, for commands that run without a server.
struct RecordedImagePlace {
    private let settings: PostgresSettings

    init(address: String) throws(PostgresOpeningError) {
        settings = try PostgresSettings(address: address)
    }

    /// Returns the name of the market, which its folders and buckets have, too.
    func market() async throws -> String {
        try await withStore { store in
            let content = try await store.content()
            guard let name = content.marketName else { throw PostgresOpeningError.empty(name: settings.name) }
            guard content.isCurrent else { throw PostgresOpeningError.madeByOlderVersion(name: settings.name) }
            return name
        }
    }

    /// Returns the place, or nil if no server has recorded it.
    func place() async throws -> ImagePlace? {
        _ = try await market()
        return try await withStore { try await $0.images().place.map(ImagePlace.init(text:)) }
    }

    /// Returns what tells the database from its copies.
    func database() async throws -> String {
        try await withStore { try await $0.place() }
    }

    /// Returns how many images the market shows, and how many of them aren't among those that are present.
    func imageCounts(besides present: Set<ImageName>) async throws -> (all: Int, missing: Int) {
        var counts = (all: 0, missing: 0)
        try await PostgresCheck(settings: settings)
            .forEachBatch { names in
                counts.all += names.count
                counts.missing += names.count { !present.contains($0) }
            }
        return counts
    }

    func set(_ place: ImagePlace) async throws {
        _ = try await market()
        try await withStore { try await $0.setImagePlace(place.text) }
    }

    private func withStore<Value>(_ body: (PostgresMoveStore) async throws -> Value) async throws -> Value {
        do {
            return try await body(try await PostgresMoveStore(settings: settings))
        } catch let error as MarketError {
            throw CommandFailure(
                "Where the market's pictures are can't be read from the database: \(error.explanation)."
            )
        }
    }
}
