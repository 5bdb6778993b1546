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

    /// Stores a change of a listing's state if the product still has the version that the change started from. The
    /// version is raised.
    func replaceLifecycle(_ edit: LifecycleEdit) async throws(MarketError) -> EditOutcome

    /// Changes the states of products that are due (``ListingLifecycle/advanced(to:by:)``), and ends the reductions of
    /// prices that have been shown for ``PriceReduction/shownDays``, in one commit. Both raise the product's version.
    ///
    /// - Parameter limit: the maximum number of products to change.
    /// - Returns: the number of products that were changed; fewer than `limit` when nothing more is due.
    func advanceLifecycles(
        to now: Timestamp,
        by rules: LifecycleRules,
        limit: Int
    ) async throws(MarketError) -> Int

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
