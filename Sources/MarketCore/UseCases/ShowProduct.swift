public import MarketModels

/// Shows one product, and its contact to whoever asks for that.
public struct ShowProduct: Sendable {
    private let store: any ProductStore

    public init(store: any ProductStore) {
        self.store = store
    }

    /// - Returns: the product and the revision at which it was read.
    public func callAsFunction(_ id: Product.ID) async throws(MarketError) -> (product: Product, revision: Revision) {
        switch try await asking({ () throws(StoreError) in try await store.product(id) }) {
        case .found(let product, let revision): return (product, revision)
        case .withdrawn: throw .withdrawnProduct
        case .unknown: throw .unknownProduct
        }
    }

    /// The product's version, or nil if there is no such product.
    public func version(of id: Product.ID) async throws(MarketError) -> Int64? {
        try await asking { () throws(StoreError) in try await store.version(of: id) }
    }

    /// What the seller gave as contact, or nil if nothing was given.
    public func contact(of id: Product.ID) async throws(MarketError) -> String? {
        guard let facts = try await asking({ () throws(StoreError) in try await store.privateFacts(of: id) }) else {
            // Tells a withdrawn product from one that never was.
            _ = try await callAsFunction(id)
            throw .unknownProduct
        }
        return facts.contact
    }
}
