internal import MarketModels

/// The statement for a page of a list that isn't searched or filtered, in the order of the ids.
///
/// Its text depends only on the kind of list and roughly on its length, so that it stays prepared. With the length in the text,
/// PostgreSQL knows that the page is short, and uses one plan for all pages.
struct PlainListStatement {
    let text: String

    init(_ query: ProductQuery, _ base: RevisionBase, _ parameters: inout StatementParameters) {
        let isNewestFirst = query.order != .oldest
        let vendor = query.vendor.map { parameters.add($0.rawValue) }
        let onlyWonAndDollar = query.currencyScope == .wonAndDollar
        let isOfEverything = query.includesUnlisted && query.vendor != nil
        var conditions = isOfEverything ? [] : ["p.is_listed"]
        if let vendor { conditions.append("p.vendor_id = \(vendor)") }
        if onlyWonAndDollar, !isOfEverything { conditions.append("p.currency IN ('KRW', 'USD')") }
        let total = isOfEverything ? "listed + unlisted" : onlyWonAndDollar ? "listed_krw_usd" : "listed"
        let bound = Self.bound(of: query, conditions, onlyWonAndDollar && !isOfEverything, &parameters)
        let direction = isNewestFirst ? "DESC" : "ASC"
        text = """
            WITH total AS MATERIALIZED (
                SELECT coalesce(sum(\(total)), 0)::bigint AS count FROM listing_count
                WHERE \(vendor.map { "kind = 5 AND key = \($0)" } ?? "kind = 4")
            )
            SELECT total.count, false, \(RevisionBase.sql(parameters.add(base.horizon))), false, page.*
            FROM total LEFT JOIN LATERAL (
                SELECT * FROM (
                    SELECT \(SummaryReader.columns(of: query))
                    FROM product AS p LEFT JOIN vendor AS v ON v.id = p.vendor_id
                    WHERE \((conditions + (bound.map { ["p.id \($0)"] } ?? [])).joined(separator: " AND "))
                    ORDER BY p.id \(direction) LIMIT \(Self.length(holding: query.size + 1))
                ) AS longest ORDER BY longest.id \(direction) LIMIT \(parameters.add(query.size + 1))
            ) AS page ON true ORDER BY page.id \(direction)
            """
    }

    /// Returns one of few lengths that isn't below a number of rows. PostgreSQL reads no row more for it.
    private static func length(holding count: Int) -> Int {
        [32, 128].first { $0 >= count } ?? ProductQuery.pageSizes.upperBound + 1
    }

    /// Returns the condition for the ids of the page, or nil if there is none.
    private static func bound(
        of query: ProductQuery,
        _ conditions: [String],
        _ onlyWonAndDollar: Bool,
        _ parameters: inout StatementParameters
    ) -> String? {
        let isNewestFirst = query.order != .oldest
        switch query.window {
        case .after(let cursor):
            return "\(isNewestFirst ? "<" : ">") \(parameters.add(cursor.id.rawValue))"
        case .page(1):
            return nil
        case .page(let number):
            let (place, overflows) = (number - 1).multipliedReportingOverflow(by: query.size)
            // No market has so many products, and PostgreSQL would refuse to double the number.
            let end = query.vendor == nil ? 1 << 53 : ProductQuery.numberedProducts
            guard !overflows, place < end else { return "IS NULL" }
            let skipped = parameters.add(place)
            let comparison = isNewestFirst ? "<=" : ">="
            guard query.vendor != nil else {
                let newer = isNewestFirst ? skipped : "total.count - 1 - \(skipped)"
                return "\(comparison) (SELECT listed_product_at(\(newer), total.count, \(onlyWonAndDollar)))"
            }
            return "\(comparison) \(vendorsID(skipped, conditions, isNewestFirst))"
        }
    }

    /// Returns the id at a position of a vendor's own list, skipping products from the nearer end.
    private static func vendorsID(_ skipped: String, _ conditions: [String], _ isNewestFirst: Bool) -> String {
        func id(_ direction: String, _ skipped: String) -> String {
            """
            (SELECT p.id FROM product AS p WHERE \(conditions.joined(separator: " AND ")) \
            ORDER BY p.id \(direction) OFFSET \(skipped) LIMIT 1)
            """
        }
        let (order, opposite) = isNewestFirst ? ("DESC", "ASC") : ("ASC", "DESC")
        return """
            CASE WHEN \(skipped) >= total.count THEN NULL WHEN \(skipped) * 2 <= total.count THEN \(id(order, skipped)) \
            ELSE \(id(opposite, "greatest(total.count - 1 - \(skipped), 0)")) END
            """
    }
}

extension ListCursor {
    /// The product after which a list continues.
    var id: Product.ID {
        switch self {
        case .afterID(let id): id
        case .afterPrice(let place): place.id
        case .afterBump(let place): place.id
        }
    }
}
