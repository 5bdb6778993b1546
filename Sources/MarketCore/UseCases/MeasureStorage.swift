public import MarketModels

/// The use case of seeing how much a market has stored. It is measured in the background, at most once an hour and only if
/// somebody looks, who doesn't wait for it.
public actor MeasureStorage {
    private static let interval = Duration.seconds(3600)

    private let store: any StoreLifecycle
    private let images: any ImageStore
    private let clock: any MonotonicClock
    private var latest: (use: StorageUse, measuredAt: Duration)?
    private(set) var measuring: Task<Void, Never>?

    public init(store: any StoreLifecycle, images: any ImageStore, clock: any MonotonicClock) {
        self.store = store
        self.images = images
        self.clock = clock
    }

    /// Returns what was measured last; nil until something is. If that was more than an hour ago, it is measured again.
    public func callAsFunction(for _: OperatorProof) -> StorageUse? {
        if measuring == nil, latest.map({ clock.elapsed - $0.measuredAt >= Self.interval }) ?? true {
            measuring = Task { await measure() }
        }
        return latest?.use
    }

    private func measure() async {
        defer { measuring = nil }
        do {
            let use = StorageUse(database: try await store.storedSize(), images: try await images.storedSize())
            latest = (use, clock.elapsed)
        } catch {
            // What can't be measured now is, when somebody looks again.
        }
    }
}
