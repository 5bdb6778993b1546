public import MarketModels

/// The operations of the operator, which may run concurrently with all requests.
public struct AdminOperations: Sendable {
    private let store: any VendorStore & MarketAdministration
    private let hasher: any SecretHasher
    private let clock: any WallClock

    public init(store: any VendorStore & MarketAdministration, hasher: any SecretHasher, clock: any WallClock) {
        self.store = store
        self.hasher = hasher
        self.clock = clock
    }

    /// Returns every vendor with its identifier, ordered by id.
    public func vendors() async throws(MarketError) -> [(vendor: Vendor, identifier: VendorIdentifier)] {
        try await store.vendors()
    }

    /// Returns a vendor with its identifier, or nil if there is no such vendor.
    public func vendor(
        _ id: Vendor.ID
    ) async throws(MarketError) -> (vendor: Vendor, identifier: VendorIdentifier)? {
        guard id.rawValue > 0 else { return nil }
        let page = try await store.vendors(after: Vendor.ID(rawValue: id.rawValue - 1), limit: 1)
        return page.first { $0.vendor.id == id }
    }

    /// Creates a vendor in advance.
    ///
    /// - Returns: the vendor and whether it is new, or nil when the requested id belongs to another vendor.
    public func addVendor(
        name: String?,
        identifier: VendorIdentifier,
        id: Vendor.ID?
    ) async throws(MarketError) -> (vendor: Vendor, isNew: Bool)? {
        let name = try checked(name)
        let known = try await store.vendor(identifiedBy: identifier)
        if let known { return (known, false) }
        let added = try await store.addVendor(
            NewVendor(identifier: identifier, name: name, id: id, createdAt: clock.now)
        )
        return added.map { ($0, true) }
    }

    /// Creates the vendors that are built into some apps.
    ///
    /// - Returns: for each the result of ``addVendor(name:identifier:id:)``.
    public func addKnownVendors() async throws(MarketError) -> [(
        known: KnownVendors.Entry, outcome: (vendor: Vendor, isNew: Bool)?
    )] {
        var outcomes: [(known: KnownVendors.Entry, outcome: (vendor: Vendor, isNew: Bool)?)] = []
        for known in KnownVendors.all {
            guard let identifier = VendorIdentifier(known.identifier) else { continue }
            outcomes.append((known, try await addVendor(name: known.name, identifier: identifier, id: known.id)))
        }
        return outcomes
    }

    /// Replaces the secret of a product, for a seller who has lost it.
    public func setSecret(_ secret: String, of id: Product.ID) async throws(MarketError) {
        if let problem = ListingRules.check(newPassword: secret) { throw .invalid(ListingProblems(problem)) }
        let hash = try await hasher.hash(SecretNormalization.normalized(secret))
        guard try await store.setSecretHash(hash, of: id) else { throw .unknownProduct }
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
