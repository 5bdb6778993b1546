package import MarketModels

extension RecordStore {
    // MARK: Listings

    public func product(of proof: SellerProof) async throws(MarketError) -> SellerProduct? {
        try await readRecords { try $0.sellerProduct(proof.product) }?.resolved(by: categories)
    }

    public func product(_ id: Product.ID, for _: OperatorProof) async throws(MarketError) -> SellerProduct? {
        try await readRecords { try $0.sellerProduct(id) }?.resolved(by: categories)
    }

    public func version(of id: Product.ID) async throws(MarketError) -> ProductVersion? {
        try await readRecords { try $0.products.version(of: id) }
    }

    public func shownContact(of id: Product.ID) async throws(MarketError) -> String? {
        try await readRecords { try $0.products.shownContact(of: id) }
    }

    public func ownProducts(
        of vendor: Vendor.ID,
        provenBy proof: VendorProof?,
        in state: OwnProduct.State?,
        page: Int,
        size: Int
    ) async throws(MarketError) -> OwnProducts {
        try await readRecords { try OwnProductRecords($0, proof: proof).page(page, of: vendor, in: state, size: size) }
    }

    public func heldProducts(
        of proof: BrowserProof,
        butOf vendor: Vendor.ID?,
        limit: Int
    ) async throws(MarketError) -> [OwnProduct] {
        try await readRecords {
            try OwnProductRecords($0, proof: nil).held(by: proof.owner, butOf: vendor, limit: limit)
        }
    }

    public func placeCounts(limit: Int) async throws(MarketError) -> [PlaceCount] {
        try await readRecords("places") { try $0.products.placeCounts(limit: limit) }
    }

    public func replaceLifecycle(_ edit: LifecycleEdit) async throws(MarketError) -> EditOutcome {
        try await writeRecords { try $0.lifecycles.replace(edit) }.resolved(by: categories)
    }

    public func advanceLifecycles(
        to now: Timestamp,
        by rules: LifecycleRules,
        limit: Int
    ) async throws(MarketError) -> Int {
        // Usually nothing is due, and reading that waits for no writer.
        let isAnythingDue = try await readRecords { connection in
            try !connection.lifecycles.due(at: now, by: rules, limit: 1).isEmpty
                || !connection.prices.endedReductions(at: now, limit: 1).isEmpty
                || connection.reports.hasDue(at: now)
        }
        guard isAnythingDue else { return 0 }
        return try await writeRecords { try $0.lifecycles.advance(to: now, by: rules, limit: limit) }
    }

    public func idempotencyRecord(
        for key: IdempotencyKey,
        since begin: Timestamp
    ) async throws(MarketError) -> IdempotencyRecord? {
        try await readRecords { try $0.idempotencyRecords.record(for: key, since: begin) }
    }

    // MARK: Rights

    public func secretHash(of id: Product.ID) async throws(MarketError) -> SecretHash? {
        try await readRecords { try $0.products.secretHash(of: id) }
    }

    public func setSecretHash(_ hash: SecretHash, of id: Product.ID) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.products.setSecretHash(hash, of: id) }
    }

    public func replaceSecretHash(
        _ old: SecretHash,
        with new: SecretHash,
        of id: Product.ID,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool {
        try await writeRecords { connection in
            guard try connection.lock(old, of: id), let product = try connection.product(id),
                try connection.products.setSecretHash(new, of: id)
            else { return false }
            try connection.reports.note(
                .secretReplaced,
                product: id,
                vendor: product.vendor.id,
                reason: reason,
                by: proof,
                at: now
            )
            return true
        }
    }

    public func addRight(_ right: ListingRight, issuedFor hash: SecretHash) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.rights.add(right, issuedFor: hash) }
    }

    public func removeRights(of id: Product.ID, only hash: RightHash?) async throws(MarketError) {
        try await writeRecords { try $0.rights.remove(of: id, only: hash) }
    }

    public func right(_ hash: RightHash) async throws(MarketError) -> ListingRight? {
        try await readRecords { try $0.rights.right(hash) }
    }

    public func link(of id: Product.ID) async throws(MarketError) -> ListingRight? {
        try await readRecords { try $0.rights.link(of: id) }
    }

    public func addDeleteToken(_ token: DeleteToken, issuedFor hash: SecretHash) async throws(MarketError) -> Bool {
        try await writeRecords(isDeletion: true) { try $0.deleteTokens.add(token, issuedFor: hash) }
    }

    public func redeem(
        token: String,
        for expected: Product.ID?,
        at now: Timestamp
    ) async throws(MarketError) -> Product? {
        try await writeRecords(isDeletion: true) { try $0.deleteTokens.redeem(token, for: expected, at: now) }?
            .resolved(by: categories)
    }

    // MARK: Vendors

    public func addVendor(_ vendor: NewVendor) async throws(MarketError) -> Vendor? {
        try await writeRecords { try $0.vendors.add(vendor) }
    }

    public func vendor(_ id: Vendor.ID) async throws(MarketError) -> Vendor? {
        try await readRecords { try $0.vendors.vendor(id) }
    }

    public func vendor(identifiedBy identifier: VendorIdentifier) async throws(MarketError) -> Vendor? {
        try await readRecords { try $0.vendors.vendor(identifiedBy: identifier) }
    }

    public func vendors(
        after last: Vendor.ID?,
        limit: Int
    ) async throws(MarketError) -> [(vendor: Vendor, identifier: VendorIdentifier)] {
        try await readRecords("vendors") { try $0.vendors.vendors(after: last, limit: limit) }
    }

    // MARK: Images

    public func releasedImages(named names: Set<ImageName>) async throws(MarketError) -> [ReleasedImage] {
        guard !names.isEmpty else { return [] }
        return try await readRecords { try $0.releasedImages.images(named: names) }
    }

    public func releasedImages(after last: Int64, limit: Int) async throws(MarketError) -> [ReleasedImage] {
        try await readRecords { try $0.releasedImages.images(after: last, limit: limit) }
    }

    public func removeReleased(_ images: [ReleasedImage]) async throws(MarketError) {
        guard !images.isEmpty else { return }
        try await writeRecords { try $0.releasedImages.remove(images) }
    }
}
