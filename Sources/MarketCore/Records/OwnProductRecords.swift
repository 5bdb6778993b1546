package import MarketModels

/// A vendor's products as one browser may see them: hidden and expired ones, and notes, only of products for which it holds the right.
package struct OwnProductRecords<Connection: RecordConnection> {
    private let connection: Connection
    private let proof: VendorProof?

    init(_ connection: Connection, proof: VendorProof?) {
        self.connection = connection
        self.proof = proof
    }

    package func page(_ page: Int, of vendor: Vendor.ID, in state: OwnProduct.State?, size: Int) throws -> OwnProducts {
        try connection.inSnapshot {
            let counts = try counts(of: vendor)
            guard let skipped = ProductQuery.countBefore(page: page, size: size) else {
                return OwnProducts(products: [], counts: counts, hasNextPage: false)
            }
            // One row more than the page shows whether another page follows.
            let products = try connection.all(
                Self.list(in: state),
                [
                    .integer(vendor.rawValue), .integer(Int64(size) + 1), .integer(Int64(skipped)),
                    .text(browser(vendor)),
                ],
                product
            )
            return OwnProducts(
                products: Array(products.prefix(size)),
                counts: counts,
                hasNextPage: products.count > size
            )
        }
    }

    /// Reads the newest products of other vendors for which an owner holds the right.
    package func held(by owner: RightsOwner, butOf vendor: Vendor.ID?, limit: Int) throws -> [OwnProduct] {
        try connection.all(
            Self.list("p.id IN \(Self.held("$4")) AND ", ofVendor: "<>"),
            [.integer(vendor?.rawValue ?? -1), .integer(Int64(limit)), .integer(0), .text(owner.rawValue)],
            product
        )
    }

    private func browser(_ vendor: Vendor.ID) -> String {
        proof.flatMap { $0.vendor == vendor ? $0.owner.rawValue : nil } ?? ""
    }

    /// Counts the products in each state. The open ones are those that remain of all, which are counted already.
    private func counts(of vendor: Vendor.ID) throws -> [OwnProduct.State: Int] {
        var open = Int(clamping: try connection.productCount(of: vendor))
        var counts: [OwnProduct.State: Int] = [:]
        try connection.forEachRow(
            """
            SELECT state, count(*) FROM product\(Connection.indexed(by: "product_by_vendor_and_state"))
            WHERE vendor_id = $1 AND state <> 0 GROUP BY state
            """,
            [.integer(vendor.rawValue)]
        ) { row in
            guard let state = ListingState.Kind(stored: try row.count(0)) else {
                throw CorruptRowError(reason: "vendor \(vendor.rawValue) has a product in an impossible state")
            }
            let count = Int(clamping: try row.count(1))
            if state.isPublic { counts[OwnProduct.State(state)] = count }
            open -= count
        }
        if open > 0 { counts[.open] = open }
        for state in OwnProduct.State.allCases where !state.kind.isPublic {
            let count = try connection.first(
                """
                SELECT count(*) FROM product AS p
                WHERE p.state = $1 AND p.vendor_id = $2 AND p.id IN \(Self.held("$3")) AND \(state.holdCondition)
                """,
                [.integer(state.kind.stored), .integer(vendor.rawValue), .text(browser(vendor))]
            ) { Int(clamping: try $0.count(0)) }
            if let count, count > 0 { counts[state] = count }
        }
        return counts
    }

    /// The products for which the browser holds the right. No right has the empty text.
    private static func held(_ browser: String) -> String {
        "(SELECT product_id FROM listing_right WHERE browser = \(browser))"
    }

    private func product(_ row: Connection.Row) throws -> OwnProduct {
        let summary = try row.summary(Product.ID(rawValue: row.positive(0)), description: nil, images: nil)
        let next = ProductColumns.summaryCount
        return OwnProduct(
            summary,
            lifecycle: ListingLifecycle(
                state: summary.state,
                isListed: try row.boolean(next),
                expiresAt: try row.optionalTimestamp(next + 1),
                bumpedAt: try row.optionalTimestamp(next + 2)
            ),
            reservationNote: try row.optionalText(next + 3),
            hold: try row.optionalHoldKind(next + 4),
            isChangedAsAsked: try row.boolean(next + 5)
        )
    }

    /// Returns the statement of a list. Parameters: 1 the vendor, 2 the limit, 3 the number of products to
    /// skip, 4 the browser.
    private static func list(in state: OwnProduct.State?) -> String {
        // Only the index of all of a vendor's products has the open ones, and only the other index has few of the others.
        switch state {
        case nil: list("(p.state IN (\(ListingState.Kind.publicStates)) OR p.id IN \(held("$4"))) AND ")
        case .open?: list("p.state = 0 AND ")
        case let state? where !state.kind.isPublic:
            list("p.state = \(state.kind.stored) AND p.id IN \(held("$4")) AND \(state.holdCondition) AND ")
        case let state?:
            list(
                "p.state <> 0 AND p.state = \(state.kind.stored) AND ",
                by: Connection.indexed(by: "product_by_vendor_and_state")
            )
        }
    }

    private static func list(_ condition: String, by index: String = "", ofVendor comparison: String = "=") -> String {
        """
        SELECT \(ProductColumns.summary), p.is_listed, p.expires_at, p.bumped_at,
            CASE WHEN p.id IN \(held("$4")) THEN d.reservation_note END,
            CASE WHEN p.id IN \(held("$4")) THEN \(OwnProduct.State.holdKind) END,
            p.id IN \(held("$4")) AND \(OwnProduct.State.isChangedAsAsked)
        FROM product AS p\(index) LEFT JOIN vendor AS v ON v.id = p.vendor_id
        LEFT JOIN product_detail AS d ON d.product_id = p.id
        WHERE \(condition)p.vendor_id \(comparison) $1 ORDER BY p.id DESC LIMIT $2 OFFSET $3
        """
    }
}
