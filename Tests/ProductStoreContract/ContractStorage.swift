import MarketCore

/// The storage of one check, which opens and reopens the store.
actor ContractStorage {
    private let open: @Sendable () async throws -> any ProductStore
    private var opened: (any ProductStore)?

    init(open: @escaping @Sendable () async throws -> any ProductStore) {
        self.open = open
    }

    /// Returns the store, opening it if necessary.
    func store() async throws -> any ProductStore {
        if let opened { return opened }
        let store = try await open()
        opened = store
        return store
    }

    /// Closes the store and opens it again, as a restart does.
    func reopened() async throws -> any ProductStore {
        try await close()
        return try await store()
    }

    /// Inspects the store as it is, and once more after a restart.
    nonisolated func nowAndAfterRestart(_ look: (any ProductStore) async throws -> Void) async throws {
        try await look(store())
        try await look(reopened())
    }

    func close() async throws {
        let store = opened
        opened = nil
        try await store?.close()
    }
}
