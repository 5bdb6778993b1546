internal import MarketCore
internal import MarketModels

/// The statements for a page of a list that is searched, filtered, or not ordered by id. Each returns rows of ``PageRows``.
struct FilteredStatements {
    /// The maximum number of products that are counted, and sorted if they are no more.
    private static let counted = ProductSearch.countedMatches
    private static let cappedTotal = "SELECT \(counted) AS count, true AS is_capped"

    let conditions: ListConditions
    let base: RevisionBase
    /// The number of products to skip.
    let skipped: Int
    /// The maximum number of products on the page.
    let size: Int

    private var query: ProductQuery { conditions.query }
    private var order: ListOrder { ListOrder(query) }
    /// One more than the page has shows whether another page follows.
    private var limit: Int { skipped + size + 1 }

    // MARK: Matches

    /// Returns the statement that collects the matches up to the counting limit, and sorts them if these are all.
    func collected(_ parameters: inout StatementParameters) -> String {
        let matches = "\(matches(&parameters)) LIMIT \(Self.counted + 1)"
        let exceeds = "(SELECT count(*) > \(Self.counted) FROM match)"
        let total =
            conditions.isCounted
            ? storedTotal(&parameters)
            : "SELECT least(count(*), \(Self.counted)) AS count, count(*) > \(Self.counted) AS is_capped FROM match"
        return statement(
            with: [
                "match AS MATERIALIZED (\(matches))",
                "found AS MATERIALIZED (SELECT \(exceeds) AS exceeds)",
            ],
            total: total,
            exceeds: isInOrder ? "false" : "(SELECT exceeds FROM found)",
            page: page(&parameters),
            &parameters
        )
    }

    /// Returns the statement that counts the matches by category, up to one more than are counted so.
    func countedByCategory(_ parameters: inout StatementParameters) -> String {
        """
        SELECT p.category_id, count(*) FROM (\(matches(&parameters)) LIMIT \(ProductQuery.groupedProducts + 1)) AS match
        CROSS JOIN LATERAL (SELECT q.category_id FROM product AS q WHERE q.id = match.id OFFSET 0) AS p GROUP BY 1
        """
    }

    /// Whether the matches are read in the order of the list, also if there are more than are counted.
    private var isInOrder: Bool { query.order.isByID && isInOrderOfIDs }
    private var isInOrderOfIDs: Bool { conditions.keyed != nil || conditions.bounds == nil }

    private func matches(_ parameters: inout StatementParameters) -> String {
        guard isInOrderOfIDs else {
            return "SELECT p.id FROM product AS p WHERE \(conditions.productCondition(listed: listed, &parameters))"
        }
        return matchesInOrder(behind: nil, &parameters)
    }

    private func matchesInOrder(behind bound: String?, _ parameters: inout StatementParameters) -> String {
        if let keyed = conditions.keyed {
            return SearchStatement(
                conditions: keyed,
                productCondition: { conditions.productConditionBesidesKeys(&$0) },
                includesUnlisted: query.filter.includesSold
            ).ids(isNewestFirst: order.isNewestFirst, behind: bound, &parameters)
        }
        let wanted = conditions.productCondition(listed: listed, &parameters)
        let start = bound.map { " AND p.id \(order.isNewestFirst ? "<" : ">") \($0)" } ?? ""
        return """
            SELECT p.id FROM product AS p WHERE \(wanted)\(start) ORDER BY p.id \(order.isNewestFirst ? "DESC" : "ASC")
            """
    }

    private var listed: String { query.filter.includesSold ? "p.state < 3" : "p.is_listed" }

    /// Returns a query of the ids on the page and of those before it.
    private func page(_ parameters: inout StatementParameters) -> String {
        guard isInOrder else {
            return sorted(
                """
                SELECT p.* FROM match CROSS JOIN LATERAL (
                    SELECT q.id, q.currency, q.amount, q.top_at FROM product AS q WHERE q.id = match.id OFFSET 0
                ) AS p WHERE NOT (SELECT exceeds FROM found)
                """,
                &parameters
            )
        }
        // The matches are the first products of the list, but behind a cursor there may be more of them.
        guard let cursor = order.cursor else { return "SELECT match.id FROM match LIMIT \(limit)" }
        return "\(matchesInOrder(behind: parameters.add(cursor.id.rawValue), &parameters)) LIMIT \(limit)"
    }

    /// Returns the statement for the price of the last product that the page would have if the matches up to the counting
    /// limit were all of them. No product of the page is behind it in the list. There is no row if they don't fill the page.
    func priceBound(_ parameters: inout StatementParameters) -> String {
        let matches = """
            SELECT p.* FROM (\(matches(&parameters)) LIMIT \(Self.counted + 1)) AS match CROSS JOIN LATERAL (
                SELECT q.id, q.currency, q.amount FROM product AS q WHERE q.id = match.id OFFSET 0
            ) AS p
            """
        let columns = "p.currency, p.amount"
        return "SELECT * FROM (\(sorted(matches, selecting: columns, &parameters))) AS bound OFFSET \(limit - 1)"
    }

