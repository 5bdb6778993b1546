internal import MarketCore
public import MarketModels

/// The search index and the vocabulary, which are updated within the transaction that changes a product.
extension PostgresRecords {
    public func index(_ product: Product) throws {
        guard product.state.isPublic else { return }
        let entry = SearchEntry(product)
        try connection.execute(
            """
            INSERT INTO product_search (product_id, is_listed, name, texts, keywords) VALUES ($1, $2, $3, $4, $5)
            """,
            [entry.id.rawValue, entry.isListed, entry.name, entry.texts, entry.keywords]
        )
        try count(entry.vocabulary, by: 1)
    }

    /// Adds many products in one statement.
    func index(_ entries: [SearchEntry]) throws {
        guard !entries.isEmpty else { return }
        try connection.execute(
            """
            INSERT INTO product_search (product_id, is_listed, name, texts, keywords)
            SELECT id, listed <> 0, name, texts, string_to_array(keywords, E'\\n')
            FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[])
                AS new (id, listed, name, texts, keywords)
            """,
            [
                entries.map(\.id.rawValue), entries.map { $0.isListed ? 1 : 0 as Int64 }, entries.map(\.name),
                // No keyword contains a line break.
                entries.map(\.texts), entries.map { $0.keywords.joined(separator: "\n") },
            ]
        )
        var words: [String: Int64] = [:]
        for entry in entries { for word in entry.vocabulary { words[word, default: 0] += 1 } }
        try count(words)
    }

    public func reindex(_ before: Product, as after: Product) throws {
        guard before.state.isPublic, after.state.isPublic else {
            try unindex(before)
            return try index(after)
        }
        let (old, new) = (SearchEntry(before), SearchEntry(after))
        // An update writes all of a product's keys again.
        guard old != new else { return }
        let rowCount = try connection.execute(
            """
            UPDATE product_search SET is_listed = $2, name = $3, texts = $4, keywords = $5 WHERE product_id = $1
            """,
            [new.id.rawValue, new.isListed, new.name, new.texts, new.keywords]
        )
        // Otherwise it waits to be indexed.
        guard rowCount > 0 else { return }
        try count(old.vocabulary.subtracting(new.vocabulary), by: -1)
        try count(new.vocabulary.subtracting(old.vocabulary), by: 1)
    }

    /// Removes a product from the index.
    ///
    /// - Parameter product: the product as it was before it was changed or deleted.
    public func unindex(_ product: Product) throws {
        guard product.state.isPublic else { return }
        let id = product.id.rawValue
        // One that waits to be indexed isn't counted.
        guard try connection.execute("DELETE FROM product_search WHERE product_id = $1", [id]) > 0 else { return }
        try count(SearchEntry(product).vocabulary, by: -1)
    }

    public func reindexProducts(of vendor: Vendor, as name: String) throws {
        // Edits are waited for, and later ones wait: they hold the row of their product.
        try connection.execute(
            """
            SELECT count(*) FROM (
                SELECT FROM product WHERE vendor_id = $1 ORDER BY id FOR NO KEY UPDATE
            ) AS locked
            """,
            [vendor.id.rawValue]
        )
        let (old, new) = (SearchVocabulary.words(of: vendor.name), SearchVocabulary.words(of: name))
        var words: [String: Int64] = [:]
        try connection.forEachRow(
            """
            SELECT p.name FROM product AS p JOIN product_search AS s ON s.product_id = p.id WHERE p.vendor_id = $1
            """,
            [vendor.id.rawValue]
        ) { row in
            let own = SearchVocabulary.words(of: try row.text(0))
            for word in old.subtracting(new).subtracting(own) { words[word, default: 0] -= 1 }
            for word in new.subtracting(old).subtracting(own) { words[word, default: 0] += 1 }
            return true
        }
        try count(words)
        try connection.execute(
            """
            UPDATE product_search AS s
            SET texts = array_to_string(
                (string_to_array(s.texts, E'\\n'))[1:3] || $2::text || (string_to_array(s.texts, E'\\n'))[5:], E'\\n')
            FROM product AS p WHERE p.vendor_id = $1 AND s.product_id = p.id
            """,
            [vendor.id.rawValue, SearchText.folded(name)]
        )
    }

    private func count(_ words: Set<String>, by difference: Int64) throws {
        try count(Dictionary(uniqueKeysWithValues: words.map { ($0, difference) }))
    }

    /// Adds differences to the numbers of products that have the words.
    private func count(_ differences: [String: Int64]) throws {
        guard !differences.isEmpty else { return }
        let words = differences.keys.sorted()
        try connection.execute(
            """
            INSERT INTO search_word (length, word, reversed, product_count)
            SELECT entry.length, entry.word, entry.reversed, entry.difference
            FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[])
                AS entry (length, word, reversed, difference)
            """,
            [
                words.map { Int64($0.unicodeScalars.count) }, words, words.map(\.reversedByScalars),
                words.map { differences[$0] ?? 0 },
            ]
        )
    }
}
