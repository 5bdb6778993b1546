internal import MarketCore
internal import MarketModels

/// A reader of a seller's own products, in one snapshot.
struct OwnProductReader {
    let connection: PostgresConnection

    func page(_ page: Int, of vendor: Vendor.ID, in state: ListingState.Kind?, size: Int) throws -> OwnProducts {
        try connection.transaction(.repeatableRead, readOnly: true) {
            let counts = try counts(of: vendor)
            var products: [OwnProduct] = []
            var hasNextPage = false
            let (skipped, overflows) = (max(1, page) - 1).multipliedReportingOverflow(by: size)
            if !overflows, skipped < ProductQuery.numberedProducts {
                try connection.forEachRow(Self.list(in: state), [vendor.rawValue, size + 1, skipped]) { row in
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
    }

    /// Counts the products in each state. The open ones are those that remain of all, which are counted already.
    private func counts(of vendor: Vendor.ID) throws -> [ListingState.Kind: Int] {
        var open =
            try connection.firstRow(
                """
                SELECT coalesce(sum(listed + unlisted), 0)::bigint FROM listing_count WHERE kind = 5 AND key = $1
                """,
                [vendor.rawValue]
            ) { Int(clamping: try $0.count(0)) } ?? 0
        var counts: [ListingState.Kind: Int] = [:]
        try connection.forEachRow(
            "SELECT state, count(*) FROM product WHERE vendor_id = $1 AND state <> 0 GROUP BY state",
            [vendor.rawValue]
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

    private func product(_ row: PostgresRow) throws -> OwnProduct {
        let id = Product.ID(rawValue: try row.positive(0))
        let summary = try SummaryReader.summary(row, from: 0, id, description: nil, images: nil)
        let next = SummaryReader.columnCount
        return OwnProduct(
            summary,
            lifecycle: ListingLifecycle(
                state: summary.state,
                isListed: try row.boolean(next),
                expiresAt: try row.optionalTimestamp(next + 1),
                bumpedAt: try row.optionalTimestamp(next + 2)
            ),
            reservationNote: try row.optionalText(next + 3)
        )
    }

    /// Returns the statement of a list. Parameters: 1 the vendor, 2 the limit, 3 the number of products to skip.
    private static func list(in state: ListingState.Kind?) -> String {
        // Only the index of all of a vendor's products has the open ones, and only the other index has few of the others.
        let condition =
            switch state {
            case nil: ""
            case .open?: "p.state = 0 AND "
            case let state?: "p.state <> 0 AND p.state = \(state.stored) AND "
            }
        return """
            SELECT \(SummaryReader.columns), p.is_listed, p.expires_at, p.bumped_at, d.reservation_note
            FROM product AS p LEFT JOIN vendor AS v ON v.id = p.vendor_id
            LEFT JOIN product_detail AS d ON d.product_id = p.id
            WHERE \(condition)p.vendor_id = $1 ORDER BY p.id DESC LIMIT $2 OFFSET $3
            """
    }
}
