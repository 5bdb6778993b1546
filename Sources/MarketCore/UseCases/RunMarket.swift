public import MarketModels

/// What whoever runs the market may do beside everybody else's doings.
public struct RunMarket: Sendable {
    private let store: any ProductStore
    private let hasher: any SecretHasher
    private let clock: any WallClock

    public init(store: any ProductStore, hasher: any SecretHasher, clock: any WallClock) {
        self.store = store
        self.hasher = hasher
        self.clock = clock
    }

    public func vendors() async throws(MarketError) -> [(vendor: Vendor, identifier: VendorIdentifier)] {
        try await asking { () throws(StoreError) in try await store.vendors() }
    }

    /// Makes a vendor beforehand.
    ///
    /// - Returns: the vendor and whether it is new; nil when the wished-for id belongs to somebody else.
    public func addVendor(
        name: String?,
        identifier: VendorIdentifier,
        id: Vendor.ID?
    ) async throws(MarketError) -> (vendor: Vendor, isNew: Bool)? {
        let name = try checked(name)
        let known = try await asking { () throws(StoreError) in try await store.vendor(identifiedBy: identifier) }
        if let known { return (known, false) }
        let added = try await asking { () throws(StoreError) in
            try await store.addVendor(NewVendor(identifier: identifier, name: name, id: id, createdAt: clock.now))
        }
        return added.map { ($0, true) }
    }

    /// Makes the vendors that some apps have built in.
    ///
    /// - Returns: what came of each: as ``addVendor(name:identifier:id:)``; nil when its id belongs to somebody else.
    public func addKnownVendors() async throws(MarketError) -> [(
        facts: KnownVendors.Facts, outcome: (vendor: Vendor, isNew: Bool)?
    )] {
        var outcomes: [(facts: KnownVendors.Facts, outcome: (vendor: Vendor, isNew: Bool)?)] = []
        for facts in KnownVendors.all {
            guard let identifier = VendorIdentifier(facts.identifier) else { continue }
            outcomes.append((facts, try await addVendor(name: facts.name, identifier: identifier, id: facts.id)))
        }
        return outcomes
    }

    /// - Returns: nil if there is no such vendor.
    public func setBlocked(_ isBlocked: Bool, vendor id: Vendor.ID) async throws(MarketError) -> Vendor? {
        try await asking { () throws(StoreError) in try await store.setBlocked(isBlocked, vendor: id) }
    }

    /// Gives a product a new secret, for a seller who has lost the old one.
    public func setSecret(_ secret: String, of id: Product.ID) async throws(MarketError) {
        if let problem = ListingRules.check(secret: secret) { throw .invalid(ListingProblems(problem)) }
        let hash: SecretHash
        do {
            hash = try await hasher.hash(SecretForms.normalized(secret))
        } catch {
            throw MarketError(error)
        }
        guard try await asking({ () throws(StoreError) in try await store.setSecretHash(hash, of: id) }) else {
            throw .unknownProduct
        }
    }

    private func checked(_ name: String?) throws(MarketError) -> String? {
        guard let name else { return nil }
        do {
            return try ListingRules.check(vendorName: name)
        } catch {
            throw .invalid(ListingProblems(error))
        }
    }
}
