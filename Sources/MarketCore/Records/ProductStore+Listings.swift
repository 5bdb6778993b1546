public import MarketModels

extension ProductStore {
    // MARK: Listings

    /// Returns a product in any state, with what only its seller sees, or nil if there is no such product.
    public func product(of proof: SellerProof) async throws(MarketError) -> SellerProduct? {
        try await readRecords { try $0.sellerProduct(proof.product) }?.resolved(by: categories)
    }

    /// Returns a product as its seller sees it.
    ///
    /// - Throws: an error about the product if it doesn't exist any more.
    func current(_ proof: SellerProof) async throws(MarketError) -> SellerProduct {
        let found = try await product(of: proof)
        if let found { return found }
        throw try await absence(of: proof.product)
    }

    /// Returns a listing in any state as its seller sees it, or nil if there is none.
    public func product(_ id: Product.ID, for _: OperatorProof) async throws(MarketError) -> SellerProduct? {
        try await readRecords { try $0.sellerProduct(id) }?.resolved(by: categories)
    }

    /// Returns the product's current version, or nil if there is no such product. It is much cheaper than reading the
    /// product.
    public func version(of id: Product.ID) async throws(MarketError) -> ProductVersion? {
        try await readRecords { try $0.products.version(of: id) }
    }

    /// Returns the contact of a product while everybody may ask for it: the product is open. Nil otherwise, and if there is
    /// no contact or no such product.
    public func shownContact(of id: Product.ID) async throws(MarketError) -> String? {
        try await readRecords { try $0.products.shownContact(of: id) }
    }

    /// Returns a page of a vendor's products as this browser may see them, newest first, and the number in each state.
    ///
    /// Everybody sees those that aren't hidden or expired. Hidden and expired ones, notes, and who else than the seller hides one,
    /// are only those of products for which the browser of the proof holds the right.
    ///
    /// - Parameters:
    ///   - proof: proof of rights for products of this vendor; nil if there is none.
    ///   - state: the only state of the products on the page, or nil for all states.
    ///   - page: the page number, from 1. Pages behind ``ProductQuery/numberedProducts`` are empty.
    ///   - size: the maximum number of products on the page.
    public func ownProducts(
        of vendor: Vendor.ID,
        provenBy proof: VendorProof?,
        in state: OwnProduct.State?,
        page: Int,
        size: Int
    ) async throws(MarketError) -> OwnProducts {
        try await readRecords { try OwnProductRecords($0, proof: proof).page(page, of: vendor, in: state, size: size) }
    }

    /// Returns the newest products of other vendors for which a browser holds the right, as their seller sees them.
    ///
    /// - Parameter vendor: whose products aren't returned; nil for nobody's.
    public func heldProducts(
        of proof: BrowserProof,
        butOf vendor: Vendor.ID?,
        limit: Int
    ) async throws(MarketError) -> [OwnProduct] {
        try await readRecords {
            try OwnProductRecords($0, proof: nil).held(by: proof.owner, butOf: vendor, limit: limit)
        }
    }

    /// Returns the places of products that lists show, those of the most products first, with the numbers of these products.
    /// It reads an index with all of them: don't ask for each request.
    public func placeCounts(limit: Int) async throws(MarketError) -> [PlaceCount] {
        try await readRecords("places") { try $0.products.placeCounts(limit: limit) }
    }

    /// Stores a change of a listing's state if the product still has the version that the change started from. The
    /// version is raised.
    public func replaceLifecycle(_ edit: LifecycleEdit) async throws(MarketError) -> EditOutcome {
        let outcome: EditOutcome = try await writeRecords { connection in
            guard let before = try connection.lockedProduct(edit.id) else { return .gone }
            guard before.version == edit.expectedVersion else { return .conflict(before) }
            if try connection.reports.lock(of: edit.id) != nil { return .locked }
            if try connection.lifecycles.keepsHidden(before, against: edit.lifecycle) { return .held }
            if before.lifecycle == edit.lifecycle { try connection.reports.stayHidden(before.id) }
            let after = try connection.lifecycles.write(edit.lifecycle, of: before, at: edit.changedAt)
            if case .set(let note) = edit.note, case .reserved = edit.lifecycle.state {
                try connection.execute(
                    "UPDATE product_detail SET reservation_note = $1 WHERE product_id = $2",
                    [.init(note), .integer(edit.id.rawValue)]
                )
            }
            try connection.raiseRevision()
            return .saved(after, released: [])
        }
        return outcome.resolved(by: categories)
    }

