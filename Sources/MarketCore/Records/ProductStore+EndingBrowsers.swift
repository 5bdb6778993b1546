public import MarketModels

/// Ending the browsers of sellers. None of this changes the revision.
///
/// A browser that is ended alone still knows the identifier under which it has listed, and whoever sends an identifier lists
/// under it. So what is listed from then on doesn't prove whose the identifier is, until it is replaced.
extension ProductStore {
    /// Returns whether a browser is that of whom an identifier names: it holds the right for one of the vendor's products that
    /// prove this or, where none may be left, held that for one when it was deleted. Of the vendors of such products, only the
    /// last one is known.
    ///
    /// Where nobody is left who could prove it, later products do, so that somebody can replace the identifier.
    public func isIdentifier(
        _ identifier: VendorIdentifier,
        of vendor: Vendor.ID,
        provenBy proof: BrowserProof
    ) async throws(MarketError) -> Bool {
        try await readRecords { try $0.isIdentifier(identifier, of: vendor, provenBy: proof) }
    }

    /// Ends a browser: one of the same owner loses all rights, another one those for products of this owner.
    ///
    /// - Returns: whether there was one.
    public func endBrowser(_ browser: BrowserDigest, of proof: BrowserProof) async throws(MarketError) -> Bool {
        try await writeRecords { connection in
            guard let its = try connection.owner(of: browser) else { return false }
            let values: [MoveValue] = [
                .text(proof.owner.rawValue), .text(its.rawValue), .text(browser.rawValue),
            ]
            // Listings that are being written are waited for.
            try connection.lockVendors(ofEndedBrowser: values)
            // Of two that end each other, the first one has.
            let there = try connection.locked("digest IN ($1, $2)", [proof.browser, browser])
            guard there.contains(browser), there.contains(proof.browser) else { return false }
            if its != proof.owner {
                let isShared = try connection.exists(
                    "SELECT 1 FROM listing_right WHERE browser = $2 AND product_id IN \(RightsOwner.products) LIMIT 1",
                    Array(values.prefix(2))
                )
                guard isShared else { return false }
            }
            try connection.keepLaterProductsFromProving(toEndedBrowser: values)
            if its == proof.owner {
                try connection.remove(browser)
                return true
            }
            try connection.execute(
                "DELETE FROM listing_right WHERE browser = $2 AND product_id IN \(RightsOwner.products)",
                Array(values.prefix(2))
            )
            // Nor do products that were deleted before say that the name is its own.
            try connection.execute(
                """
                UPDATE seller_browser SET vendor_id = NULL
                WHERE owner = $2 AND vendor_id IN (SELECT vendor_id FROM product WHERE id IN \(RightsOwner.products))
                """,
                Array(values.prefix(2))
            )
            return true
        }
    }

    /// Removes a browser that has got rights, and doesn't know its key yet.
    public func removeBrowser(_ browser: BrowserDigest) async throws(MarketError) {
        try await writeRecords { try $0.remove(browser) }
    }

    /// Returns whether there is anything that ``endOtherBrowsers(of:replacing:)`` would end.
    public func hasOtherBrowsers(
        of proof: BrowserProof,
        knowing identifier: IdentifierProof?
    ) async throws(MarketError) -> Bool {
        try await readRecords { connection in
            try connection.exists(
                """
                SELECT 1 WHERE EXISTS (SELECT 1 FROM seller_browser WHERE owner = $1 AND digest <> $2)
                    OR EXISTS (SELECT 1 FROM listing_right WHERE \(RightsOwner.others))
                    OR EXISTS (SELECT 1 FROM vendor WHERE id = $3 AND last_proving_product_id IS NOT NULL)
                """,
                [
                    .text(proof.owner.rawValue), .text(proof.browser.rawValue),
                    .init(identifier?.seller.vendor.rawValue),
                ]
            )
        }
    }

    /// Ends all other browsers, and also the links and the rights of programs for the owner's products.
    ///
    /// - Parameter identifier: what is replaced by its successor in the same commit, so that whoever knows it, also a browser that
    ///   was ended before, doesn't list under the vendor's name any more; nil to leave it as it is.
    /// - Returns: whether there was anything to end, and the browser and what it has proven were still there.
    public func endOtherBrowsers(
        of proof: BrowserProof,
        replacing identifier: IdentifierProof?
    ) async throws(MarketError) -> Bool {
        try await writeRecords { connection in
            if let identifier {
                // Listings that are being written are waited for, and other browsers that do the same.
                let vendor = identifier.seller.vendor
                guard try connection.vendors.locked(vendor) != nil,
                    try connection.isIdentifier(identifier.identifier, of: vendor, provenBy: proof),
                    // It has replaced that one before, which somebody else uses since, and doesn't know it yet.
                    try connection.vendors.vendor(identifiedBy: identifier.successor) == nil
                else { return false }
            }
            let there = try connection.locked("owner = $1", [proof.owner])
            guard there.contains(proof.browser) else { return false }
            if let identifier { try connection.replace(identifier) }
            let browsers = try connection.execute(
                "DELETE FROM seller_browser WHERE owner = $1 AND digest <> $2",
                [.text(proof.owner.rawValue), .text(proof.browser.rawValue)]
            )
            let rights = try connection.execute(
                "DELETE FROM listing_right WHERE \(RightsOwner.others)",
                [.text(proof.owner.rawValue)]
            )
            return browsers + rights > 0 || identifier != nil
        }
    }
}

