public import MarketModels

/// Asks the parts of the market whether they work.
public struct CheckHealth: Sendable {
    /// What was found.
    public struct Health: Hashable, Sendable {
        /// Why the database does not answer; nil if it does. For logs.
        public let databaseFailure: String?
        /// Why pictures can't be stored; nil if they can. For logs.
        public let imagesFailure: String?
        public let revision: Revision

        public var isWell: Bool { databaseFailure == nil && imagesFailure == nil }
    }

    private let store: any ProductStore
    private let images: any ImageStore

    public init(store: any ProductStore, images: any ImageStore) {
        self.store = store
        self.images = images
    }

    public func callAsFunction() async -> Health {
        async let databaseFailure = failure { () throws(StoreError) in try await store.check() }
        async let imagesFailure = failure { () throws(StoreError) in try await images.check() }
        return await Health(
            databaseFailure: databaseFailure,
            imagesFailure: imagesFailure,
            revision: store.revision
        )
    }

    private func failure(of check: @Sendable () async throws(StoreError) -> Void) async -> String? {
        do {
            try await check()
            return nil
        } catch {
            return "\(error)"
        }
    }
}
