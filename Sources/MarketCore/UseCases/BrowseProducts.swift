public import MarketModels

/// Shows lists.
public struct BrowseProducts: Sendable {
    private let store: any ProductStore

    public init(store: any ProductStore) {
        self.store = store
    }

    public func callAsFunction(_ query: ProductQuery) async throws(MarketError) -> ProductPage {
        try await asking { () throws(StoreError) in try await store.page(query) }
    }
}
