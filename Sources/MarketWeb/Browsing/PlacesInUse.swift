import MarketCore
import MarketModels
import MarketServer

/// The places of most products, for suggestions. They are read again after a change, but of many products only once a minute.
actor PlacesInUse {
    private static let limit = 40
    /// The number of products with places from which on reading them takes more than some milliseconds.
    private static let many = 10_000
    private static let interval = Duration.seconds(60)

    private let store: any ProductStore
    private var latest: (places: [PlaceCount], revision: Revision, readAt: ContinuousClock.Instant)?

    init(store: any ProductStore) {
        self.store = store
    }

    func callAsFunction() async throws -> [PlaceCount] {
        let revision = store.revision
        if let latest {
            let isMuch = latest.places.reduce(0) { $0 + $1.count } >= Self.many
            if latest.revision >= revision || (isMuch && ContinuousClock.now - latest.readAt < Self.interval) {
                return latest.places
            }
        }
        // Meanwhile others get what is known.
        latest?.readAt = .now
        let places = try await store.placeCounts(limit: Self.limit)
        latest = (places, revision, .now)
        return places
    }
}
