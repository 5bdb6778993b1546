public import MarketModels

/// Changes a product.
public struct EditProduct: Sendable {
    /// What becomes of the pictures.
    public enum PictureChange: Hashable, Sendable {
        case none
        /// The pictures to keep, in order (nil keeps all), and behind them the new ones.
        case keep([Picture.ID]?, adding: [UploadedImage])
        /// All pictures in order, wherever they come from; the images are those that ``PictureSource/upload(_:)`` means.
        case arrange([PictureSource], images: [UploadedImage])
    }

    /// What allows the edit.
    public enum Authority: Sendable {
        case secret(String?)
        /// The secret was presented before.
        case grant(EditGrant)
    }

    /// What is asked for, as it was read.
    public struct Request: Sendable {
        public let patch: ProductPatch
        public let authority: Authority
        public let pictures: PictureChange
        /// How many pictures the product may have afterwards, if they are changed.
        public let pictureCount: ClosedRange<Int>
        /// What was found wrong while reading.
        public let problems: [ListingProblem]
        /// The versions that the writer has seen; nil edits whatever is there, field by field.
        public let expectedVersions: Set<Int64>?

        public init(
            patch: ProductPatch,
            secret: String?,
            pictures: PictureChange = .none,
            pictureCount: ClosedRange<Int> = ListingRules.pictureCount,
            problems: [ListingProblem] = [],
            expectedVersions: Set<Int64>? = nil
        ) {
            self.init(
                patch: patch,
                authority: .secret(secret),
                pictures: pictures,
                pictureCount: pictureCount,
                problems: problems,
                expectedVersions: expectedVersions
            )
        }

        public init(
            patch: ProductPatch,
            authority: Authority,
            pictures: PictureChange = .none,
            pictureCount: ClosedRange<Int> = ListingRules.pictureCount,
            problems: [ListingProblem] = [],
            expectedVersions: Set<Int64>? = nil
        ) {
            self.patch = patch
            self.authority = authority
            self.pictures = pictures
            self.pictureCount = pictureCount
            self.problems = problems
            self.expectedVersions = expectedVersions
        }

        /// Whether nothing is to be changed: then it is only a check of the secret.
        public var isEmpty: Bool { patch.isEmpty && pictures == .none }
    }

    /// How often an edit that names no version begins anew because somebody else was faster.
    static let maximumRetries = 16

    private let store: any ProductStore
    private let shelf: PictureShelf
    private let checkSecret: CheckSecret
    private let clock: any WallClock
    private let prices: PricePolicy

    public init(
        store: any ProductStore,
        pictures: PictureShelf,
        checkSecret: CheckSecret,
        clock: any WallClock,
        prices: PricePolicy
    ) {
        self.store = store
        shelf = pictures
        self.checkSecret = checkSecret
        self.clock = clock
        self.prices = prices
    }

    /// Checks the secret, then the product as the request would leave it, as a whole.
    ///
    /// - Parameter source: where the request comes from: wrong secrets are counted for each source.
    public func callAsFunction(
        _ request: Request,
        to id: Product.ID,
        from source: ClientAddress
    ) async throws(MarketError) -> Product {
        try await check(request.authority, for: id, from: source)
        var held: PictureShelf.Held?
        do {
            for _ in 0..<Self.maximumRetries {
                let product = try await current(id)
                if let expected = request.expectedVersions, !expected.contains(product.version) {
                    throw MarketError.versionConflict(product)
                }
                let plan = try EditPlan(of: product, by: request, prices: prices)
                if request.isEmpty { return product }
                // Images are looked at when all else is found to be in order, and once.
                if held == nil, !plan.newImages.isEmpty { held = try await shelf.keep(plan.newImages) }
                let edit = plan.edit(adding: held?.pictures ?? [], at: clock.now)
                switch try await asking({ () throws(StoreError) in try await store.replace(edit) }) {
                case .saved(let product, let released):
                    if let held { await shelf.letGo(held) }
                    await shelf.removeUnused(released)
                    return product
                case .conflict(let newer) where request.expectedVersions != nil:
                    throw MarketError.versionConflict(newer)
                case .conflict: continue
                case .gone: throw MarketError.withdrawnProduct
                }
            }
            throw MarketError.busy
        } catch let error as MarketError {
            if let held { await shelf.discard(held) }
            throw error
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }

    private func check(
        _ authority: Authority,
        for id: Product.ID,
        from source: ClientAddress
    ) async throws(MarketError) {
        switch authority {
        case .secret(let secret):
            try await checkSecret(secret, of: id, from: source)
        case .grant(let grant):
            let facts = try await asking { () throws(StoreError) in try await store.privateFacts(of: id) }
            // A product that is gone says so where it is looked for.
            guard grant.product == id, facts.map({ $0.secretHash == grant.secretHash }) ?? true else {
                throw .wrongSecret
            }
        }
    }

    private func current(_ id: Product.ID) async throws(MarketError) -> Product {
        switch try await asking({ () throws(StoreError) in try await store.product(id) }) {
        case .found(let product, _): return product
        case .withdrawn: throw .withdrawnProduct
        case .unknown: throw .unknownProduct
        }
    }
}