    /// Returns the statement that sorts the matches of a search, of which there are more than are counted. It takes some four
    /// microseconds for each match, and they are read once.
    ///
    /// - Parameters:
    ///   - keyed: the conditions that the index by keys has.
    ///   - bound: the price of ``priceBound(_:)``, or nil to sort all matches.
    func sortedSearch(
        by keyed: SearchConditions,
        through bound: Money?,
        _ parameters: inout StatementParameters
    ) -> String {
        // The product is looked up for its price anyway, so the conditions for it aren't checked before that.
        let ids = SearchStatement(
            conditions: keyed,
            levels: bound.map { PriceLevels(order, through: $0) },
            includesUnlisted: query.filter.includesSold
        ).ids(isNewestFirst: true, &parameters)
        let condition = conditions.productConditionBesidesKeys(&parameters).map { " WHERE \($0)" } ?? ""
        let matches = """
            SELECT p.* FROM (\(ids)) AS match CROSS JOIN LATERAL (
                SELECT q.id, q.currency, q.amount, q.top_at, q.stock, q.state FROM product AS q WHERE q.id = match.id OFFSET 0
            ) AS p\(condition)
            """
        let page = sorted(matches, &parameters)
        return statement(with: [], total: Self.cappedTotal, exceeds: "false", page: page, &parameters)
    }

    /// Returns a query of the ids on the page and of those before it, in the order of the list.
    ///
    /// - Parameters:
    ///   - matches: a query of the columns that a list is ordered by, for each product in it.
    ///   - selected: the columns of the result.
    private func sorted(
        _ matches: String,
        selecting selected: String = "p.id",
        _ parameters: inout StatementParameters
    ) -> String {
        var wanted: [String] = []
        var columns = order.columns
        if query.order.isByPrice {
            let place = "array_position(\(parameters.add(order.currencies))::text[], p.currency)"
            columns = "\(place), \(columns)"
            // Currencies before the cursor's are left out.
            wanted.append("\(place) IS NOT NULL")
            if let behind = order.behindCursor(&parameters) { wanted.append("(\(place) > 1 OR \(behind))") }
        } else if let behind = order.behindCursor(&parameters) {
            wanted.append(behind)
        }
        let condition = wanted.isEmpty ? "" : " WHERE \(wanted.joined(separator: " AND "))"
        return "SELECT \(selected) FROM (\(matches)) AS p\(condition) ORDER BY \(columns) LIMIT \(limit)"
    }

    // MARK: Walks

    /// Returns the statement that reads products in the order of the list, for lists that leave out few of them.
    ///
    /// - Parameter reach: the maximum number of products that are read of each currency, or nil for no limit. The page ends
    ///   where it is reached.
    func walked(reach: Int?, _ parameters: inout StatementParameters) -> String {
        let walk = WalkStatement(
            order: order,
            condition: { conditions.productCondition(listed: $0, &$1) },
            reach: reach
        )
        let total =
            conditions.isCounted ? storedTotal(&parameters) : Self.cappedTotal
        return statement(
            with: [],
            total: total,
            exceeds: "false",
            page: walk.ids(limit: limit, &parameters),
            &parameters
        )
    }

    /// Returns a query of the number of all products that are listed, and of old sales if the list shows them.
    private func storedTotal(_ parameters: inout StatementParameters) -> String {
        let isOfAll = query.currencyScope == .all
        let vendor = query.vendor.map { parameters.add($0.rawValue) }
        let listed = """
            (SELECT coalesce(sum(\(isOfAll ? "listed" : "listed_krw_usd")), 0)::bigint FROM listing_count \
            WHERE \(vendor.map { "kind = 5 AND key = \($0)" } ?? "kind = 4"))
            """
        guard query.filter.includesSold else { return "SELECT \(listed) AS count, false AS is_capped" }
        return """
            SELECT \(listed) + least(sale.count, \(Self.counted)) AS count, sale.count > \(Self.counted) AS is_capped
            FROM (SELECT count(*) FROM (
                SELECT FROM product AS p WHERE p.state = 2 AND NOT p.is_listed\
            \(isOfAll ? "" : " AND p.currency IN ('KRW', 'USD')")\(vendor.map { " AND p.vendor_id = \($0)" } ?? "") \
            LIMIT \(Self.counted + 1)) AS part) AS sale
            """
    }

    // MARK: Statement

    private func statement(
        with queries: [String],
        total: String,
        exceeds: String,
        page: String,
        _ parameters: inout StatementParameters
    ) -> String {
        let all =
            queries + [
                "total AS MATERIALIZED (\(total))",
                """
                page AS MATERIALIZED (
                    SELECT part.id, row_number() OVER () AS place FROM (\(page)) AS part OFFSET \(skipped) LIMIT \(size + 1)
                )
                """,
            ]
        return """
            WITH \(all.joined(separator: ", "))
            SELECT total.count, total.is_capped, \(RevisionBase.sql(parameters.add(base.horizon))), \(exceeds), listed.*
            FROM total LEFT JOIN LATERAL (
                SELECT \(SummaryReader.columns(of: query)), page.place AS page_place
                FROM page CROSS JOIN LATERAL (SELECT q.* FROM product AS q WHERE q.id = page.id OFFSET 0) AS p
                LEFT JOIN vendor AS v ON v.id = p.vendor_id
            ) AS listed ON true ORDER BY listed.page_place
            """
    }
}
