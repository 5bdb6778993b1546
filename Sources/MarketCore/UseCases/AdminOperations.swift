internal import MarketHashing
public import MarketModels

/// The operations of the operator, which may run concurrently with all requests.
public struct AdminOperations: Sendable {
    let store: any ProductStore
    let hasher: any SecretHasher
    let clock: any WallClock

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
        let name = try name.map { name throws(MarketError) in try ListForSale.checked(vendorName: name) }
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

    // MARK: A new secret for a seller who has forgotten theirs

    /// Returns the key of a form for a new secret. It is good for one change of the secret that the product has now.
    public func keyForNewSecret(of id: Product.ID, for _: OperatorProof) async throws(MarketError) -> String {
        guard let hash = try await store.secretHash(of: id) else { throw .unknownProduct }
        let key = String.randomToken()
        return "\(key).\(Self.digest(of: hash, key))"
    }

    /// Gives a product a new secret, which follows from the key of the form and is stored only as a hash. Tokens, rights, links and
    /// tickets of the old one end.
    ///
    /// - Parameters:
    ///   - key: from ``keyForNewSecret(of:for:)``. A form that is sent twice gets the same secret, and changes it once.
    ///   - reason: why, for the log, which has nothing else.
    /// - Returns: the secret, and whether this call has set it; nil if the secret isn't the one that the form was made for.
    /// - Throws: ``OperatorProblem/notPermitted`` for a moderator.
    public func newSecret(
        of id: Product.ID,
        key: String,
        reason: String,
        by proof: RecentOperatorProof
    ) async throws(MarketError) -> (secret: String, isNew: Bool)? {
        try proof.proof.requireOperator()
        let reason = try ModerateListings.checked(reason)
        guard let old = try await store.secretHash(of: id) else { throw .unknownProduct }
        let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0].isRandomToken else { return nil }
        let secret = Self.secret(parts[0], for: id)
        if Self.digest(of: old, parts[0]) == parts[1] {
            let new = try await hasher.hash(SecretNormalization.normalized(secret))
            let isSet = try await store.replaceSecretHash(
                old,
                with: new,
                of: id,
                reason: reason,
                by: proof.proof,
                at: clock.now
            )
            if isSet { return (secret, true) }
        }
        // A first tap has set it, or it is another one.
        guard let current = try await store.secretHash(of: id) else { throw .unknownProduct }
        let isCurrent = try await hasher.verify(SecretNormalization.normalized(secret), against: current)
        return isCurrent ? (secret, false) : nil
    }

    private static func digest(of hash: SecretHash, _ key: String) -> String {
        BLAKE2b.digits(of: ["secret to be replaced", key, hash.rawValue], byteCount: 16)
    }

    /// Returns 64 bits that can be read out, without signs that nobody says: `3f9a77c20b1e44d0`.
    private static func secret(_ key: String, for id: Product.ID) -> String {
        String(BLAKE2b.digits(of: ["new secret", key, String(id.rawValue)], byteCount: 16).prefix(16))
    }
}
