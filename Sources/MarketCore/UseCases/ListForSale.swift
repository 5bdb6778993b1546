public import MarketModels

/// Puts a new product on the market.
public struct ListForSale: Sendable {
    /// Who may list.
    public enum Registration: String, CaseIterable, Sendable {
        /// Everybody: an identifier that is new makes a vendor.
        case open
        /// Only vendors that exist.
        case closed
    }

    /// Who lists.
    public struct Seller: Hashable, Sendable {
        /// Nobody in particular: such products belong to the vendor `Guest`.
        public static let guest = Seller(identifier: nil, name: nil)

        public let identifier: VendorIdentifier?
        /// The name that a vendor made by this listing gets; nil means “Vendor N”.
        public let name: String?

        public init(identifier: VendorIdentifier, name: String? = nil) {
            self.init(identifier: identifier as VendorIdentifier?, name: name)
        }

        private init(identifier: VendorIdentifier?, name: String?) {
            self.identifier = identifier
            self.name = name
        }
    }

    /// What is asked for, as it was read.
    public struct Request: Sendable {
        public let draft: ProductDraft
        public let secret: String?
        public let images: [UploadedImage]
        /// All pictures in order, wherever they come from: those of ``images``, and others that are kept already.
        public let pictures: [PictureSource]
        /// How many pictures there may be.
        public let pictureCount: ClosedRange<Int>
        /// What was found wrong while reading.
        public let problems: [ListingProblem]

        public init(
            draft: ProductDraft,
            secret: String?,
            images: [UploadedImage],
            pictures: [PictureSource]? = nil,
            pictureCount: ClosedRange<Int> = ListingRules.pictureCount,
            problems: [ListingProblem] = []
        ) {
            self.draft = draft
            self.secret = secret
            self.images = images
            self.pictures = pictures ?? PictureSource.all(images)
            self.pictureCount = pictureCount
            self.problems = problems
        }
    }

    /// What came of it.
    public struct Outcome: Sendable {
        /// As it was when it was listed.
        public let product: Product
        /// Whether an earlier request with the same key has listed it.
        public let isReplay: Bool
    }

    private let store: any ProductStore
    private let pictures: PictureShelf
    private let secrets: SecretQueue
    private let checkSecret: CheckSecret
    private let fingerprints: any FingerprintMaker
    private let clock: any WallClock
    /// For what expires.
    private let steadyClock: any WallClock
    private let registration: Registration
    private let prices: PricePolicy
    private let budget: any ClientBudget
    private let underWay = RequestsUnderWay()

    public init(
        store: any ProductStore,
        pictures: PictureShelf,
        secrets: SecretQueue,
        checkSecret: CheckSecret,
        fingerprints: any FingerprintMaker,
        clock: any WallClock,
        steadyClock: any WallClock,
        registration: Registration,
        prices: PricePolicy,
        budget: any ClientBudget
    ) {
        self.store = store
        self.pictures = pictures
        self.secrets = secrets
        self.checkSecret = checkSecret
        self.fingerprints = fingerprints
        self.clock = clock
        self.steadyClock = steadyClock
        self.registration = registration
        self.prices = prices
        self.budget = budget
    }

    /// Whether this seller may list now: to be asked once for each request, before an upload is read. It costs the
    /// client one of its budget, whatever comes of the request.
    public func authorize(_ seller: Seller, from source: ClientAddress) async throws(MarketError) {
        try await authorize(seller)
        if let seconds = await budget.take(for: source) { throw .tooManyRequests(retryAfterSeconds: seconds) }
    }

    /// Whether this seller may list at all.
    private func authorize(_ seller: Seller) async throws(MarketError) {
        let known = try await asking { () throws(StoreError) in
            guard let identifier = seller.identifier else { return try await store.vendor(Vendor.guestID) }
            return try await store.vendor(identifiedBy: identifier)
        }
        // Closed means closed to strangers, and a guest is one.
        if registration == .closed, known == nil || seller.identifier == nil { throw .registrationClosed }
        if let known, known.isBlocked { throw .vendorBlocked }
    }

