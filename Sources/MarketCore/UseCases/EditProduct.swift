public import MarketModels

/// The use case of editing a product.
public struct EditProduct: Sendable {
    public enum ImageChange: Hashable, Sendable {
        case none
        /// The existing images to keep, in order (nil keeps all), followed by new ones.
        case keep([ProductImage.ID]?, adding: [UploadedImage])
        /// All images in order, from any source. `images` are those that ``ProductImageSource/upload(_:)`` refers to.
        case arrange([ProductImageSource], images: [UploadedImage])
    }

    public enum Authority: Sendable {
        case secret(String?)
        /// The secret was presented earlier.
        case proof(SellerProof)
    }

    /// A parsed edit request.
    public struct Request: Sendable {
        public let patch: ProductPatch
        public let authority: Authority
        public let images: ImageChange
        /// The number of images that the product may have afterwards, checked if the images are changed.
        public let imageCount: ClosedRange<Int>
        /// The problems found while parsing.
        public let problems: [ListingProblem]
        /// Whether the client was sent prices in whole units, so that the same ones mean no change.
        public let hasWholePrices: Bool
        /// Whether the request is one of `items`, which takes more currencies.
        public let isOfItems: Bool
        /// Whether the product is as the client expects it, or nil to edit any version, field by field.
        public let isExpected: (@Sendable (Product) -> Bool)?

        public init(
            patch: ProductPatch,
            authority: Authority,
            images: ImageChange = .none,
            imageCount: ClosedRange<Int> = ListingRules.imageCount,
            problems: [ListingProblem] = [],
            hasWholePrices: Bool = false,
            isOfItems: Bool = false,
            isExpected: (@Sendable (Product) -> Bool)? = nil
        ) {
            self.patch = patch
            self.authority = authority
            self.images = images
            self.imageCount = imageCount
            self.problems = problems
            self.hasWholePrices = hasWholePrices
            self.isOfItems = isOfItems
            self.isExpected = isExpected
        }

        /// Whether the request changes nothing. It is only a check of the secret then.
        public var isEmpty: Bool { patch.isEmpty && images == .none }
    }

    /// The maximum number of attempts of an edit that names no version, while other requests keep changing the product.
    static let maximumRetries = 16

    let store: any ProductStore
    let images: ImageLifecycle
    let authenticator: SellerAuthenticator
    let clock: any WallClock
    let policy: ListingPolicy

    /// Checks the secret, validates the resulting product as a whole, and stores it.
    ///
    /// - Parameter source: the network address of the client. Wrong secrets are counted per source.
    public func callAsFunction(
        _ request: Request,
        to id: Product.ID,
        from source: ClientAddress
    ) async throws(MarketError) -> Product {
        let proof = try await proof(request.authority, for: id, from: source)
        var lease: ImageLifecycle.Lease?
        do throws(MarketError) {
            for _ in 0..<Self.maximumRetries {
                let own = try await store.current(proof)
                let product = own.product
                if let isExpected = request.isExpected, !isExpected(product) {
                    throw .versionConflict(product)
                }
                let plan = try EditPlan(
                    of: own,
                    by: request,
                    under: policy.forRequest(isOfItems: request.isOfItems, currency: store.profile.currency),
                    categories: store.categories
                )
                if request.isEmpty { return product }
                // With its password, a listing would become the next scam.
                if product.vendor.isBlocked { throw .vendorBlocked }
                if own.lock != nil { throw .lifecycle(.locked) }
                // Images are processed once, and only after everything else has been validated.
                if lease == nil, !plan.newImages.isEmpty {
                    lease = try await images.save(plan.newImages, for: source)
                }
                let edit = plan.edit(
                    adding: lease?.images ?? [],
                    at: clock.now,
                    by: policy.lifecycles,
                    isApproved: store.profile.registration == .approved
                )
                switch try await store.replace(edit) {
                case .saved(let product, let released):
                    if let lease { await images.release(lease) }
                    await images.removeUnused(released)
                    return product
                case .conflict(let newer) where request.isExpected != nil:
                    throw .versionConflict(newer)
                case .conflict: continue
                case .held: throw .lifecycle(.held(own.hold?.kind ?? .hidden))
                case .locked: throw .lifecycle(.locked)
                case .gone: throw .deletedProduct
                }
            }
            throw .busy
        } catch {
            if let lease { await images.end(lease, after: error) }
            throw error
        }
    }

    private func proof(
        _ authority: Authority,
        for id: Product.ID,
        from source: ClientAddress
    ) async throws(MarketError) -> SellerProof {
        switch authority {
        case .secret(let secret): return try await authenticator.password(secret, of: id, from: source)
        case .proof(let proof):
            guard proof.product == id else { throw .wrongSecret }
            try await authenticator.confirm(proof)
            return proof
        }
    }
}
