internal import MarketCore
internal import MarketModels

/// The search for inconsistencies in a database, within one snapshot.
struct PostgresFindings {
    /// The maximum number of findings of each kind. With more, the database has to be restored from a backup anyway.
    static let maximumPerKind = 20
    /// The number of entries that are in memory at a time.
    private static let batch = 500

    let connection: PostgresConnection

    /// Looks for indexes that PostgreSQL doesn't use, and triggers that don't count.
    func schema() throws -> [String] {
        let indexes = try connection.all(
            """
            SELECT c.relname::text FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
            WHERE NOT (i.indisvalid AND i.indisready) AND c.relnamespace = current_schema()::regnamespace
            """,
            []
        ) { try $0.text(0) }
        let triggers = try connection.all(
            """
            SELECT t.tgname::text FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
            WHERE t.tgenabled = 'D' AND c.relnamespace = current_schema()::regnamespace
            """,
            []
        ) { try $0.text(0) }
        return indexes.map { "the index \($0) is invalid" } + triggers.map { "the trigger \($0) is disabled" }
    }

    /// Compares the counts of lists with the products.
    func counts() throws -> [String] {
        try connection.all(Self.wrongCounts, [Int64(Self.maximumPerKind)]) { row in
            let (kind, key) = (try row.count(0), try row.count(1))
            return switch kind {
            case 5: "vendor \(key) has another number of products than is counted"
            case 6: "category \(key) has another number of products than is counted"
            default: "of \(1 << (5 * kind)) ids from \(key << (5 * kind)) on, another number is counted"
            }
        }
    }

    /// Reads all products completely, and compares the search index with them.
    ///
    /// - Parameter progress: called with the number that have been read.
    /// - Returns: also the number of words of all of them, or nil while the index is made anew, or has to be.
    func products(progress: (Int) -> Void) throws -> (findings: [String], count: Int, wordCount: Int64?) {
        var (findings, count, wordCount): ([String], Int, Int64) = ([], 0, 0)
        var last: Int64 = 0
        let search = try SearchRenewal(connection: connection).state()
        let isIndexed = search.folding == SearchFolding.version && !search.isIncomplete
        while true {
            let ids = try connection.all(
                "SELECT id FROM product WHERE id > $1 ORDER BY id LIMIT $2",
                [last, Self.batch]
            ) { try $0.count(0) }
            guard let end = ids.last else { break }
            let indexed = try entries(from: ids[0], through: end)
            for id in ids {
                let outcome = try check(Product.ID(rawValue: id), indexed[id], isIndexed: isIndexed)
                wordCount += Int64(outcome.wordCount)
                if let finding = outcome.finding, findings.count < Self.maximumPerKind {
                    findings.append("product \(id) \(finding)")
                }
            }
            count += ids.count
            last = end
            progress(count)
        }
        return (findings, count, isIndexed ? wordCount : nil)
    }

    /// Looks for words that a typo is corrected to, with numbers that can't be.
    func words(expected: Int64) throws -> [String] {
        let total = try connection.firstRow("SELECT coalesce(sum(product_count), 0)::bigint FROM search_word") {
            try $0.integer(0)
        }
        let negative = try connection.firstRow(
            """
            SELECT count(*) FROM (SELECT FROM search_word GROUP BY length, word HAVING sum(product_count) < 0) AS w
            """
        ) { try $0.count(0) }
        if total == expected, negative == 0 { return [] }
        return ["the words that typos are corrected to are counted wrongly"]
    }

    // MARK: Products

    private func check(
        _ id: Product.ID,
        _ indexed: Indexed?,
        isIndexed: Bool
    ) throws -> (finding: String?, wordCount: Int) {
        do {
            let records = connection.records
            guard let product = try records.product(id) else { return ("is there and can't be found", 0) }
            guard try records.products.secretHash(of: id) != nil else {
                return ("can't be read: its password is missing", 0)
            }
            guard product.state.isPublic else {
                return (indexed == nil ? nil : "is in the search index, although nobody may see it", 0)
            }
            guard isIndexed else { return (nil, 0) }
            let entry = SearchEntry(product)
            let isRight = indexed == Indexed(entry)
            return (
                isRight ? nil : "is in the search index with other texts or another price, or not at all",
                entry.vocabulary.count
            )
        } catch let error as CorruptRowError {
            return ("can't be read: \(error.reason)", 0)
        }
    }

    /// What the table for searches has of a product.
    private struct Indexed: Equatable {
        let isListed: Bool
        let name: String
        let texts: String
        let keywords: String
        /// Whether the keywords about its price are behind the others.
        let hasPriceKeywords: Bool

        init(_ row: PostgresRow) throws {
            isListed = try row.boolean(1)
            name = try row.text(2)
            texts = try row.text(3)
            keywords = try row.text(4)
            hasPriceKeywords = try row.boolean(5)
        }

        init(_ entry: SearchEntry) {
            isListed = entry.isListed
            name = entry.name
            texts = entry.texts
            // No keyword contains a line break.
            keywords = entry.keywords.joined(separator: "\n")
            hasPriceKeywords = true
        }
    }

    private func entries(from first: Int64, through last: Int64) throws -> [Int64: Indexed] {
        let entries = try connection.all(
            """
            SELECT s.product_id, s.is_listed, s.name, s.texts,
                array_to_string(s.keywords[:cardinality(s.keywords) - cardinality(price.keywords)], E'\\n'),
                s.keywords[cardinality(s.keywords) - cardinality(price.keywords) + 1:] = price.keywords
            FROM product_search AS s JOIN product AS p ON p.id = s.product_id
                CROSS JOIN LATERAL price_keywords(p.currency, p.amount) AS price (keywords)
            WHERE s.product_id BETWEEN $1 AND $2
            """,
            [first, last]
        ) { (try $0.count(0), try Indexed($0)) }
        // A damaged index may give a key twice.
        return Dictionary(entries) { $1 }
    }

    // MARK: Statements

    private static let wrongCounts = """
        WITH found AS (
            SELECT part.kind, part.key, count(*) FILTER (WHERE p.is_listed) AS listed,
                count(*) FILTER (WHERE p.is_listed AND p.currency IN ('KRW', 'USD')) AS listed_krw_usd,
                count(*) FILTER (WHERE NOT p.is_listed) AS unlisted
            FROM product AS p, LATERAL (VALUES (1::smallint, p.id >> 5), (2, p.id >> 10), (3, p.id >> 15), (4, p.id >> 20),
                (5, p.vendor_id), (6, p.category_id)) AS part (kind, key)
            WHERE part.key IS NOT NULL GROUP BY part.kind, part.key
        ), stored AS (
            SELECT kind, key, sum(listed) AS listed, sum(listed_krw_usd) AS listed_krw_usd, sum(unlisted) AS unlisted
            FROM listing_count GROUP BY kind, key
        )
        SELECT kind, key FROM found FULL JOIN stored USING (kind, key)
        WHERE (coalesce(found.listed, 0), coalesce(found.listed_krw_usd, 0), coalesce(found.unlisted, 0))
            IS DISTINCT FROM (coalesce(stored.listed, 0), coalesce(stored.listed_krw_usd, 0), coalesce(stored.unlisted, 0))
        ORDER BY kind, key LIMIT $1
        """
}