    /// Carries out what a client may have to repeat, from the first byte of its body on: a second request with the
    /// same key is refused meanwhile.
    ///
    /// - Throws: `MarketError.requestUnderWay`, or what `body` throws.
    public func once<Value>(
        _ key: RequestKey?,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async throws -> Value {
        guard let key else { return try await body() }
        return try await underWay.withKey(key, body)
    }

    /// Checks, keeps the pictures, then the product. Either all of it is there afterwards or nothing is.
    ///
    /// - Parameters:
    ///   - key: given, the same request with the same key lists nothing more for a day, and is answered with what the
    ///     first one has listed. To be called inside ``once(_:isolation:_:)``.
    ///   - source: where the request comes from: a repeated one with another secret counts as a wrong secret.
    public func callAsFunction(
        _ request: Request,
        by seller: Seller,
        key: RequestKey? = nil,
        from source: ClientAddress = .unknown
    ) async throws(MarketError) -> Outcome {
        try await authorize(seller)
        // One picture too many has not been kept, so there is nothing of it to take a fingerprint of.
        guard let key, request.images.count <= request.pictureCount.upperBound else {
            return Outcome(product: try await list(request, by: seller, receipt: nil, from: source), isReplay: false)
        }
        let fingerprint = try await asking { () throws(StoreError) in
            try await fingerprints.fingerprint(of: request.fingerprintTexts, request.images)
        }
        if let product = try await replay(of: request, key: key, fingerprint, from: source) {
            return Outcome(product: product, isReplay: true)
        }
        let receipt = NewReceipt(key: key, fingerprint: fingerprint, createdAt: steadyClock.now)
        return Outcome(product: try await list(request, by: seller, receipt: receipt, from: source), isReplay: false)
    }

    /// What was listed with a key lately, as it was then; nil when nothing was.
    public func product(listedWith key: RequestKey) async throws(MarketError) -> Product? {
        let begin = steadyClock.now.adding(seconds: -ListingReceipt.lifetime)
        return try await asking { () throws(StoreError) in try await store.receipt(for: key, since: begin) }?.product
    }

    /// What an earlier request with the key has listed, if there was one.
    private func replay(
        of request: Request,
        key: RequestKey,
        _ fingerprint: RequestFingerprint,
        from source: ClientAddress
    ) async throws(MarketError) -> Product? {
        let begin = steadyClock.now.adding(seconds: -ListingReceipt.lifetime)
        guard
            let receipt = try await asking({ () throws(StoreError) in try await store.receipt(for: key, since: begin) })
        else { return nil }
        guard receipt.fingerprint == fingerprint, let secret = request.secret else { throw .keyReused }
        // The secret is no part of the fingerprint, from which it could be guessed quickly.
        do {
            try await checkSecret.compare(secret, with: receipt.secretHash, of: receipt.product.id, from: source)
        } catch .wrongSecret {
            throw .keyReused
        }
        return receipt.product
    }

    private func list(
        _ request: Request,
        by seller: Seller,
        receipt: NewReceipt?,
        from source: ClientAddress
    ) async throws(MarketError) -> Product {
        let (checked, secret) = try check(request)
        let vendorName = try checkedName(of: seller)
        let hash = try await secrets.hash(secret, for: source)
        let held = try await pictures.keep(request.images)
        do {
            let vendor = try await vendor(seller, name: vendorName)
            let product = try await asking { () throws(StoreError) in
                try await store.add(
                    NewProduct(
                        vendor: vendor,
                        listing: checked.listing,
                        contact: checked.contact,
                        secretHash: hash,
                        pictures: request.pictures.compactMap { source in
                            switch source {
                            case .existing: nil
                            case .draft(let picture): picture
                            case .upload(let index): held.pictures[index]
                            }
                        },
                        registeredAt: clock.now,
                        receipt: receipt
                    )
                )
            }
            await pictures.letGo(held)
            return product
        } catch {
            await pictures.discard(held)
            throw error
        }
    }

    private func check(_ request: Request) throws(MarketError) -> (ListingRules.Checked, secret: String) {
        var problems: [ListingProblem] = []
        var checked: ListingRules.Checked?
        do {
            checked = try ListingRules.check(request.draft, after: request.problems, prices: prices)
        } catch {
            problems += error.all
        }
        if !problems.contains(where: { $0.field == .secret }), let problem = ListingRules.check(secret: request.secret)
        {
            problems.append(problem)
        }
        if request.pictures.count < request.pictureCount.lowerBound {
            problems.append(ListingProblem(.images, .tooFew(minimum: request.pictureCount.lowerBound)))
        } else if request.pictures.count > request.pictureCount.upperBound {
            problems.append(ListingProblem(.images, .tooMany(maximum: request.pictureCount.upperBound)))
        }
        if let problems = ListingProblems(problems) { throw .invalid(problems) }
        guard let checked, let secret = request.secret else { throw .unavailable(reason: "a draft passed unchecked") }
        return (checked, secret)
    }

    private func checkedName(of seller: Seller) throws(MarketError) -> String? {
        guard let name = seller.name, !name.isEmpty else { return nil }
        do {
            return try ListingRules.check(vendorName: name)
        } catch {
            throw .invalid(ListingProblems(error))
        }
    }

    private func vendor(_ seller: Seller, name: String?) async throws(MarketError) -> Vendor.ID {
        guard let identifier = seller.identifier else { return Vendor.guestID }
        let found = try await asking { () throws(StoreError) in
            if let known = try await store.vendor(identifiedBy: identifier) { return known as Vendor? }
            return try await store.addVendor(NewVendor(identifier: identifier, name: name, createdAt: clock.now))
        }
        guard let found else { throw .unavailable(reason: "no vendor was made") }
        return found.id
    }
}

extension ListForSale.Request {
    /// Everything that is asked for but the secret and the images.
    fileprivate var fingerprintTexts: [String] {
        func text(_ amount: DecimalAmount?) -> String { amount.map { "\($0.significand)e-\($0.scale)" } ?? "" }
        return [
            draft.name ?? "", draft.description ?? "", text(draft.price), draft.currency?.rawValue ?? "",
            text(draft.discount), text(draft.bargain?.amount), text(draft.stock), draft.contact ?? "",
        ] + pictures.map(\.fingerprintText)
    }
}
