internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader of a seller's own products, within one snapshot of the database.
struct OwnProductReader {
    let database: Database

    func page(_ page: Int, of vendor: Vendor.ID, in state: ListingState.Kind?, size: Int) throws -> OwnProducts {
        let counts = try counts(of: vendor)
        var products: [OwnProduct] = []
        var hasNextPage = false
        let (skipped, overflow) = (max(1, page) - 1).multipliedReportingOverflow(by: size)
        if !overflow, skipped < ProductQuery.numberedProducts {
            try database.forEachRow(
                Self.list(in: state),
                vendor.rawValue,
                Int64(size) + 1,
                Int64(skipped)
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

    /// Counts the products in each state. The open ones are those that remain of all, which are counted already.
    private func counts(of vendor: Vendor.ID) throws -> [ListingState.Kind: Int] {
        let stored = try ListingReader(database: database).productCounts(of: vendor)
        var open = Int(clamping: stored.listed + stored.unlisted)
        var counts: [ListingState.Kind: Int] = [:]
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
            counts[state] = count
            open -= count
            return true
        }
        if open > 0 { counts[.open] = open }
        return counts
    }

    private func product(_ row: StatementRow) throws -> OwnProduct {
        let summary = try SummaryReader.summary(row, described: false, images: nil)
        return OwnProduct(
            summary,
            lifecycle: ListingLifecycle(
                state: summary.state,
                isListed: try row.count(18) != 0,
                expiresAt: try row.optionalTimestamp(19),
                bumpedAt: try row.optionalTimestamp(20)
            ),
            reservationNote: try row.optionalText(21)
        )
    }

    /// Returns the statement of a list. Arguments: 1 the vendor, 2 the limit, 3 the number of products to skip.
    private static func list(in state: ListingState.Kind?) -> String {
        switch state {
        case nil: inAnyState
        case .open: open
        case .reserved: reserved
        case .sold: sold
        case .hidden: hidden
        case .expired: expired
        }
    }

    // Constants, so that each stays prepared.
    private static let inAnyState = text("", "")
    private static let open = text("", "p.state = 0 AND ")
    private static let reserved = text(in: .reserved)
    private static let sold = text(in: .sold)
    private static let hidden = text(in: .hidden)
    private static let expired = text(in: .expired)

    private static func text(in state: ListingState.Kind) -> String {
        text(" INDEXED BY product_by_vendor_and_state", "p.state <> 0 AND p.state = \(state.stored) AND ")
    }

    private static func text(_ index: String, _ condition: String) -> String {
        """
        SELECT \(ListingStatements.columns(described: false)), p.is_listed, p.expires_at, p.bumped_at, \
        d.reservation_note FROM product AS p\(index) LEFT JOIN vendor AS v ON v.id = p.vendor_id \
        LEFT JOIN product_detail AS d ON d.product_id = p.id \
        WHERE \(condition)p.vendor_id = ?1 ORDER BY p.id DESC LIMIT ?2 OFFSET ?3
        """
    }
}
