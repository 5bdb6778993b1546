internal import MarketCore
internal import MarketModels

/// A writer that updates the search index and the vocabulary within the transaction that changes a product.
struct SearchWriter {
    let connection: PostgresConnection

    func add(_ product: Product) throws {
        guard product.state.isPublic else { return }
        let entry = SearchEntry(product)
        try connection.execute(
            """
            INSERT INTO product_search (product_id, is_listed, name, texts, facts) VALUES ($1, $2, $3, $4, $5)
            """,
            [entry.id.rawValue, entry.isListed, entry.name, entry.texts, entry.facts]
        )
        try count(entry.vocabulary, by: 1)
    }

    func replace(_ before: Product, with after: Product) throws {
        guard before.state.isPublic, after.state.isPublic else {
            try delete(before)
            return try add(after)
        }
        let (old, new) = (SearchEntry(before), SearchEntry(after))
        // An update writes all of a product's keys again.
        guard old != new else { return }
        try connection.execute(
            """
            UPDATE product_search SET is_listed = $2, name = $3, texts = $4, facts = $5 WHERE product_id = $1
            """,
            [new.id.rawValue, new.isListed, new.name, new.texts, new.facts]
        )
        try count(old.vocabulary.subtracting(new.vocabulary), by: -1)
        try count(new.vocabulary.subtracting(old.vocabulary), by: 1)
    }

    /// Removes a product from the index.
    ///
    /// - Parameter product: the product as it was before it was changed or deleted.
    func delete(_ product: Product) throws {
        guard product.state.isPublic else { return }
        try connection.execute("DELETE FROM product_search WHERE product_id = $1", [product.id.rawValue])
        try count(SearchEntry(product).vocabulary, by: -1)
    }

    private func count(_ words: Set<String>, by difference: Int64) throws {
        guard !words.isEmpty else { return }
        let words = words.sorted()
        try connection.execute(
            """
            INSERT INTO search_word (length, word, reversed, product_count)
            SELECT entry.length, entry.word, entry.reversed, $4
            FROM unnest($1::bigint[], $2::text[], $3::text[]) AS entry (length, word, reversed)
            """,
            [words.map { Int64($0.unicodeScalars.count) }, words, words.map(SearchWordReader.reversed), difference]
        )
    }
}
