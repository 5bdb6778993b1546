public import MarketModels

/// Changes a product.
public struct EditProduct: Sendable {
    /// How often an edit that names no version begins anew because somebody else was faster.
    static let maximumRetries = 16

    private let store: any ProductStore
    private let checkSecret: CheckSecret
    private let clock: any WallClock

    public init(store: any ProductStore, checkSecret: CheckSecret, clock: any WallClock) {
        self.store = store
        self.checkSecret = checkSecret
        self.clock = clock
    }

    /// Checks the secret, then the product as the patch would leave it, as a whole. An empty patch is only a check of
    /// the secret.
    ///
    /// - Parameters:
    ///   - problems: what was found wrong while the patch was read.
    ///   - expectedVersions: the versions that the writer has seen; nil edits whatever is there, field by field.
    public func callAsFunction(
        _ patch: ProductPatch,
        problems: [ListingProblem] = [],
        to id: Product.ID,
        secret: String?,
        expectedVersions: Set<Int64>? = nil,
        from source: String
    ) async throws(MarketError) -> Product {
        try await checkSecret(secret, of: id, from: source)
        for _ in 0..<Self.maximumRetries {
            let product = try await current(id)
            if let expectedVersions, !expectedVersions.contains(product.version) { throw .versionConflict(product) }
            let edit = try edit(of: product, by: patch, problems: problems)
            if patch.isEmpty { return product }
            switch try await asking({ () throws(StoreError) in try await store.replace(edit) }) {
            case .saved(let product, _): return product
            case .conflict(let newer) where expectedVersions != nil: throw .versionConflict(newer)
            case .conflict: continue
            case .gone: throw .withdrawnProduct
            }
        }
        throw .busy
    }

    private func current(_ id: Product.ID) async throws(MarketError) -> Product {
        switch try await asking({ () throws(StoreError) in try await store.product(id) }) {
        case .found(let product, _): return product
        case .withdrawn: throw .withdrawnProduct
        case .unknown: throw .unknownProduct
        }
    }

    private func edit(
        of product: Product,
        by patch: ProductPatch,
        problems: [ListingProblem]
    ) throws(MarketError) -> ProductEdit {
        var found: [ListingProblem] = []
        var listing = product.listing
        do {
            listing = try ListingRules.apply(patch, to: product.listing, after: problems)
        } catch {
            found += error.all
        }
        if let thumbnail = patch.thumbnail, !product.pictures.contains(where: { $0.id == thumbnail }) {
            found.append(ListingProblem(.thumbnail, .unknownPicture))
        }
        if let problems = ListingProblems(found) { throw .invalid(problems) }
        return ProductEdit(
            id: product.id,
            expectedVersion: product.version,
            listing: listing,
            contact: patch.contact.map { .set($0.isEmpty ? nil : $0) } ?? .unchanged,
            thumbnail: patch.thumbnail,
            updatedAt: clock.now
        )
    }
}