    /// Returns the time of the newest listing, report or entry of the log; nil if there is none.
    package func newestTime() async throws(MarketError) -> Timestamp? {
        try await readRecords { connection in
            try connection.first(
                """
                SELECT max(created_at) FROM (
                    SELECT registered_at AS created_at FROM product WHERE id = (SELECT max(id) FROM product)
                    UNION ALL SELECT created_at FROM report WHERE id = (SELECT max(id) FROM report)
                    UNION ALL SELECT created_at FROM moderation_log WHERE id = (SELECT max(id) FROM moderation_log)) AS newest
                """,
                []
            ) { try $0.optionalTimestamp(0) } ?? nil
        }
    }

    /// Changes the states of products that are due (``ListingLifecycle/advanced(to:by:)``), and ends the reductions of
    /// prices that have been shown for ``PriceReduction/shownDays``, in one commit. Both raise the product's version.
    ///
    /// - Parameter limit: the maximum number of products to change.
    /// - Returns: the number of products that were changed; fewer than `limit` when nothing more is due.
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

    /// Returns the idempotency record of a request that listed a product, or nil if none is stored for the key.
    ///
    /// - Parameter begin: the moment from which records count. Older ones are ignored.
    public func idempotencyRecord(
        for key: IdempotencyKey,
        since begin: Timestamp
    ) async throws(MarketError) -> IdempotencyRecord? {
        try await readRecords { connection in
            try connection.first(
                """
                SELECT fingerprint, secret_hash, product FROM idempotency_record
                WHERE seller = $1 AND key = $2 AND created_at >= $3
                """,
                [.text(key.sellerText), .text(key.text), .integer(begin.millisecondsSinceEpoch)]
            ) { row in
                IdempotencyRecord(
                    fingerprint: RequestFingerprint(rawValue: try row.nonEmptyText(0)),
                    secretHash: SecretHash(rawValue: try row.nonEmptyText(1)),
                    product: try ProductSnapshot(json: try row.text(2)).product
                )
            }
        }
    }

    // MARK: Vendors

    /// Creates a vendor.
    ///
    /// - Returns: the new vendor; if the identifier exists already, the vendor that has it, unchanged; nil when the
    ///   requested id belongs to another vendor.
    public func addVendor(_ vendor: NewVendor) async throws(MarketError) -> Vendor? {
        try await writeRecords { try $0.vendors.add(vendor) }
    }

    /// Returns a vendor, or nil if there is none with this id.
    public func vendor(_ id: Vendor.ID) async throws(MarketError) -> Vendor? {
        try await readRecords { try $0.vendors.vendor(id) }
    }

    /// Gives a vendor another name, under which its products are found when it returns. A change is logged in the same commit. If it
    /// fails after the name was stored, it can be repeated.
    ///
    /// - Returns: the updated vendor, or nil if there is no such vendor.
    public func renameVendor(
        _ id: Vendor.ID,
        to name: String,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Vendor? {
        let vendor = try await writeRecords {
            try $0.vendors.rename(id, to: name, reason: reason, by: proof, at: now)
        }
        _ = try await indexPendingProducts()
        return vendor
    }

    /// Returns a vendor.
    ///
    /// - Throws: ``MarketError/unknownVendor`` if there is none with this id.
    public func current(_ id: Vendor.ID) async throws(MarketError) -> Vendor {
        guard let vendor = try await vendor(id) else { throw .unknownVendor }
        return vendor
    }

    /// Returns a vendor, or nil if there is none with this identifier.
    public func vendor(identifiedBy identifier: VendorIdentifier) async throws(MarketError) -> Vendor? {
        try await readRecords { try $0.vendors.vendor(identifiedBy: identifier) }
    }

    /// Returns vendors with their identifiers, ordered by id.
    ///
    /// - Parameters:
    ///   - last: the vendor after which the page begins; nil for the first page.
    ///   - limit: the maximum number of vendors on the page, at least 1.
    public func vendors(
        after last: Vendor.ID?,
        limit: Int
    ) async throws(MarketError) -> [(vendor: Vendor, identifier: VendorIdentifier)] {
        try await readRecords("vendors") { try $0.vendors.vendors(after: last, limit: limit) }
    }

    /// Returns every vendor with its identifier, ordered by id.
    public func vendors() async throws(MarketError) -> [(vendor: Vendor, identifier: VendorIdentifier)] {
        let size = 500
        return try await allPages(of: size) { last throws(MarketError) in
            try await vendors(after: last?.vendor.id, limit: size)
        }
    }
}
