internal import GRDB
internal import MarketCore
internal import MarketModels

/// Something wrong in a database.
public struct DatabaseFinding: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// What people have stored. Only a backup has it whole.
        case content
        /// An index of SQLite's own; it can be made anew, but the file is not what was written.
        case index
        /// What follows from the rest and is kept beside it: counts, ranks and search indexes. It can be made anew.
        case derived
    }

    public let text: String
    public let kind: Kind

    init(_ text: String, _ kind: Kind = .content) {
        self.text = text
        self.kind = kind
    }

    /// Whether ``SQLiteProductStore/repair()`` puts it right.
    public var isRepairable: Bool { kind != .content }
    /// Whether writing on could make it worse.
    public var stopsWrites: Bool { kind != .derived }
}

/// Looks for what can't be in a database that is whole, inside one snapshot of it.
struct DatabaseFindings {
    /// So many are told of each kind; whoever has more has to restore a backup, not to read on.
    static let mostOfAKind = 20

    let database: Database

    // MARK: Structure

    /// Tables with rows of their own, those behind the search indexes among them, the small ones first.
    func tables() throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0
                ORDER BY name NOT IN ('market_state', 'vendor', 'listing_rank'), name
                """
        )
    }

    /// What SQLite itself finds: in all of the file, or in a table and its indexes.
    ///
    /// - Parameter isQuick: leaves out whether indexes agree with their tables.
    func structure(of table: String? = nil, isQuick: Bool) throws -> [DatabaseFinding] {
        let argument = table.map { "'\($0)'" } ?? "\(Self.mostOfAKind)"
        return try String.fetchAll(
            database,
            sql: "PRAGMA \(isQuick ? "quick_check" : "integrity_check")(\(argument))"
        )
        .filter { $0 != "ok" }
        .prefix(Self.mostOfAKind)
        .map { text in
            // What an index says otherwise than its table: REINDEX makes it anew.
            let isIndex = text.contains("missing from index") || text.contains("wrong # of entries in index")
            return DatabaseFinding(text, isIndex ? .index : .content)
        }
    }

    func foreignKeys() throws -> [DatabaseFinding] {
        try Row.fetchAll(database, sql: "SELECT * FROM pragma_foreign_key_check LIMIT \(Self.mostOfAKind)").map { row in
            let names = [0, 1, 2].map { row[$0] as DatabaseValue }.map(\.description)
            return DatabaseFinding("row \(names[1]) of \(names[0]) names a row of \(names[2]) that isn't there")
        }
    }

    // MARK: Counts

    /// What is quick to compare: the counts with each other.
    func totals() throws -> [DatabaseFinding] {
        let market = try database.marketState().products
        return try totals(market.all, ranks: "live", vendors: "product_count", of: "products")
            + totals(market.wonAndDollar, ranks: "krw_usd", vendors: "krw_usd_count", of: "products in won and dollars")
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
        let ofVendors = try Int64.fetchOne(database, sql: "SELECT sum(\(vendors)) FROM vendor") ?? 0
        if ofVendors != total {
            findings.append(DatabaseFinding("the vendors have \(ofVendors) \(what), the market \(total)", .derived))
        }
        return findings
    }

    /// The counts against the rows that they count.
    func counts() throws -> [DatabaseFinding] {
        var findings = try totals()
        let products = try Int64.fetchOne(database, sql: "SELECT count(*) FROM product") ?? 0
        let total = try database.marketState().products.all
        if products != total {
            findings.append(DatabaseFinding("the market counts \(total) products and has \(products)", .derived))
        }
        for (level, bits) in [(1, 5), (2, 10), (3, 15), (4, 20)] {
            let wrong =
                try Int64.fetchOne(
                    database,
                    sql: """
                        SELECT count(*) FROM (SELECT id >> \(bits) AS node, count(*) AS live,
                            sum(currency IN ('KRW', 'USD')) AS krw_usd FROM product GROUP BY 1) AS found
                        LEFT JOIN listing_rank AS r ON r.level = \(level) AND r.node = found.node
                        WHERE r.live IS NOT found.live OR r.krw_usd IS NOT found.krw_usd
                        """
                ) ?? 0
            if wrong > 0 {
                findings.append(DatabaseFinding("\(wrong) ranks of level \(level) count wrongly", .derived))
            }
        }
        let vendors = try Int64.fetchAll(
            database,
            sql: """
                SELECT v.id FROM vendor AS v LEFT JOIN (SELECT vendor_id, count(*) AS live,
                    sum(currency IN ('KRW', 'USD')) AS krw_usd FROM product GROUP BY 1) AS found ON found.vendor_id = v.id
                WHERE v.product_count <> ifnull(found.live, 0) OR v.krw_usd_count <> ifnull(found.krw_usd, 0) LIMIT \(Self.mostOfAKind)
                """
        )
        findings += vendors.map { DatabaseFinding("vendor \($0) has another number of products", .derived) }
        return findings
    }

    // MARK: Rows

    /// Reads products as they are shown, from an id on.
    ///
    /// - Returns: the last id that was read, nil when there are no more, and how many were read.
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
        for id in ids { try look(at: id, &findings) }
        return (ids.last, ids.count)
    }

    /// Reads a few products all over the market: the newest, and those next to evenly spaced ids.
    func someProducts(_ count: Int64) throws -> [DatabaseFinding] {
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
            if let id, seen.insert(id).inserted { try look(at: id, &findings) }
        }
        return findings
    }

    private func look(at id: Int64, _ findings: inout [DatabaseFinding]) throws {
        guard findings.count < Self.mostOfAKind else { return }
        let reader = ProductReader(database: database)
        let id = Product.ID(rawValue: id)
        do {
            _ = try ListingReader(database: database).summary(of: id, Self.everything)
            _ = try reader.product(id)
            guard try reader.privateFacts(of: id) != nil else {
                throw StoredFactError(reason: "its password is missing")
            }
        } catch let error as StoredFactError {
            findings.append(DatabaseFinding("product \(id.rawValue) can't be read: \(error.reason)"))
        }
    }

    private static let everything: ProductQuery = {
        var query = ProductQuery()
        query.includesDescriptions = true
        query.includesPictures = true
        return query
    }()

    /// Reads vendors, and what is remembered of requests.
    func others() throws -> [DatabaseFinding] {
        var findings: [DatabaseFinding] = []
        do {
            _ = try VendorReader(database: database).vendors()
        } catch let error as StoredFactError {
            findings.append(DatabaseFinding("a vendor can't be read: \(error.reason)"))
        }
        try database.forEachRow("SELECT rowid, product FROM listing_receipt") { row in
            do {
                _ = try ProductSnapshot(json: try row.text(1)).product
            } catch let error as StoredFactError {
                findings.append(DatabaseFinding("a receipt can't be read: \(error.reason)"))
            }
            return findings.count < Self.mostOfAKind
        }
        return findings
    }

    // MARK: Search

    /// Whether both indexes can be read through, and have each product once: each is in them under its seller, and under
    /// “in stock” if it is. What else they say of a product is not compared.
    func search() throws -> [DatabaseFinding] {
        var findings: [DatabaseFinding] = []
        let waiting = "SELECT product_id FROM search_backlog WHERE seller IS NULL"
        let ofVendors = try sums("SELECT vendor_id, count(*) FROM product WHERE id NOT IN (\(waiting)) GROUP BY 1")
        let inStock =
            try Int64.fetchOne(
                database,
                sql: "SELECT count(*) FROM product WHERE stock > 0 AND id NOT IN (\(waiting))"
            ) ?? 0
        for index in ["product_search", "product_search_by_amount"] {
            try database.execute(
                sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.\(index)_terms USING fts5vocab('main', '\(index)', 'row')"
            )
            var indexed: [Int64: Int64] = [:]
            var indexedInStock: Int64 = 0
            // Walks through all of the index.
            try database.forEachRow("SELECT doc, term FROM temp.\(index)_terms") { row in
                let term = try row.text(1)
                if term == SearchEntry.inStock {
                    indexedInStock = try row.count(0)
                } else if let vendor = SearchEntry.vendor(ofFact: term) {
                    indexed[vendor] = try row.count(0)
                }
                return true
            }
            if indexed != ofVendors || indexedInStock != inStock {
                findings.append(
                    DatabaseFinding("the search index \(index) has other products than the market", .derived)
                )
            }
        }
        return findings
    }

    private func sums(_ sql: String) throws -> [Int64: Int64] {
        var sums: [Int64: Int64] = [:]
        try database.forEachRow(sql) { row in
            sums[try row.count(0)] = try row.count(1)
            return true
        }
        return sums
    }
}
