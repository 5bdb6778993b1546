public import MarketModels

/// The browsers of sellers. None of this changes the revision.
extension ProductStore {
    /// Stores a browser, unless it is there.
    ///
    /// - Returns: to whom its rights belong: the given owner, or the one that it has already.
    public func addBrowser(
        _ browser: SellerBrowser,
        of owner: RightsOwner
    ) async throws(MarketError) -> RightsOwner {
        try await writeRecords { try $0.add(browser, of: owner) }
    }

    /// Gives a browser the rights of another one, which keeps them, unless that one was ended, or the identifier that goes with
    /// them has been replaced.
    ///
    /// - Returns: whether it has them now.
    public func shareRights(
        of giver: BrowserDigest,
        listingAs identifier: VendorIdentifier,
        with browser: SellerBrowser
    ) async throws(MarketError) -> Bool {
        try await writeRecords { connection in
            // All others may be being ended: this one is ended with them, or finds another identifier.
            guard try connection.vendors.shared(identifiedBy: identifier) != nil,
                let owner = try connection.owner(of: giver)
            else { return false }
            return try connection.add(browser, of: owner, like: giver) == owner
        }
    }

    /// Returns to whom the rights of a browser belong; nil if it has none, or was ended.
    public func owner(of browser: BrowserDigest) async throws(MarketError) -> RightsOwner? {
        try await readRecords { try $0.owner(of: browser) }
    }

    /// Returns whether an owner holds the right for a product.
    public func holdsRight(_ owner: RightsOwner, for id: Product.ID) async throws(MarketError) -> Bool {
        try await readRecords { connection in
            try connection.exists(
                "SELECT id FROM listing_right WHERE browser = $1 AND product_id = $2 LIMIT 1",
                [.text(owner.rawValue), .integer(id.rawValue)]
            )
        }
    }

    /// Returns whether an owner holds the right for any of a vendor's products.
    public func holdsRight(
        _ owner: RightsOwner,
        ofVendor vendor: Vendor.ID
    ) async throws(MarketError) -> Bool {
        try await readRecords { try $0.holdsRight(owner, ofVendor: vendor, upTo: .max) }
    }

    /// Returns the browsers of the owner, and others that hold the right for any of the same products, the newest first.
    public func browsers(of proof: BrowserProof, limit: Int) async throws(MarketError) -> [SellerBrowser] {
        try await readRecords { connection in
            try connection.all(
                """
                SELECT digest, application, system, created_at FROM seller_browser
                WHERE owner = $1 OR owner IN (
                    SELECT browser FROM listing_right WHERE browser IS NOT NULL AND product_id IN \(RightsOwner.products))
                ORDER BY created_at DESC, digest LIMIT $2
                """,
                [.text(proof.owner.rawValue), .integer(Int64(limit))]
            ) { row in
                SellerBrowser(
                    digest: BrowserDigest(rawValue: try row.nonEmptyText(0)),
                    name: BrowserName(application: try row.optionalText(1), system: try row.optionalText(2)),
                    createdAt: try row.timestamp(3)
                )
            }
        }
    }
}

// MARK: - Records

extension RightsOwner {
    /// The products of the owner `$1`, for SQL.
    static let products = "(SELECT product_id FROM listing_right WHERE browser = $1)"
}

extension RecordConnection {
    /// - Parameter giver: a browser that proves the same about the name of a vendor without products; nil for none.
    fileprivate func add(
        _ browser: SellerBrowser,
        of owner: RightsOwner,
        like giver: BrowserDigest? = nil
    ) throws -> RightsOwner {
        let count = try execute(
            """
            INSERT INTO seller_browser (digest, owner, application, system, created_at, vendor_id)
            VALUES ($1, $2, $3, $4, $5, (SELECT vendor_id FROM seller_browser WHERE digest = $6))
            ON CONFLICT (digest) DO NOTHING
            """,
            [
                .text(browser.digest.rawValue), .text(owner.rawValue), .init(browser.name.application),
                .init(browser.name.system), .integer(browser.createdAt.millisecondsSinceEpoch),
                .init(giver?.rawValue),
            ]
        )
        if count > 0 { try removeOldestBrowser(of: owner, after: browser.digest) }
        guard let stored = try self.owner(of: browser.digest) else {
            throw CorruptRowError(reason: "a browser was written and isn't there")
        }
        return stored
    }

    func owner(of browser: BrowserDigest) throws -> RightsOwner? {
        try first("SELECT owner FROM seller_browser WHERE digest = $1", [.text(browser.rawValue)]) {
            RightsOwner(rawValue: try $0.nonEmptyText(0))
        }
    }

    /// Removes what an owner has more than ``SellerBrowser/maximumCountPerOwner``. The new one stays whatever the clock says.
    fileprivate func removeOldestBrowser(of owner: RightsOwner, after new: BrowserDigest) throws {
        try execute(
            """
            DELETE FROM seller_browser WHERE owner = $1 AND digest <> $2 AND digest NOT IN (
                SELECT digest FROM seller_browser WHERE owner = $1 AND digest <> $2 ORDER BY created_at DESC, digest LIMIT $3)
            """,
            [.text(owner.rawValue), .text(new.rawValue), .integer(Int64(SellerBrowser.maximumCountPerOwner - 1))]
        )
    }

    /// Forgets the browsers of an owner who has no right any more, unless they prove whose the name of a vendor without products
    /// is. Otherwise whoever knows one password would leave as many as they like.
    func forgetBrowsersWithoutRights(of owner: RightsOwner) throws {
        try execute(
            """
            DELETE FROM seller_browser WHERE owner = $1 AND vendor_id IS NULL
                AND NOT EXISTS (SELECT 1 FROM listing_right WHERE browser = $1)
            """,
            [.text(owner.rawValue)]
        )
    }

    /// Notes whose product is about to be deleted, for the browsers that hold the right for it, if it proves whose the name is. All
    /// guests share one.
    func noteDeletion(of product: Product) throws {
        guard product.vendor.id != Vendor.guestID else { return }
        try execute(
            """
            UPDATE seller_browser SET vendor_id = $1 WHERE (vendor_id IS NULL OR vendor_id <> $1)
                AND owner IN (SELECT browser FROM listing_right WHERE product_id = $2)
                AND EXISTS (SELECT 1 FROM vendor WHERE id = $1 AND coalesce(last_proving_product_id, $2) >= $2)
            """,
            [.integer(product.vendor.id.rawValue), .integer(product.id.rawValue)]
        )
    }
}