// MARK: - Records

extension RightsOwner {
    /// The condition of rights for the products of the owner `$1` that others hold.
    fileprivate static let others = "(browser IS NULL OR browser <> $1) AND product_id IN \(products)"

    /// The vendors whose identifiers the browser `$3` of the owner `$2` may know, when one of the owner `$1` ends it. Guests have
    /// none, and none of them waits for it.
    fileprivate static let vendorsOfEnded = """
        (SELECT p.vendor_id FROM product AS p JOIN listing_right AS r ON r.product_id = p.id
            WHERE r.browser = $2 AND p.vendor_id <> \(Vendor.guestID.rawValue) AND p.id IN \(products)
        UNION SELECT vendor_id FROM seller_browser WHERE digest = $3 AND vendor_id IS NOT NULL)
        """
}

extension RecordConnection {
    fileprivate func isIdentifier(
        _ identifier: VendorIdentifier,
        of vendor: Vendor.ID,
        provenBy proof: BrowserProof
    ) throws -> Bool {
        let last = try first(
            "SELECT last_proving_product_id FROM vendor WHERE id = $1 AND identifier = $2",
            [.integer(vendor.rawValue), .text(identifier.text)]
        ) { try $0.optionalInteger(0) }
        guard let last else { return false }
        if try holdsRight(proof.owner, ofVendor: vendor, upTo: last ?? .max) { return true }
        let heldDeleted = try exists(
            "SELECT 1 FROM seller_browser WHERE digest = $1 AND vendor_id = $2",
            [.text(proof.browser.rawValue), .integer(vendor.rawValue)]
        )
        guard let last else { return try heldDeleted && !hasProduct(of: vendor, upTo: .max) }
        if heldDeleted { return true }
        let isProvable = try exists(
            "SELECT 1 FROM seller_browser WHERE vendor_id = $1 LIMIT 1",
            [.integer(vendor.rawValue)]
        )
        return try !isProvable && !hasProduct(of: vendor, upTo: last)
            && holdsRight(proof.owner, ofVendor: vendor, upTo: .max)
    }

    /// Returns whether an owner holds the right for any of a vendor's products.
    ///
    /// - Parameter last: the highest id of a product that counts.
    func holdsRight(_ owner: RightsOwner, ofVendor vendor: Vendor.ID, upTo last: Int64) throws -> Bool {
        try exists(
            """
            SELECT r.id FROM listing_right AS r JOIN product AS p ON p.id = r.product_id
            WHERE r.browser = $1 AND p.vendor_id = $2 AND p.id <= $3 LIMIT 1
            """,
            [.text(owner.rawValue), .integer(vendor.rawValue), .integer(last)]
        )
    }

    private func hasProduct(of vendor: Vendor.ID, upTo last: Int64) throws -> Bool {
        try exists(
            "SELECT 1 FROM product WHERE vendor_id = $1 AND id <= $2 LIMIT 1",
            [.integer(vendor.rawValue), .integer(last)]
        )
    }

    /// Locks browsers in one order until the transaction ends, and returns those that are there.
    fileprivate func locked(_ condition: String, _ values: [some RawRepresentable<String>]) throws -> [BrowserDigest] {
        try all(
            "SELECT digest FROM seller_browser WHERE \(condition) ORDER BY digest \(Self.locking("FOR UPDATE"))",
            values.map { .text($0.rawValue) }
        ) { BrowserDigest(rawValue: try $0.nonEmptyText(0)) }
    }

    fileprivate func lockVendors(ofEndedBrowser values: [MoveValue]) throws {
        try forEachRow(
            """
            SELECT id FROM vendor WHERE id IN \(RightsOwner.vendorsOfEnded) ORDER BY id \(Self.locking("FOR NO KEY UPDATE"))
            """,
            values
        ) { _ in }
    }

    /// What was ended first counts: whoever is ended later may have listed something since.
    fileprivate func keepLaterProductsFromProving(toEndedBrowser values: [MoveValue]) throws {
        try execute(
            """
            UPDATE vendor SET last_proving_product_id = (
                SELECT coalesce(max(p.id), 0) FROM product AS p WHERE p.vendor_id = vendor.id)
            WHERE last_proving_product_id IS NULL AND id IN \(RightsOwner.vendorsOfEnded)
            """,
            values
        )
    }

    fileprivate func remove(_ browser: BrowserDigest) throws {
        try execute("DELETE FROM seller_browser WHERE digest = $1", [.text(browser.rawValue)])
    }

    /// Gives the vendor, who is locked, another identifier.
    fileprivate func replace(_ proof: IdentifierProof) throws {
        let values: [MoveValue] = [.text(proof.successor.text), .integer(proof.seller.vendor.rawValue)]
        // What the seller has listed stays theirs to repeat, not that of browsers which know the former one, and is found
        // when it is erased.
        try execute(
            "UPDATE idempotency_record SET seller = $1 WHERE seller = (SELECT identifier FROM vendor WHERE id = $2)",
            values
        )
        // Nor does a browser get the new one by repeating an invitation that it has used. No browser has this digest.
        try execute(
            "UPDATE invitation SET browser = hash WHERE vendor_id = $1 AND browser IS NOT NULL",
            [.integer(proof.seller.vendor.rawValue)]
        )
        try execute("UPDATE vendor SET identifier = $1, last_proving_product_id = NULL WHERE id = $2", values)
    }
}
