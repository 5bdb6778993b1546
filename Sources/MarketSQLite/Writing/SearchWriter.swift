internal import GRDB
internal import MarketCore
internal import MarketModels

/// Keeps the search index in step inside the transaction that changes a product.
struct SearchWriter {
    let database: Database

    func add(_ id: Product.ID, _ listing: Listing) throws {
        try database.execute(
            cached: "INSERT INTO product_search (rowid, name, description) VALUES (?, ?, ?)",
            [id.rawValue, SearchText.tokens(of: listing.name), SearchText.tokens(of: listing.description)]
        )
    }

    /// - Parameter before: the listing as it is in the index.
    func replace(_ id: Product.ID, _ before: Listing, with after: Listing) throws {
        guard before.name != after.name || before.description != after.description else { return }
        guard try !isInBacklog(id) else { return }
        try remove(id, before)
        try add(id, after)
    }

    /// To be called while the product is still there.
    func withdraw(_ id: Product.ID, _ listing: Listing) throws {
        // A row of the backlog goes with its product.
        if try !isInBacklog(id) { try remove(id, listing) }
    }

    /// Puts products of the backlog into the index.
    ///
    /// - Returns: how many were put in; fewer than `limit` when none is left.
    func takeUpBacklog(limit: Int) throws -> Int {
        var rows: [(Product.ID, name: String, description: String)] = []
        try database.forEachRow(
            """
            SELECT p.id, p.name, d.description FROM search_backlog AS b CROSS JOIN product AS p ON p.id = b.product_id
            CROSS JOIN product_detail AS d ON d.product_id = p.id ORDER BY b.product_id DESC LIMIT ?1
            """,
            Int64(limit)
        ) { row in
            rows.append((Product.ID(rawValue: row.integer(0)), row.text(1), row.text(2)))
            return true
        }
        for (id, name, description) in rows {
            try database.execute(
                cached: "INSERT INTO product_search (rowid, name, description) VALUES (?, ?, ?)",
                [id.rawValue, SearchText.tokens(of: name), SearchText.tokens(of: description)]
            )
            try database.execute(cached: "DELETE FROM search_backlog WHERE product_id = ?", [id.rawValue])
        }
        return rows.count
    }

    /// The index keeps no texts, so it has to be told what it held.
    private func remove(_ id: Product.ID, _ listing: Listing) throws {
        try database.execute(
            cached: "INSERT INTO product_search (product_search, rowid, name, description) VALUES ('delete', ?, ?, ?)",
            [id.rawValue, SearchText.tokens(of: listing.name), SearchText.tokens(of: listing.description)]
        )
    }

    private func isInBacklog(_ id: Product.ID) throws -> Bool {
        try database.firstRow("SELECT 1 FROM search_backlog WHERE product_id = ?1", id.rawValue) { _ in true } != nil
    }
}
