public import MarketModels

/// The use case of reading a product, and its contact on request.
public struct ShowProduct: Sendable {
    private let store: any ProductStore

    public init(store: any ProductStore) {
        self.store = store
    }

    /// Returns a product that everybody may see, and the revision at which it was read, or an earlier one. Hidden and expired products
    /// are as if they had been deleted.
    public func callAsFunction(_ id: Product.ID) async throws(MarketError) -> (product: Product, revision: Revision) {
        let found = try await store.product(id)
        guard case .found(let product, let revision) = found else { throw found.absence(of: id) }
        return (product, revision)
    }

    /// Returns a product that everybody may see if the store can read it without waiting; nil otherwise.
    public func withoutWaiting(_ id: Product.ID) -> (product: Product, revision: Revision)? {
        store.productWithoutWaiting(id)
    }

    /// Returns a product in any state, with what only its seller sees.
    public func callAsFunction(_ proof: SellerProof) async throws(MarketError) -> SellerProduct {
        try await store.current(proof)
    }

    /// Returns a product that everybody may see, or nil while only its seller may, for pages that ask for its password.
    ///
    /// - Throws: an error if there is no such product.
    public func shown(_ id: Product.ID) async throws(MarketError) -> Product? {
        switch try await store.product(id) {
        case .found(let product, _): return product
        case .withheld: return nil
        case .deleted(let isRemoved): throw isRemoved ? .removedProduct : .deletedProduct
        case .unknown: throw .unknownProduct
        }
    }

    /// Returns the contact that everybody may ask for, or nil if none was given.
    ///
    /// - Throws: ``MarketError/contactWithheld(_:)`` while the product is reserved or sold.
    public func contact(of id: Product.ID) async throws(MarketError) -> String? {
        let (product, _) = try await self(id)
        guard product.state.showsContact else { throw .contactWithheld(product.state.kind) }
        return try await store.shownContact(of: id)
    }

    /// Returns whether people can ask for a product's contact.
    public func hasContact(_ product: Product) async throws(MarketError) -> Bool {
        guard product.state.showsContact else { return false }
        return try await store.shownContact(of: product.id) != nil
    }
}
