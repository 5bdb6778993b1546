internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader of a vendor's products as one browser may see them, within one snapshot of the database: hidden and expired ones,
/// and notes, only of products for which it holds the right.
struct OwnProductReader {
    let database: Database
    let proof: VendorProof?

    func page(_ page: Int, of vendor: Vendor.ID, in state: OwnProduct.State?, size: Int) throws -> OwnProducts {
        let counts = try counts(of: vendor)
        var products: [OwnProduct] = []
        var hasNextPage = false
        let (skipped, overflow) = (max(1, page) - 1).multipliedReportingOverflow(by: size)
        if !overflow, skipped < ProductQuery.numberedProducts {
            try database.forEachRow(
                Self.list(in: state),
                with: arguments(vendor) + [
                    (":limit", .integer(Int64(size) + 1)), (":skipped", .integer(Int64(skipped))),
                ]
            ) { row in
                guard products.count < size else {
                    hasNextPage = true
                    return false
                }
                products.append(try product(row))
                return true
            }
        }
        return OwnProducts(products: products, counts: counts, hasNextPage: hasNextPage)
    }

    /// Reads the newest products of other vendors for which an owner holds the right.
    func held(by owner: RightsOwner, butOf vendor: Vendor.ID?, limit: Int) throws -> [OwnProduct] {
        var products: [OwnProduct] = []
        try database.forEachRow(
            Self.heldByAnybody,
            with: [
                (":vendor", .integer(vendor?.rawValue ?? -1)), (":browser", .text(owner.rawValue)),
                (":limit", .integer(Int64(limit))), (":skipped", .integer(0)),
            ]
        ) { row in
            products.append(try product(row))
            return true
        }
        return products
    }

    private func arguments(_ vendor: Vendor.ID) -> [(name: String, value: FilteredArgument)] {
        let browser = proof.flatMap { $0.vendor == vendor ? $0.owner.rawValue : nil }
        return [(":vendor", .integer(vendor.rawValue)), (":browser", .text(browser ?? ""))]
    }

    /// Counts the products in each state. The open ones are those that remain of all, which are counted already.
    private func counts(of vendor: Vendor.ID) throws -> [OwnProduct.State: Int] {
        let stored = try ListingReader(database: database).productCounts(of: vendor)
        var open = Int(clamping: stored.listed + stored.unlisted)
        var counts: [OwnProduct.State: Int] = [:]
        try database.forEachRow(
            """
            SELECT state, count(*) FROM product INDEXED BY product_by_vendor_and_state \
            WHERE vendor_id = ?1 AND state <> 0 GROUP BY state
            """,
            vendor.rawValue
        ) { row in
            guard let state = ListingState.Kind(stored: try row.count(0)) else {
                throw CorruptRowError(reason: "vendor \(vendor.rawValue) has a product in an impossible state")
            }
            let count = Int(clamping: try row.count(1))
            if state.isPublic { counts[OwnProduct.State(state)] = count }
            open -= count
            return true
        }
        if open > 0 { counts[.open] = open }
        for state in OwnProduct.State.allCases where !state.kind.isPublic {
            let count = try heldCount(of: vendor, in: state)
            if count > 0 { counts[state] = count }
        }
        return counts
    }

    /// Counts the products in a state for which the browser holds the right.
    private func heldCount(of vendor: Vendor.ID, in state: OwnProduct.State) throws -> Int {
        var count = 0
        try database.forEachRow(
            """
            SELECT count(*) FROM product AS p \
            WHERE p.state = :state AND p.vendor_id = :vendor AND p.id IN \(Self.held) AND \(state.holdCondition)
            """,
            with: arguments(vendor) + [(":state", .integer(state.kind.stored))]
        ) { row in
            count = Int(clamping: try row.count(0))
            return false
        }
        return count
    }

    private func product(_ row: StatementRow) throws -> OwnProduct {
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
            hold: try row.optionalHoldKind(next + 4)
        )
    }

    /// The products for which the browser holds the right. No right has the empty text.
    private static let held = "(SELECT product_id FROM listing_right WHERE browser = :browser)"

    /// Returns the statement of a list.
    private static func list(in state: OwnProduct.State?) -> String {
        switch state {
        case nil: inAnyState
        case .open: open
        case .reserved: reserved
        case .sold: sold
        case .hidden: hidden
        case .expired: expired
        case .waiting: waiting
        case .held: heldByOthers
        }
    }

    // Constants, so that each stays prepared.
    private static let inAnyState = text(
        "",
        "(p.state IN (\(ListingState.Kind.publicStates)) OR p.id IN \(held)) AND "
    )
    private static let open = text("", "p.state = 0 AND ")
    private static let reserved = text(in: .reserved)
    private static let sold = text(in: .sold)
    private static let hidden = text(in: .hidden)
    private static let expired = text(in: .expired)
    private static let waiting = text(in: .waiting)
    private static let heldByOthers = text(in: .held)

    private static let heldByAnybody = text("", "p.id IN \(held) AND ", ofVendor: "<>")

    private static func text(in state: OwnProduct.State) -> String {
        let stored = state.kind.stored
        guard state.kind.isPublic else {
            return text("", "p.state = \(stored) AND p.id IN \(held) AND \(state.holdCondition) AND ")
        }
        return text(" INDEXED BY product_by_vendor_and_state", "p.state <> 0 AND p.state = \(stored) AND ")
    }

    private static func text(_ index: String, _ condition: String, ofVendor comparison: String = "=") -> String {
        """
        SELECT \(ListingStatements.columns(described: false)), p.is_listed, p.expires_at, p.bumped_at, \
        CASE WHEN p.id IN \(held) THEN d.reservation_note END, CASE WHEN p.id IN \(held) THEN \(OwnProduct.State.holdKind) END \
        FROM product AS p\(index) LEFT JOIN vendor AS v ON v.id = p.vendor_id \
        LEFT JOIN product_detail AS d ON d.product_id = p.id \
        WHERE \(condition)p.vendor_id \(comparison) :vendor ORDER BY p.id DESC LIMIT :limit OFFSET :skipped
        """
    }
}
