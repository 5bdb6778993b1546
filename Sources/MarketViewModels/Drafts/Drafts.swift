import MarketModels

/// The unfinished forms of the user on this device: where they are stored, and the clock by which they are saved.
public struct Drafts: Sendable {
    @MainActor
    private final class Orders {
        var listing = DraftOrder()
        var edits: [Product.ID: DraftOrder] = [:]

        nonisolated init() {}
    }

    let store: FileDraftStore
    private let orders = Orders()
    let now: @Sendable () -> Timestamp
    let sleep: @Sendable (Duration) async throws -> Void

    /// Creates drafts.
    public init(store: FileDraftStore, dependencies: AppDependencies) {
        self.store = store
        now = dependencies.now
        sleep = dependencies.sleep
    }

    /// Follows a change that this app has made: nothing can come of an unfinished edit of a deleted product.
    public func apply(_ change: ProductChange) async {
        if case .deleted(let id) = change { try? await store.removeEdit(of: id) }
    }

    /// Returns a session for the form of a new listing.
    @MainActor
    func listing() -> DraftSession<ListingDraft> {
        DraftSession(
            DraftSession.Slot(
                order: orders.listing,
                read: { [store] () async throws(DeviceStoreError) in try await store.listing() },
                save: { [store] draft throws(DeviceStoreError) in try await store.save(draft) },
                remove: { [store] () async throws(DeviceStoreError) in try await store.removeListing() }
            ),
            sleep: sleep
        )
    }

    /// Returns a session for the edit of a product.
    @MainActor
    func edit(of id: Product.ID) -> DraftSession<EditDraft> {
        let order = orders.edits[id] ?? DraftOrder()
        orders.edits[id] = order
        return DraftSession(
            DraftSession.Slot(
                order: order,
                read: { [store] () async throws(DeviceStoreError) in try await store.edit(of: id) },
                save: { [store] draft throws(DeviceStoreError) in try await store.save(draft) },
                remove: { [store] () async throws(DeviceStoreError) in try await store.removeEdit(of: id) }
            ),
            sleep: sleep
        )
    }
}
