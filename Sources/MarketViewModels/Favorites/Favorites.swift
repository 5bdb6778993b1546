public import MarketAPI
public import MarketModels
import MarketTexts
public import Observation

/// The user's favorites, shared by all screens so that a change shows everywhere.
///
/// Changes show at once and are then stored. If that fails, they last until the app ends, and ``message`` says so once.
@Observable
@MainActor
public final class Favorites {
    /// The state of reading the stored favorites.
    public enum State: Hashable, Sendable {
        /// Nothing has been read.
        case idle
        /// The favorites are being read.
        case loading
        /// The favorites are known.
        case loaded
        /// The favorites can't be read. ``Favorites/load()`` tries again.
        case failed
    }

    /// The state of reading the stored favorites.
    public private(set) var state = State.idle
    /// The favorites, newest first; at most ``FileProductStore/Purpose/maximumCount``.
    public private(set) var saved: [SavedProduct] = []
    /// A message to show until ``dismissMessage()`` is called, or nil if there is none: there are too many favorites, or
    /// they can't be stored.
    public private(set) var message: String?

    private var ids: Set<Product.ID> = []
    private let store: FileProductStore
    private let texts: AppTexts
    private let now: @Sendable () -> Timestamp
    @ObservationIgnored private var hasReportedFailure = false
    @ObservationIgnored private var reading: Task<Void, Never>?
    @ObservationIgnored private var lastAccess: Task<Void, Never>?

    /// Creates favorites.
    ///
    /// - Parameter now: Returns the current time.
    public init(
        store: FileProductStore,
        language: Language,
        now: @escaping @Sendable () -> Timestamp = { AppDependencies.currentMoment }
    ) {
        self.store = store
        self.now = now
        texts = AppTexts(language: language)
    }

    /// Returns whether a product is a favorite; false until the favorites are read.
    public func contains(_ id: Product.ID) -> Bool { ids.contains(id) }

    /// Reads the favorites when the app starts, and again after a failure.
    public func load() async {
        if state == .loaded { return }
        let task = reading ?? Task { await read() }
        reading = task
        await task.value
    }

    private func read() async {
        state = .loading
        do throws(DeviceStoreError) {
            let stored = try await store.products()
            let known = Set(stored.map(\.id))
            // What was added while they couldn't be read.
            set(saved.filter { !known.contains($0.id) } + stored)
            state = .loaded
        } catch {
            state = .failed
        }
        reading = nil
    }

    /// Adds a product, or removes it if it is a favorite.
    ///
    /// - Parameter product: The product as it is shown now.
    public func toggle(_ product: ListedProduct) async {
        await load()
        guard !contains(product.id) else { return await remove(product.id) }
        let maximum = FileProductStore.Purpose.favorites.maximumCount
        guard saved.count < maximum else {
            message = texts.favoriteLimit(maximum)
            return
        }
        let favorite = SavedProduct(product, savedAt: now())
        set([favorite] + saved)
        await access { store throws(DeviceStoreError) in try await store.save(favorite) }
    }

    /// Removes a product, if it is a favorite.
    public func remove(_ id: Product.ID) async {
        await load()
        guard contains(id) else { return }
        set(saved.filter { $0.id != id })
        await access { store throws(DeviceStoreError) in try await store.remove(id) }
    }

    /// Hides ``message``.
    public func dismissMessage() {
        message = nil
    }

    private func set(_ favorites: [SavedProduct]) {
        saved = favorites.sorted(by: SavedProduct.isBefore)
        ids = Set(saved.map(\.id))
    }

    /// Changes the store after all earlier changes: two taps must not overtake each other.
    private func access(
        _ change: @escaping @Sendable (FileProductStore) async throws(DeviceStoreError) -> Void
    ) async {
        let previous = lastAccess
        let task = Task {
            await previous?.value
            do throws(DeviceStoreError) {
                try await change(store)
            } catch {
                guard !hasReportedFailure else { return }
                hasReportedFailure = true
                message = texts[.favoritesNotSaved]
            }
        }
        lastAccess = task
        await task.value
    }
}
