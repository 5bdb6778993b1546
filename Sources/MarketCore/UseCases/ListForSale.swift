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
        public let identifier: VendorIdentifier
        /// The name that a vendor made by this listing gets; nil means “Vendor N”.
        public let name: String?

        public init(identifier: VendorIdentifier, name: String? = nil) {
            self.identifier = identifier
            self.name = name
        }
    }

    /// What is asked for, as it was read.
    public struct Request: Sendable {
        public let draft: ProductDraft
        public let secret: String?
        public let images: [UploadedImage]
        /// What was found wrong while reading.
        public let problems: [ListingProblem]

        public init(draft: ProductDraft, secret: String?, images: [UploadedImage], problems: [ListingProblem] = []) {
            self.draft = draft
            self.secret = secret
            self.images = images
            self.problems = problems
        }
    }

    private let store: any ProductStore
    private let pictures: PictureShelf
    private let hasher: any SecretHasher
    private let clock: any WallClock
    private let registration: Registration

    public init(
        store: any ProductStore,
        pictures: PictureShelf,
        hasher: any SecretHasher,
        clock: any WallClock,
        registration: Registration
    ) {
        self.store = store
        self.pictures = pictures
        self.hasher = hasher
        self.clock = clock
        self.registration = registration
    }

    /// Whether this seller may list at all: to be asked before an upload is read.
    public func authorize(_ identifier: VendorIdentifier) async throws(MarketError) {
        let known = try await asking { () throws(StoreError) in try await store.vendor(identifiedBy: identifier) }
        if let known, known.isBlocked { throw .vendorBlocked }
        if known == nil, registration == .closed { throw .registrationClosed }
    }

    /// Checks, keeps the pictures, then the product. Either all of it is there afterwards or nothing is.
    public func callAsFunction(_ request: Request, by seller: Seller) async throws(MarketError) -> Product {
        try await authorize(seller.identifier)
        let (checked, secret) = try check(request)
        let vendorName = try checkedName(of: seller)
        let hash: SecretHash
        do {
            hash = try await hasher.hash(secret)
        } catch {
            throw MarketError(error)
        }
        let held = try await pictures.keep(request.images)
        do {
            let vendor = try await vendor(seller.identifier, name: vendorName)
            let product = try await asking { () throws(StoreError) in
                try await store.add(
                    NewProduct(
                        vendor: vendor.id,
                        listing: checked.listing,
                        contact: checked.contact,
                        secretHash: hash,
                        pictures: held.pictures,
                        registeredAt: clock.now
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
            checked = try ListingRules.check(request.draft, after: request.problems)
        } catch {
            problems += error.all
        }
        if !problems.contains(where: { $0.field == .secret }), let problem = ListingRules.check(secret: request.secret)
        {
            problems.append(problem)
        }
        if request.images.count < ListingRules.pictureCount.lowerBound {
            problems.append(ListingProblem(.images, .tooFew(minimum: ListingRules.pictureCount.lowerBound)))
        } else if request.images.count > ListingRules.pictureCount.upperBound {
            problems.append(ListingProblem(.images, .tooMany(maximum: ListingRules.pictureCount.upperBound)))
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

    private func vendor(_ identifier: VendorIdentifier, name: String?) async throws(MarketError) -> Vendor {
        let found = try await asking { () throws(StoreError) in
            if let known = try await store.vendor(identifiedBy: identifier) { return known as Vendor? }
            return try await store.addVendor(NewVendor(identifier: identifier, name: name, createdAt: clock.now))
        }
        guard let found else { throw .unavailable(reason: "no vendor was made") }
        return found
    }
}
