internal import MarketModels

/// The part of a statement that reads products in the order of a list from an index that has this order, and leaves out those
/// that the list doesn't show.
struct WalkStatement {
    let order: ListOrder
    /// Returns the condition for the row `product AS p`, given the condition for being listed.
    let condition: (_ listed: String, inout StatementParameters) -> String
    /// The maximum number of products that are read in each index, or nil for no limit.
    var reach: Int?

    private var query: ProductQuery { order.query }

    /// Returns a query of ids, in the order of the list.
    func ids(limit: Int, _ parameters: inout StatementParameters) -> String {
        // Sold products that lists don't show any more have indexes of their own, which are merged.
        let kinds = query.filter.includesSold ? ["p.is_listed", "p.state = 2 AND NOT p.is_listed"] : ["p.is_listed"]
        guard query.order.isByPrice else {
            let parts = kinds.map { "(\(part($0, [order.behindCursor(&parameters)], limit, &parameters)))" }
            let all = parts.joined(separator: " UNION ALL ")
            return "SELECT p.id FROM (\(all)) AS p ORDER BY \(order.columns) LIMIT \(limit)"
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
        let parts = kinds.map { "(\(part($0, behind, limit, &parameters)))" }
        return """
            SELECT p.id FROM \(starts) CROSS JOIN LATERAL (
                SELECT * FROM (\(parts.joined(separator: " UNION ALL "))) AS p ORDER BY \(order.columns) LIMIT \(limit)
            ) AS p LIMIT \(limit)
            """
    }

    private func part(
        _ listed: String,
        _ behind: [String?],
        _ limit: Int,
        _ parameters: inout StatementParameters
    ) -> String {
        let columns = "p.id, p.amount, p.top_at"
        let start = ([listed] + behind.compactMap(\.self)).joined(separator: " AND ")
        let wanted = condition(listed, &parameters)
        guard let reach else {
            return """
                SELECT \(columns) FROM product AS p WHERE \(start) AND \(wanted) ORDER BY \(order.columns) LIMIT \(limit)
                """
        }
        return """
            SELECT \(columns) FROM (
                SELECT * FROM product AS p WHERE \(start) ORDER BY \(order.columns) LIMIT \(reach)
            ) AS p WHERE \(wanted) ORDER BY \(order.columns) LIMIT \(limit)
            """
    }
}
