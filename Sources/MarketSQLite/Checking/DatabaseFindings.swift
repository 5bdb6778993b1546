internal import GRDB
internal import MarketCore
internal import MarketModels

public struct DatabaseFinding: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Data that users have stored. It can only be restored from a backup.
        case content
        /// An index of SQLite. It can be rebuilt, but it indicates that the file is damaged.
        case index
        /// Data that is derived from other data: counts, ranks and search indexes. It can be rebuilt.
        case derived
    }

    /// The description of the problem, for operators and logs.
    public let text: String
    public let kind: Kind

    init(_ text: String, _ kind: Kind = .content) {
        self.text = text
        self.kind = kind
    }

    /// Whether ``SQLiteProductStore/repair()`` fixes the problem.
    public var isRepairable: Bool { kind != .content }
    /// Whether further writes could make the problem worse.
    public var stopsWrites: Bool { kind != .derived }
}

/// The search for inconsistencies in a database, within one snapshot.
struct DatabaseFindings {
    /// The maximum number of findings of each kind. With more, the database has to be restored from a backup anyway.
    static let maximumFindingsPerKind = 20

    let database: Database

    // MARK: Structure

    /// Returns the tables that have their own rows, including the shadow tables of the search indexes, small ones
    /// first.
    func tables() throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0
                ORDER BY name NOT IN ('market_state', 'vendor', 'listing_rank'), name
                """
        )
    }

    /// Runs SQLite's check on the whole file, or on a table and its indexes.
    ///
    /// - Parameter isQuick: whether to skip comparing indexes with their tables.
    func structure(of table: String? = nil, isQuick: Bool) throws -> [DatabaseFinding] {
        let argument = table.map { "'\($0)'" } ?? "\(Self.maximumFindingsPerKind)"
        return try String.fetchAll(
            database,
            sql: "PRAGMA \(isQuick ? "quick_check" : "integrity_check")(\(argument))"
        )
        .filter { $0 != "ok" }
        .prefix(Self.maximumFindingsPerKind)
        .map { text in
            // The index differs from its table, which REINDEX fixes.
            let isIndex = text.contains("missing from index") || text.contains("wrong # of entries in index")
            return DatabaseFinding(text, isIndex ? .index : .content)
        }
    }

    func foreignKeys() throws -> [DatabaseFinding] {
        try Row.fetchAll(database, sql: "SELECT * FROM pragma_foreign_key_check LIMIT \(Self.maximumFindingsPerKind)")
            .map { row in
                let names = [0, 1, 2].map { row[$0] as DatabaseValue }.map(\.description)
                return DatabaseFinding("row \(names[1]) of \(names[0]) names a row of \(names[2]) that isn't there")
            }
    }

    // MARK: Counts

    /// Compares the counts with each other, which is fast.
    func totals() throws -> [DatabaseFinding] {
        let market = try database.marketState().products
        return try totals(market.listed, ranks: "listed", vendors: "product_count", of: "products")
            + totals(
                market.listedWonAndDollar,
                ranks: "listed_krw_usd",
                vendors: "krw_usd_count",
                of: "products in won and dollars"
            )
            + vendorsTotal(market.unlisted, "unlisted_count", of: "products that lists don't show")
    }

    private func totals(
        _ total: Int64,
        ranks: String,
        vendors: String,
        of what: String
    ) throws -> [DatabaseFinding] {
        var findings: [DatabaseFinding] = []
        let sums = try sums("SELECT level, sum(\(ranks)) FROM listing_rank GROUP BY level")
        for level in Int64(1)...4 where sums[level] ?? 0 != total {
            findings.append(
                DatabaseFinding(
                    "the ranks of level \(level) count \(sums[level] ?? 0) \(what), the market \(total)",
                    .derived
                )
            )
        }
        return try findings + vendorsTotal(total, vendors, of: what)
    }

    private func vendorsTotal(_ total: Int64, _ column: String, of what: String) throws -> [DatabaseFinding] {
        let ofVendors = try Int64.fetchOne(database, sql: "SELECT sum(\(column)) FROM vendor") ?? 0
        if ofVendors == total { return [] }
        return [DatabaseFinding("the vendors have \(ofVendors) \(what), the market \(total)", .derived)]
    }

    /// Compares the counts with the rows.
    func counts() throws -> [DatabaseFinding] {
        var findings = try totals()
        let market = try database.marketState().products
        for (condition, total, what) in [
            ("is_listed = 1", market.listed, "products"),
            ("is_listed = 0", market.unlisted, "products that lists don't show"),
        ] {
            let found = try Int64.fetchOne(database, sql: "SELECT count(*) FROM product WHERE \(condition)") ?? 0
            if found != total {
                findings.append(DatabaseFinding("the market counts \(total) \(what) and has \(found)", .derived))
            }
        }
        for (level, bits) in [(1, 5), (2, 10), (3, 15), (4, 20)] {
            let wrong =
                try Int64.fetchOne(
                    database,
                    sql: """
                        SELECT count(*) FROM (SELECT id >> \(bits) AS node, count(*) AS listed,
                            sum(currency IN ('KRW', 'USD')) AS listed_krw_usd FROM product WHERE is_listed = 1
                            GROUP BY 1) AS found
                        LEFT JOIN listing_rank AS r ON r.level = \(level) AND r.node = found.node
                        WHERE r.listed IS NOT found.listed OR r.listed_krw_usd IS NOT found.listed_krw_usd
                        """
                ) ?? 0
            if wrong > 0 {
                findings.append(DatabaseFinding("\(wrong) ranks of level \(level) count wrongly", .derived))
            }
        }
        let vendors = try Int64.fetchAll(
            database,
            sql: """
                SELECT v.id FROM vendor AS v LEFT JOIN (SELECT vendor_id, sum(is_listed) AS listed,
                    sum(is_listed AND currency IN ('KRW', 'USD')) AS listed_krw_usd, sum(is_listed = 0) AS unlisted
                    FROM product GROUP BY 1) AS found ON found.vendor_id = v.id
                WHERE v.product_count <> ifnull(found.listed, 0) OR v.krw_usd_count <> ifnull(found.listed_krw_usd, 0)
                    OR v.unlisted_count <> ifnull(found.unlisted, 0) LIMIT \(Self.maximumFindingsPerKind)
                """
        )
        findings += vendors.map { DatabaseFinding("vendor \($0) has another number of products", .derived) }
        let categories = try String.fetchAll(
            database,
            sql: """
                SELECT c.slug FROM category AS c LEFT JOIN (SELECT category_id, count(*) AS number FROM product
                    WHERE is_listed = 1 AND category_id IS NOT NULL GROUP BY 1) AS found ON found.category_id = c.id
                WHERE c.product_count <> ifnull(found.number, 0) ORDER BY c.id LIMIT \(Self.maximumFindingsPerKind)
                """
        )
        findings += categories.map { DatabaseFinding("category \($0) has another number of products", .derived) }
        return findings
    }

    // MARK: Rows

    /// Reads products completely, in the order of ids, after an id.
    ///
    /// - Returns: the last id that was read, or nil when there are no more, and the number of products that were read.
    func products(
        after id: Int64,
        limit: Int,
        _ findings: inout [DatabaseFinding]
    ) throws -> (last: Int64?, count: Int) {
        let ids = try Int64.fetchAll(
            database,
            sql: "SELECT id FROM product WHERE id > ? ORDER BY id LIMIT ?",
            arguments: [id, limit]
        )
        for id in ids { try checkProduct(id, &findings) }
        return (ids.last, ids.count)
    }

    /// Reads a sample of the products: the newest one, and those next to evenly spaced ids.
    func sampleOfProducts(_ count: Int64) throws -> [DatabaseFinding] {
        let last = try Int64.fetchOne(database, sql: "SELECT max(id) FROM product") ?? 0
        var findings: [DatabaseFinding] = []
        var seen: Set<Int64> = []
        for number in 0..<count {
            let start = last - Int64(Double(last) * Double(number) / Double(count))
            let id = try Int64.fetchOne(
                database,
                sql: "SELECT id FROM product WHERE id <= ? ORDER BY id DESC LIMIT 1",
                arguments: [start]
            )
            if let id, seen.insert(id).inserted { try checkProduct(id, &findings) }
        }
        return findings
    }

    private func checkProduct(_ id: Int64, _ findings: inout [DatabaseFinding]) throws {
        guard findings.count < Self.maximumFindingsPerKind else { return }
        let id = Product.ID(rawValue: id)
        do {
            _ = try ListingReader(database: database).summary(of: id, Self.everything)
            _ = try database.records.product(id)
            guard try database.records.products.secretHash(of: id) != nil else {
                throw CorruptRowError(reason: "its password is missing")
            }
        } catch let error as CorruptRowError {
            findings.append(DatabaseFinding("product \(id.rawValue) can't be read: \(error.reason)"))
        }
    }

    private static let everything: ProductQuery = {
        var query = ProductQuery()
        query.includesDescriptions = true
        query.includesImages = true
        return query
    }()

    func vendorsAndIdempotencyRecords() throws -> [DatabaseFinding] {
        let found = try database.records.checkVendorsAndIdempotencyRecords(limit: Self.maximumFindingsPerKind)
        return found.map { DatabaseFinding($0) }
    }

    // MARK: Search

    /// Checks that both indexes can be read completely and contain each product once that isn't hidden or expired. Such
    /// a product is indexed under its seller, and under “in stock” or “not listed” if it is. The other indexed terms
    /// aren't compared.
    func search() throws -> [DatabaseFinding] {
        var findings: [DatabaseFinding] = []
        let waiting = "SELECT product_id FROM search_backlog WHERE vendor_name IS NULL"
        let ofVendors = try sums(
            "SELECT vendor_id, count(*) FROM product WHERE state < 3 AND id NOT IN (\(waiting)) GROUP BY 1"
        )
        let counted = try [
            SearchEntry.inStock: "stock > 0 AND state < 2", SearchEntry.unlisted: "state < 3 AND is_listed = 0",
        ].mapValues { condition in
            try Int64.fetchOne(
                database,
                sql: "SELECT count(*) FROM product WHERE \(condition) AND id NOT IN (\(waiting))"
            ) ?? 0
        }
        for index in ["product_search", "product_search_by_amount"] {
            try database.execute(
                sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.\(index)_terms USING fts5vocab('main', '\(index)', 'row')"
            )
            var indexed: [Int64: Int64] = [:]
            var indexedTerms = counted.mapValues { _ in Int64(0) }
            // Reads the whole index.
            try database.forEachRow("SELECT doc, term FROM temp.\(index)_terms") { row in
                let term = try row.text(1)
                if counted[term] != nil {
                    indexedTerms[term] = try row.count(0)
                } else if let vendor = SearchEntry.vendorID(inKeyword: term) {
                    indexed[vendor] = try row.count(0)
                }
                return true
            }
            if indexed != ofVendors || indexedTerms != counted {
                findings.append(
                    DatabaseFinding("the search index \(index) has other products than the market", .derived)
                )
            }
        }
        return findings
    }

    private func sums(_ sql: String) throws -> [Int64: Int64] {
        let sums = try database.records.all(sql, []) { (try $0.count(0), try $0.count(1)) }
        // A damaged index may give a key twice.
        return Dictionary(sums) { $1 }
    }
}
