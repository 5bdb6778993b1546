public import MarketModels

/// The use case of listing a new product.
public struct ListForSale: Sendable {
    public struct Seller: Hashable, Sendable {
        /// A seller without an identifier. Products of guests belong to the vendor `Guest`.
        public static let guest = Seller(identifier: nil, name: nil)

        public let identifier: VendorIdentifier?
        /// The name of the vendor if this listing creates it; nil for “Vendor N”.
        public let name: String?

        public init(identifier: VendorIdentifier, name: String? = nil) {
            self.init(identifier: identifier as VendorIdentifier?, name: name)
        }

        private init(identifier: VendorIdentifier?, name: String?) {
            self.identifier = identifier
            self.name = name
        }
    }

    /// A parsed request to list a product.
    public struct Request: Sendable {
        public let draft: ProductDraft
        public let secret: String?
        public let uploads: [UploadedImage]
        /// All images in order, from any source: ``uploads`` and images that are stored already.
        public let images: [ProductImageSource]
        /// The permitted number of images.
        public let imageCount: ClosedRange<Int>
        /// The problems found while parsing.
        public let problems: [ListingProblem]
        /// Whether the request is one of `items`, which takes more currencies.
        public let isOfItems: Bool

        public init(
            draft: ProductDraft,
            secret: String?,
            uploads: [UploadedImage],
            images: [ProductImageSource]? = nil,
            imageCount: ClosedRange<Int> = ListingRules.imageCount,
            problems: [ListingProblem] = [],
            isOfItems: Bool = false
        ) {
            self.draft = draft
            self.secret = secret
            self.uploads = uploads
            self.images = images ?? ProductImageSource.all(uploads)
            self.imageCount = imageCount
            self.problems = problems
            self.isOfItems = isOfItems
        }
    }

    /// The result of listing a product.
    public struct Outcome: Sendable {
        /// The product as it was when it was listed.
        public let product: Product
        /// Whether an earlier request with the same key has listed the product.
        public let isReplay: Bool
        /// Proof that the client knows the product's password; nil if a repeated request came with one that is no longer
        /// the product's.
        public let proof: SellerProof?
    }

    let store: any ProductStore
    let authenticator: SellerAuthenticator
    let images: ImageLifecycle
    let secrets: SecretQueue
    let signer: TicketSigner
    let clock: any WallClock
    let policy: ListingPolicy
    let budget: ClientBudget
    let idempotency: ListingIdempotency

    /// Whether a seller may list: closed registration excludes unknown ones, including guests.
    ///
    /// - Parameter vendor: the seller; nil for a guest and for somebody who isn't known yet.
    public func admits(_ vendor: Vendor?) -> Bool { store.profile.registration != .closed || vendor != nil }

    /// Checks that the seller may list, and that the client's budget isn't used up. Call it before reading an upload: what
    /// would be refused isn't read.
    ///
    /// - Returns: the seller's vendor; nil for somebody who isn't known yet.
    @discardableResult
    public func authorize(_ seller: Seller, from source: ClientAddress) async throws(MarketError) -> Vendor? {
        let vendor = try await authorize(seller)
        if let seconds = try await budget.secondsToWait(for: source) {
            throw .tooManyRequests(retryAfterSeconds: seconds)
        }
        return vendor
    }

    /// Checks that the seller may list, without the budget.
    ///
    /// - Returns: the seller's vendor; nil for somebody who isn't known yet.
    private func authorize(_ seller: Seller) async throws(MarketError) -> Vendor? {
        let known =
            if let identifier = seller.identifier {
                try await store.vendor(identifiedBy: identifier)
            } else {
                try await store.vendor(Vendor.guestID)
            }
        guard admits(seller.identifier == nil ? nil : known) else {
            throw .registrationClosed
        }
        if let known, known.isBlocked { throw .vendorBlocked }
        return known
    }

    /// Validates the request, stores its images and then the product. A failure leaves nothing behind.
    ///
    /// - Parameters:
    ///   - key: the idempotency key, if any. For a day, the same request with the same key lists nothing more and
    ///     returns the product that the first one has listed. Must be called inside
    ///     ``ListingIdempotency/once(_:isolation:_:)``.
    ///   - source: the network address of the client, whose budget pays; nil for the operator. A repeated request with another
    ///     secret counts as a wrong secret.
    public func callAsFunction(
        _ request: Request,
        by seller: Seller,
        key: IdempotencyKey? = nil,
        from source: ClientAddress?
    ) async throws(MarketError) -> Outcome {
        let vendor = try await authorize(seller)
        // The images beyond the maximum haven't been stored, so the request has no fingerprint.
        guard let key, request.uploads.count <= request.imageCount.upperBound else {
            return try await list(request, by: seller, vendor, idempotencyRecord: nil, from: source)
        }
        let record = try await idempotency.record(of: request, key: key)
        if let outcome = try await idempotency.replay(of: request, record, from: source ?? .unknown) { return outcome }
        do {
            return try await list(request, by: seller, vendor, idempotencyRecord: record, from: source)
        } catch .requestInFlight {
            // Another process has listed it with the key in the meantime.
            guard let outcome = try await idempotency.replay(of: request, record, from: source ?? .unknown) else {
                throw .requestInFlight
            }
            return outcome
        }
    }

