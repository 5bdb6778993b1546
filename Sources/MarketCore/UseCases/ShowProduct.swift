public import MarketModels

/// The use case of reading a product, and its contact on request.
public struct ShowProduct: Sendable {
    private let store: any ProductStore

    public init(store: any ProductStore) {
        self.store = store
    }

    /// Returns the product and the revision at which it was read.
    public func callAsFunction(_ id: Product.ID) async throws(MarketError) -> (product: Product, revision: Revision) {
        switch try await mappingErrors({ () throws(StoreError) in try await store.product(id) }) {
        case .found(let product, let revision): return (product, revision)
        case .deleted: throw .deletedProduct
        case .unknown: throw .unknownProduct
        }
    }

    /// Returns the product's version, or nil if there is no such product.
    public func version(of id: Product.ID) async throws(MarketError) -> Int64? {
        try await mappingErrors { () throws(StoreError) in try await store.version(of: id) }
    }

    /// Returns the seller's contact, or nil if none was given.
    public func contact(of id: Product.ID) async throws(MarketError) -> String? {
        guard
            let privateData = try await mappingErrors({ () throws(StoreError) in try await store.privateData(of: id) })
        else {
            // Throws `deletedProduct` for a product that existed before.
            _ = try await callAsFunction(id)
            throw .unknownProduct
        }
        return privateData.contact
    }
}
