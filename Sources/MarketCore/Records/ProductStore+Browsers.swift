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
        try await writeRecords { connection in
            let count = try connection.execute(
                """
                INSERT INTO seller_browser (digest, owner, application, system, created_at) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (digest) DO NOTHING
                """,
                [
                    .text(browser.digest.rawValue), .text(owner.rawValue), .init(browser.name.application),
                    .init(browser.name.system), .integer(browser.createdAt.millisecondsSinceEpoch),
                ]
            )
            if count > 0 { try connection.removeOldestBrowser(of: owner, after: browser.digest) }
            guard let stored = try connection.owner(of: browser.digest) else {
                throw CorruptRowError(reason: "a browser was written and isn't there")
            }
            return stored
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
        try await readRecords { connection in
            try connection.exists(
                """
                SELECT r.id FROM listing_right AS r JOIN product AS p ON p.id = r.product_id
                WHERE r.browser = $1 AND p.vendor_id = $2 LIMIT 1
                """,
                [.text(owner.rawValue), .integer(vendor.rawValue)]
            )
        }
    }

    /// Returns the vendor with an identifier who has no product any more, if a browser held the right for one when it was deleted. Of
    /// the vendors of such products, only the last one is known.
    ///
    /// - Returns: nil if there is no such vendor, or they have products.
    public func vendorWithoutProducts(
        identifiedBy identifier: VendorIdentifier,
        heldBy browser: BrowserDigest
    ) async throws(MarketError) -> Vendor.ID? {
        try await readRecords { connection in
            try connection.first(
                """
                SELECT v.id FROM seller_browser AS b JOIN vendor AS v ON v.id = b.vendor_id
                WHERE b.digest = $1 AND v.identifier = $2 AND NOT EXISTS (SELECT 1 FROM product WHERE vendor_id = v.id)
                """,
                [.text(browser.rawValue), .text(identifier.text)]
            ) { Vendor.ID(rawValue: try $0.positive(0)) }
        }
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

    /// Ends a browser: one of the same owner loses all rights, another one those for products of this owner.
    ///
    /// - Returns: whether there was one.
    public func endBrowser(_ browser: BrowserDigest, of proof: BrowserProof) async throws(MarketError) -> Bool {
        try await writeRecords { connection in
            guard let its = try connection.owner(of: browser) else { return false }
            if its == proof.owner {
                return try connection.execute(
                    "DELETE FROM seller_browser WHERE digest = $1",
                    [.text(browser.rawValue)]
                ) > 0
            }
            let owners: [MoveValue] = [.text(proof.owner.rawValue), .text(its.rawValue)]
            let count = try connection.execute(
                "DELETE FROM listing_right WHERE browser = $2 AND product_id IN \(RightsOwner.products)",
                owners
            )
            guard count > 0 else { return false }
            // Nor do products that were deleted before say that the name is its own.
            try connection.execute(
                """
                UPDATE seller_browser SET vendor_id = NULL
                WHERE owner = $2 AND vendor_id IN (SELECT vendor_id FROM product WHERE id IN \(RightsOwner.products))
                """,
                owners
            )
            return true
        }
    }

    /// Ends all other browsers, and also the links and the rights of programs for the owner's products.
    ///
    /// - Returns: whether there was anything to end.
    public func endOtherBrowsers(of proof: BrowserProof) async throws(MarketError) -> Bool {
        try await writeRecords { connection in
            let browsers = try connection.execute(
                "DELETE FROM seller_browser WHERE owner = $1 AND digest <> $2",
                [.text(proof.owner.rawValue), .text(proof.browser.rawValue)]
            )
            let rights = try connection.execute(
                """
                DELETE FROM listing_right WHERE (browser IS NULL OR browser <> $1)
                    AND product_id IN \(RightsOwner.products)
                """,
                [.text(proof.owner.rawValue)]
            )
            return browsers + rights > 0
        }
    }

    /// Gives a vendor another identifier, so that whoever knows the former one doesn't list under the vendor's name any more.
    public func replaceIdentifier(
        of proof: VendorProof,
        with identifier: VendorIdentifier
    ) async throws(MarketError) {
        try await writeRecords { connection in
            // Listings that are being written are waited for.
            guard proof.vendor != Vendor.guestID, try connection.vendors.locked(proof.vendor) != nil else { return }
            let values: [MoveValue] = [.text(identifier.text), .integer(proof.vendor.rawValue)]
            // What the seller has listed stays theirs to repeat, not that of browsers which know the former one, and is found
            // when it is erased.
            try connection.execute(
                """
                UPDATE idempotency_record SET seller = $1 WHERE seller = (SELECT identifier FROM vendor WHERE id = $2)
                """,
                values
            )
            // Nor does a browser get the new one by repeating an invitation that it has used. No browser has this digest.
            try connection.execute(
                "UPDATE invitation SET browser = hash WHERE vendor_id = $1 AND browser IS NOT NULL",
                [.integer(proof.vendor.rawValue)]
            )
            try connection.execute("UPDATE vendor SET identifier = $1 WHERE id = $2", values)
        }
    }
}

// MARK: - Records

extension RightsOwner {
    /// The products of the owner `$1`, for SQL.
    fileprivate static let products = "(SELECT product_id FROM listing_right WHERE browser = $1)"
}

extension RecordConnection {
    fileprivate func owner(of browser: BrowserDigest) throws -> RightsOwner? {
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

    /// Notes whose product is about to be deleted, for the browsers that hold the right for it. All guests share one name.
    func noteDeletion(of product: Product) throws {
        guard product.vendor.id != Vendor.guestID else { return }
        try execute(
            """
            UPDATE seller_browser SET vendor_id = $1 WHERE (vendor_id IS NULL OR vendor_id <> $1)
                AND owner IN (SELECT browser FROM listing_right WHERE product_id = $2)
            """,
            [.integer(product.vendor.id.rawValue), .integer(product.id.rawValue)]
        )
    }
}