    private func list(
        _ request: Request,
        by seller: Seller,
        _ vendor: Vendor?,
        idempotencyRecord: NewIdempotencyRecord?,
        from source: ClientAddress?
    ) async throws(MarketError) -> Outcome {
        let (checked, secret) = try check(request)
        let vendorName = try seller.name.flatMap { name throws(MarketError) in
            name.isEmpty ? nil : try Self.checked(vendorName: name)
        }
        // From here on there is work that others wait for, so what fails later is paid for, too.
        let prepared =
            if let source {
                try await budget.spending(for: source) { () throws(MarketError) in
                    try await prepare(request.uploads, secret, for: source)
                }
            } else {
                try await prepare(request.uploads, secret, for: .unknown)
            }
        let (hash, lease) = try prepared.get()
        do {
            let now = clock.now
            let network = network(of: source)
            let (product, proof) = try await authenticator.add(
                NewProduct(
                    seller: recordedSeller(seller, vendor, name: vendorName, at: now),
                    listing: checked.listing,
                    contact: checked.contact,
                    secretHash: hash,
                    images: request.images.compactMap { source in
                        switch source {
                        case .existing: nil
                        case .draft(let image): image
                        case .upload(let index): lease.images[index]
                        }
                    },
                    registeredAt: now,
                    expiresAt: policy.lifecycles.expiry(ofListedAt: now),
                    idempotencyRecord: idempotencyRecord,
                    // Also that of a vendor whose listings were approved: an identifier is a name that anybody can send, and
                    // no proof. The operator's own needs no approval.
                    waits: source != nil && store.profile.registration == .approved,
                    network: network
                ),
                password: secret,
                from: source
            )
            await images.release(lease)
            return Outcome(product: product, isReplay: false, proof: proof)
        } catch {
            await images.end(lease, after: error)
            throw error
        }
    }

    /// Returns what is stored of a seller's network, so that operators see who else has listed from it. Nothing is known of
    /// whoever comes through a proxy on this machine that isn't trusted.
    private func network(of source: ClientAddress?) -> String? {
        guard let source, source != .unknown, !source.isLoopback else { return nil }
        return signer.keyedHash(of: "listing network\0\(source.site)")
    }

    /// Hashes the password while the images are processed: neither needs the other, and both take long. What fails first
    /// stops the other, as far as it waits.
    ///
    /// - Returns: The hash and the images, or why there are no images.
    /// - Throws: Why there is no hash.
    private func prepare(
        _ uploads: [UploadedImage],
        _ secret: String,
        for client: ClientAddress
    ) async throws(MarketError) -> Result<(SecretHash, ImageLifecycle.Lease), MarketError> {
        enum Part: Sendable {
            case hash(Result<SecretHash, MarketError>)
            case images(Result<ImageLifecycle.Lease, MarketError>)
        }
        let parts = await withTaskGroup(of: Part.self) { group in
            group.addTask {
                do throws(MarketError) {
                    return .hash(.success(try await secrets.hash(secret, for: client)))
                } catch {
                    return .hash(.failure(error))
                }
            }
            group.addTask {
                do throws(MarketError) {
                    return .images(.success(try await images.save(uploads, for: client)))
                } catch {
                    return .images(.failure(error))
                }
            }
            var parts: [Part] = []
            for await part in group {
                parts.append(part)
                switch part {
                case .hash(.failure), .images(.failure): group.cancelAll()
                case .hash(.success), .images(.success): break
                }
            }
            return parts
        }
        switch (parts[0], parts[1]) {
        case (.hash(.success(let hash)), .images(let images)), (.images(let images), .hash(.success(let hash))):
            return images.map { (hash, $0) }
        case (.images(.failure(let error)), _): return .failure(error)
        case (.hash(.failure(let error)), .images(let saved)), (.images(let saved), .hash(.failure(let error))):
            switch saved {
            case .success(let lease): await images.discard(lease)
            // A cancelled task can't look up what is in use, and leaves it.
            case .failure: await images.retryRemovals()
            }
            throw error
        case (.hash, .hash), (.images, .images): throw .unavailable(reason: "a part is missing")
        }
    }

    private func check(_ request: Request) throws(MarketError) -> (ListingRules.Checked, secret: String) {
        var problems: [ListingProblem] = []
        var checked: ListingRules.Checked?
        do {
            checked = try ListingRules.check(
                request.draft,
                after: request.problems,
                under: policy.forRequest(isOfItems: request.isOfItems, currency: store.profile.currency),
                categories: store.categories
            )
        } catch {
            problems += error.all
        }
        if !problems.contains(where: { $0.field == .password }),
            let problem = ListingRules.check(secret: request.secret)
        {
            problems.append(problem)
        }
        if request.images.count < request.imageCount.lowerBound {
            problems.append(ListingProblem(.images, .tooFew(minimum: request.imageCount.lowerBound)))
        } else if request.images.count > request.imageCount.upperBound {
            problems.append(ListingProblem(.images, .tooMany(maximum: request.imageCount.upperBound)))
        }
        if let problems = ListingProblems(problems) { throw .invalid(problems) }
        guard let checked, let secret = request.secret else { throw .unavailable(reason: "a draft passed unchecked") }
        return (checked, secret)
    }

    static func checked(vendorName name: String) throws(MarketError) -> String {
        do {
            return try ListingRules.check(vendorName: name)
        } catch {
            throw .invalid(ListingProblems(error))
        }
    }

    private func recordedSeller(_ seller: Seller, _ vendor: Vendor?, name: String?, at now: Timestamp)
        -> NewProduct.Seller
    {
        guard let identifier = seller.identifier else { return .vendor(Vendor.guestID) }
        return vendor.map { .vendor($0.id) }
            ?? .newVendor(NewVendor(identifier: identifier, name: name, createdAt: now))
    }
}
