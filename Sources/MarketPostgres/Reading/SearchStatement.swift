/// The part of a statement that finds products by the index of `product_search`, ordered by id.
struct SearchStatement {
    let conditions: SearchConditions
    /// A condition for the row of `product AS p`, or nil if there is none.
    var productCondition: (inout StatementParameters) -> String? = { _ in nil }
    /// The prices of the products, or nil for all of them.
    var levels: PriceLevels?
    /// Whether sold products that lists don't show any more are found, too.
    var includesUnlisted = false

    /// Returns a query of ids, in the order of the ids.
    ///
    /// The blocks of ids are read one after the other. The outer query should have a limit: then it ends with the block in
    /// which the limit is reached.
    ///
    /// - Parameter bound: the parameter with the id after which to start, or nil for the beginning.
    func ids(isNewestFirst: Bool, behind bound: String? = nil, _ parameters: inout StatementParameters) -> String {
        let greatest = "(SELECT coalesce(max(product_id), 0) FROM product_search)"
        let series =
            isNewestFirst
            ? "\(bound.map { "least(\($0), \(greatest))" } ?? greatest) >> 14, 0, -1"
            : "\(bound.map { "greatest(\($0), 0)" } ?? "0::bigint") >> 14, \(greatest) >> 14"
        var keys = parameters.add(conditions.keyQuery)
        if let levels { keys = "\(keys) || ' & (' || \(levels.keyQuery(&parameters)) || ')'" }
        let query = "replace(\(keys), E'\\x01', search_block(block.number << 14))::tsquery"
        var checks: [String] = []
        if let text = conditions.textCondition(isKeyed: true, &parameters) { checks.append(text) }
        // The sum keeps PostgreSQL from reading the index of the ids for it.
        if let bound { checks.append("s.product_id + 0 \(isNewestFirst ? "<" : ">") \(bound)") }
        let parts = (includesUnlisted ? ["s.is_listed", "NOT s.is_listed"] : ["s.is_listed"]).map { part in
            """
            SELECT s.product_id AS id FROM product_search AS s \
            WHERE \(part) AND search_keys(search_block(s.product_id), s.texts, s.keywords) @@ \(query)\
            \(checks.map { " AND \($0)" }.joined())
            """
        }
        // As a sub-select, the product is looked up for each match, as long as more are needed. A join could be read as a
        // whole.
        let product = productCondition(&parameters).map {
            " WHERE (SELECT \($0) FROM product AS p WHERE p.id = found.id)"
        }
        return """
            SELECT found.id FROM generate_series(\(series)) AS block (number) CROSS JOIN LATERAL (
                \(parts.joined(separator: " UNION ALL ")) ORDER BY id \(isNewestFirst ? "DESC" : "ASC")
            ) AS found\(product ?? "")
            """
    }
}
