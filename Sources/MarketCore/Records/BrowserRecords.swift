package import MarketModels

/// The browsers of sellers. The statements are the same in every store.
package struct BrowserRecords<Connection: RecordConnection> {
    private let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    package func add(_ browser: SellerBrowser, of owner: RightsOwner) throws -> RightsOwner {
        try connection.execute(
            """
            INSERT INTO seller_browser (digest, owner, application, system, created_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (digest) DO NOTHING
            """,
            [
                .text(browser.digest.rawValue), .text(owner.rawValue), .init(browser.name.application),
                .init(browser.name.system), .integer(browser.createdAt.millisecondsSinceEpoch),
            ]
        )
        guard let stored = try self.owner(of: browser.digest) else {
            throw CorruptRowError(reason: "a browser was written and isn't there")
        }
        return stored
    }

    package func owner(of browser: BrowserDigest) throws -> RightsOwner? {
        try connection.first("SELECT owner FROM seller_browser WHERE digest = $1", [.text(browser.rawValue)]) {
            RightsOwner(rawValue: try $0.nonEmptyText(0))
        }
    }

    /// Forgets the browsers of an owner who has no right any more, unless they prove whose the name of a vendor without products
    /// is. Otherwise whoever knows one password would leave as many as they like.
    func forgetWithoutRights(_ owner: RightsOwner) throws {
        try connection.execute(
            """
            DELETE FROM seller_browser WHERE owner = $1 AND vendor_id IS NULL
                AND NOT EXISTS (SELECT 1 FROM listing_right WHERE browser = $1)
            """,
            [.text(owner.rawValue)]
        )
    }

    package func holdsRight(_ owner: RightsOwner, for id: Product.ID) throws -> Bool {
        try connection.exists(
            "SELECT id FROM listing_right WHERE browser = $1 AND product_id = $2 LIMIT 1",
            [.text(owner.rawValue), .integer(id.rawValue)]
        )
    }

    package func holdsRight(_ owner: RightsOwner, ofVendor vendor: Vendor.ID) throws -> Bool {
        try connection.exists(
            """
            SELECT r.id FROM listing_right AS r JOIN product AS p ON p.id = r.product_id
            WHERE r.browser = $1 AND p.vendor_id = $2 LIMIT 1
            """,
            [.text(owner.rawValue), .integer(vendor.rawValue)]
        )
    }

    package func vendorWithoutProducts(
        identifiedBy identifier: VendorIdentifier,
        heldBy browser: BrowserDigest
    ) throws -> Vendor.ID? {
        try connection.first(
            """
            SELECT v.id FROM seller_browser AS b JOIN vendor AS v ON v.id = b.vendor_id
            WHERE b.digest = $1 AND v.identifier = $2 AND NOT EXISTS (SELECT 1 FROM product WHERE vendor_id = v.id)
            """,
            [.text(browser.rawValue), .text(identifier.text)]
        ) { Vendor.ID(rawValue: try $0.positive(0)) }
    }

    /// Notes whose product is about to be deleted, for the browsers that hold the right for it. All guests share one name.
    package func noteDeletion(of product: Product) throws {
        guard product.vendor.id != Vendor.guestID else { return }
        try connection.execute(
            """
            UPDATE seller_browser SET vendor_id = $1 WHERE (vendor_id IS NULL OR vendor_id <> $1)
                AND owner IN (SELECT browser FROM listing_right WHERE product_id = $2)
            """,
            [.integer(product.vendor.id.rawValue), .integer(product.id.rawValue)]
        )
    }

    /// The products of the owner `$1`.
    private static var products: String { "(SELECT product_id FROM listing_right WHERE browser = $1)" }

    package func browsers(of owner: RightsOwner, limit: Int) throws -> [SellerBrowser] {
        try connection.all(
            """
            SELECT digest, application, system, created_at FROM seller_browser
            WHERE owner = $1 OR owner IN (
                SELECT browser FROM listing_right WHERE browser IS NOT NULL AND product_id IN \(Self.products))
            ORDER BY created_at DESC, digest LIMIT $2
            """,
            [.text(owner.rawValue), .integer(Int64(limit))]
        ) { row in
            SellerBrowser(
                digest: BrowserDigest(rawValue: try row.nonEmptyText(0)),
                name: BrowserName(application: try row.optionalText(1), system: try row.optionalText(2)),
                createdAt: try row.timestamp(3)
            )
        }
    }

    package func end(_ browser: BrowserDigest, of owner: RightsOwner) throws -> Bool {
        guard let its = try self.owner(of: browser) else { return false }
        if its == owner {
            return try connection.execute("DELETE FROM seller_browser WHERE digest = $1", [.text(browser.rawValue)]) > 0
        }
        let count = try connection.execute(
            "DELETE FROM listing_right WHERE browser = $2 AND product_id IN \(Self.products)",
            [.text(owner.rawValue), .text(its.rawValue)]
        )
        guard count > 0 else { return false }
        // Nor do products that were deleted before say that the name is its own.
        try connection.execute(
            """
            UPDATE seller_browser SET vendor_id = NULL
            WHERE owner = $2 AND vendor_id IN (SELECT vendor_id FROM product WHERE id IN \(Self.products))
            """,
            [.text(owner.rawValue), .text(its.rawValue)]
        )
        return true
    }

    /// - Returns: whether there was anything to end.
    package func endOthers(than browser: BrowserDigest, of owner: RightsOwner) throws -> Bool {
        let browsers = try connection.execute(
            "DELETE FROM seller_browser WHERE owner = $1 AND digest <> $2",
            [.text(owner.rawValue), .text(browser.rawValue)]
        )
        let rights = try connection.execute(
            """
            DELETE FROM listing_right WHERE (browser IS NULL OR browser <> $1) AND product_id IN \(Self.products)
            """,
            [.text(owner.rawValue)]
        )
        return browsers + rights > 0
    }

    package func replaceIdentifier(of vendor: Vendor.ID, with identifier: VendorIdentifier) throws {
        // Listings that are being written are waited for.
        guard vendor != Vendor.guestID, try connection.vendors.locked(vendor) != nil else { return }
        let values: [MoveValue] = [.text(identifier.text), .integer(vendor.rawValue)]
        // What the seller has listed stays theirs to repeat, not that of browsers which know the former one, and is found when
        // it is erased.
        try connection.execute(
            """
            UPDATE idempotency_record SET seller = $1 WHERE seller = (SELECT identifier FROM vendor WHERE id = $2)
            """,
            values
        )
        try connection.execute("UPDATE vendor SET identifier = $1 WHERE id = $2", values)
    }
}
