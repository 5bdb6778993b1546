public import MarketModels

/// A writer of products. A write is durable when it returns.
public protocol ProductWriting: Sendable {
    /// Stores a new product, with a new id that is greater than every id assigned before, together with its
    /// idempotency record.
    ///
    /// - Throws: ``MarketError/requestInFlight`` if another request has listed a product with the key of the record in the
    ///   meantime. Then nothing is stored.
    func add(_ product: NewProduct) async throws(MarketError) -> Product

    /// Stores the result of an edit if the product still has the version that the edit started from. If it lowers the sale
    /// price, the product gets the reduction that ``PriceHistory`` tells.
    func replace(_ edit: ProductEdit) async throws(MarketError) -> EditOutcome

    /// Deletes a product, its image rows and its tokens, and leaves a tombstone.
    ///
    /// - Parameter erasure: that the operator erases it, which is logged; nil for its seller.
    /// - Returns: the product as it was, or nil if there is no such product.
    func delete(_ id: Product.ID, _ erasure: ProductErasure?, at now: Timestamp) async throws(MarketError) -> Product?
}

extension ProductWriting {
    /// Deletes a product for its seller.
    package func delete(_ id: Product.ID, at now: Timestamp) async throws(MarketError) -> Product? {
        try await delete(id, nil, at: now)
    }
}
