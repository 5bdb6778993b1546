public import MarketModels

/// The use case of reading a product, and its contact on request.
public struct ShowProduct: Sendable {
    private let store: any ProductReading

    public init(store: any ProductReading) {
        self.store = store
    }

    /// Returns a product that everybody may see, and the revision at which it was read. Hidden and expired products are
    /// as if they had been deleted.
    public func callAsFunction(_ id: Product.ID) async throws(MarketError) -> (product: Product, revision: Revision) {
        let found = try await inAnyState(id)
        guard found.product.state.isPublic else { throw .deletedProduct }
        return found
    }

    /// Returns a product in any state. Hidden and expired ones must only be shown to their seller.
    public func inAnyState(
        _ id: Product.ID
    ) async throws(MarketError) -> (product: Product, revision: Revision) {
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
    ///
    /// - Throws: ``MarketError/contactWithheld(_:)`` while the product is reserved or sold.
    public func contact(of id: Product.ID) async throws(MarketError) -> String? {
        let (product, _) = try await self(id)
        guard product.state.showsContact else { throw .contactWithheld(product.state.kind) }
        return try await storedContact(of: id)
    }

    /// Returns whether people can ask for a product's contact.
    public func hasContact(_ product: Product) async throws(MarketError) -> Bool {
        guard product.state.showsContact else { return false }
        return try await storedContact(of: product.id) != nil
    }

    /// Returns the private note about the reservation of a product, for the seller; nil if there is none.
    public func reservationNote(of id: Product.ID) async throws(MarketError) -> String? {
        try await mappingErrors { () throws(StoreError) in try await store.privateData(of: id) }?.reservationNote
    }

    /// Returns the contact whatever the state is, for the seller.
    public func storedContact(of id: Product.ID) async throws(MarketError) -> String? {
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
