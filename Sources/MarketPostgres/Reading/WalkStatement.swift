internal import MarketModels

/// The part of a statement that reads products in the order of a list from an index that has this order, and leaves out those
/// that the list doesn't show.
struct WalkStatement {
    let order: ListOrder
    /// Returns the condition for the row `product AS p`, given the condition for being listed.
    let condition: (_ listed: String, inout StatementParameters) -> String
    /// The maximum number of products that are read of each currency, or of all in other orders; nil for no limit. The list
    /// ends where it is reached.
    var reach: Int?

    private var query: ProductQuery { order.query }

    /// Returns a query of ids, in the order of the list.
    func ids(limit: Int, _ parameters: inout StatementParameters) -> String {
        // Sold products that lists don't show any more have indexes of their own, which are merged.
        let kinds = query.filter.includesSold ? ["p.is_listed", "p.state = 2 AND NOT p.is_listed"] : ["p.is_listed"]
        guard query.order.isByPrice else {
            let behind = [order.behindCursor(&parameters)].compactMap(\.self)
            return "SELECT p.id FROM (\(part(kinds, behind, limit, &parameters))) AS p"
        }
        return idsByPrice(kinds, limit, &parameters)
    }

    /// Returns a query that reads one currency after another, until there are enough products.
    private func idsByPrice(_ kinds: [String], _ limit: Int, _ parameters: inout StatementParameters) -> String {
        let isAscending = query.order == .cheapest
        // Each currency has the price and the id behind which it starts. All but the first start at an end.
        let place = order.start
        let end: Int64 = isAscending ? -1 : .max
        let codes = order.currencies
        let amounts = codes.indices.map { $0 == 0 ? place?.amount.minorUnits ?? end : end }
        let ids = codes.indices.map { $0 == 0 ? place?.id.rawValue ?? .max : .max }
        let starts = """
            unnest(\(parameters.add(codes))::text[], \(parameters.add(amounts))::bigint[], \
            \(parameters.add(ids))::bigint[]) WITH ORDINALITY AS start (code, amount, id, place)
            """
        let behind = [
            "p.currency = start.code",
            isAscending
                ? "p.amount >= start.amount AND (p.amount > start.amount OR p.id < start.id)"
                : "p.amount <= start.amount AND (p.amount < start.amount OR p.id < start.id)",
        ]
        let part = part(kinds, behind, limit, &parameters)
        guard let reach else {
            return "SELECT p.id FROM \(starts) CROSS JOIN LATERAL (\(part)) AS p LIMIT \(limit)"
        }
        // What follows a currency that wasn't read as a whole isn't known.
        let isWhole = "(SELECT count(*) < \(reach) FROM (\(rows(kinds, behind, reach))) AS p)"
        return """
            SELECT p.id FROM (
                SELECT start.*, bool_and(start.is_whole) OVER (
                    ORDER BY start.place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                ) AS follows FROM (SELECT start.*, \(isWhole) AS is_whole FROM \(starts)) AS start
            ) AS start CROSS JOIN LATERAL (\(part)) AS p WHERE start.follows IS NOT FALSE LIMIT \(limit)
            """
    }

    /// Returns a query of the products of all kinds that the list shows, in its order.
    private func part(
        _ kinds: [String],
        _ behind: [String],
        _ limit: Int,
        _ parameters: inout StatementParameters
    ) -> String {
        if let reach {
            // Of the merged rows the first ones are read, so that none is missing between those of the other kind.
            return """
                SELECT p.id FROM (\(rows(kinds, behind, reach))) AS p WHERE \(condition("true", &parameters)) \
                ORDER BY \(order.columns) LIMIT \(limit)
                """
        }
        let parts = kinds.map { listed in
            let wanted = ([listed] + behind + [condition(listed, &parameters)]).joined(separator: " AND ")
            return """
                (SELECT p.id, p.amount, p.top_at FROM product AS p WHERE \(wanted) \
                ORDER BY \(order.columns) LIMIT \(limit))
                """
        }
        return "SELECT * FROM (\(parts.joined(separator: " UNION ALL "))) AS p ORDER BY \(order.columns) LIMIT \(limit)"
    }

    /// Returns a query of the first products of all kinds, in the order of the list.
    private func rows(_ kinds: [String], _ behind: [String], _ count: Int) -> String {
        let parts = kinds.map { listed in
            let start = ([listed] + behind).joined(separator: " AND ")
            return "(SELECT p.* FROM product AS p WHERE \(start) ORDER BY \(order.columns) LIMIT \(count))"
        }
        return "SELECT * FROM (\(parts.joined(separator: " UNION ALL "))) AS p ORDER BY \(order.columns) LIMIT \(count)"
    }
}
