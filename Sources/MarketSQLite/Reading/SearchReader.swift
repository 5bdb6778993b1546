internal import GRDB
internal import MarketCore
internal import MarketModels

/// Finds products by their texts in `product_search` and `product_search_by_amount`, inside one snapshot.
struct SearchReader: SearchIndex {
    private static let anyText = """
        SELECT rowid FROM product_search WHERE product_search MATCH :search LIMIT 1
        """

    let database: Database

    func finds(_ search: ResolvedSearch) throws -> Bool {
        guard let expression = Self.expression(of: search) else { return false }
        // Common words that no product has together make FTS5 compare the positions of their tokens in all products. To
        // see that no product has a token of each takes a third of that, and to find one that has takes nothing.
        for tokens in Self.oneTokenOfEachWord(of: search) where try !hasMatch(tokens) { return false }
        return try hasMatch(expression)
    }

    private func hasMatch(_ expression: String) throws -> Bool {
        var isFound = false
        try database.forEachRow(Self.anyText, with: [(":search", .text(expression))]) { _ in
            isFound = true
            return false
        }
        return isFound
    }

    func words(in neighborhood: WordNeighborhood) throws -> [VocabularyWord] {
        try SearchWordReader(database: database).words(in: neighborhood)
    }

    /// The ids of what fits, in the order of ids.
    func ids(_ expression: String, behind bound: Product.ID?, isNewestFirst: Bool, limit: Int) throws -> [Product.ID] {
        try rows(
            """
            SELECT rowid FROM product_search WHERE product_search MATCH :search\
            \(bound == nil ? "" : " AND rowid \(isNewestFirst ? "<" : ">") :bound")
            ORDER BY rowid \(isNewestFirst ? "DESC" : "ASC") LIMIT :limit
            """,
            [(":search", .text(expression)), (":limit", .integer(Int64(limit)))]
                + (bound.map { [(":bound", .integer($0.rawValue))] } ?? [])
        ).map { Product.ID(rawValue: $0) }
    }

    /// The rows of `product_search_by_amount` of what fits.
    func rows(
        _ expression: String,
        in range: ClosedRange<Int64>,
        isAscending: Bool,
        limit: Int
    ) throws -> [AmountKey] {
        try rows(
            """
            SELECT rowid FROM product_search_by_amount WHERE product_search_by_amount MATCH :search
            AND rowid BETWEEN :first AND :last ORDER BY rowid \(isAscending ? "ASC" : "DESC") LIMIT :limit
            """,
            [
                (":search", .text(expression)), (":first", .integer(range.lowerBound)),
                (":last", .integer(range.upperBound)), (":limit", .integer(Int64(limit))),
            ]
        ).map { AmountKey(rowID: $0) }
    }

    private func rows(_ sql: String, _ arguments: [(name: String, value: FilteredArgument)]) throws -> [Int64] {
        var rows: [Int64] = []
        try database.forEachRow(sql, with: arguments) { row in
            rows.append(try row.integer(0))
            return true
        }
        return rows
    }

    // MARK: Expressions

    /// What FTS5 is asked: every word must be there, in one of its ways, and every fact.
    ///
    /// - Parameter others: facts of what is left out.
    /// - Returns: nil for a search without words, which finds nothing.
    static func expression(
        of search: ResolvedSearch,
        facts: [String] = [],
        without others: [String] = []
    ) -> String? {
        guard !search.words.isEmpty else { return nil }
        let words = search.words.map { word in
            word.alternatives.map { $0.map(phrase).joined(separator: " AND ") }
                .map { "(\($0))" }.joined(separator: " OR ")
        }.map { "(\($0))" }.joined(separator: " AND ")
        let texts = search.scope == .name ? "name : (\(words))" : words
        let wanted = ([texts] + facts.map { "facts : \(quoted($0))" }).joined(separator: " AND ")
        return others.reduce(wanted) { "(\($0)) NOT facts : \(quoted($1))" }
    }

    /// Expressions that match whatever the search finds, without positions: of the words' first and of their last tokens.
    ///
    /// - Returns: none for a search with fewer than two words that are looked for in one way only.
    static func oneTokenOfEachWord(of search: ResolvedSearch) -> [String] {
        let words = search.words.compactMap { word in
            word.alternatives.count == 1 ? word.alternatives[0].first.map(SearchText.phrase) : nil
        }
        guard words.count > 1 else { return [] }
        return [words.compactMap(\.first), words.compactMap(\.last)].map { tokens in
            tokens.map(quoted).joined(separator: " AND ")
        }
    }

    private static func phrase(_ text: String) -> String {
        quoted(SearchText.phrase(text).joined(separator: " "))
    }

    /// By scalars: a quote with a combining mark behind it is a character of its own, but FTS5 reads bytes. It reads
    /// no further than a zero byte, too.
    private static func quoted(_ text: String) -> String {
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars where scalar != "\0" {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }
}
