internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader that searches product texts in `product_search` and `product_search_by_amount`, within one snapshot.
struct SearchReader: SearchIndex {
    private static let anyText = """
        SELECT rowid FROM product_search WHERE product_search MATCH :search LIMIT 1
        """

    let database: Database

    private let memory = Memory()

    init(database: Database) {
        self.database = database
    }

    /// What is known of the snapshot already.
    private final class Memory {
        var hasMatch: [String: Bool] = [:]
    }

    func finds(_ search: ResolvedSearch) throws -> Bool {
        guard let expression = Self.expression(of: search), try !isImpossible(search) else { return false }
        return try hasMatch(expression)
    }

    /// Notes that no product matches a search, so that ``finds(_:)`` doesn't read the index again.
    func noteNothingFound(_ search: ResolvedSearch) {
        if let expression = Self.expression(of: search) { memory.hasMatch[expression] = false }
    }

    /// Whether a quick check shows that a search of several words has no match.
    ///
    /// For common words that never occur in the same product, FTS5 would compare token positions in all products.
    /// Checking first that no product has one token of each word takes a third of the time, and costs nothing when a
    /// product has.
    func isImpossible(_ search: ResolvedSearch) throws -> Bool {
        for tokens in Self.oneTokenOfEachWord(of: search) where try !hasMatch(tokens) { return true }
        return false
    }

    private func hasMatch(_ expression: String) throws -> Bool {
        if let known = memory.hasMatch[expression] { return known }
        var isFound = false
        try database.forEachRow(Self.anyText, with: [(":search", .text(expression))]) { _ in
            isFound = true
            return false
        }
        memory.hasMatch[expression] = isFound
        return isFound
    }

    func words(in neighborhood: WordNeighborhood) throws -> [VocabularyWord] {
        try SearchWordReader(database: database).words(in: neighborhood)
    }

    /// Returns the ids of matches, ordered by id.
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

    /// Returns the rows of `product_search_by_amount` that match.
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

    /// Returns the FTS5 query that requires every word, in one of its alternatives, and every fact.
    ///
    /// - Parameter others: the facts that exclude a product.
    /// - Returns: nil for a search without words, which has no results.
    static func expression(
        of search: ResolvedSearch,
        filterTerms: [String] = [],
        without others: [String] = []
    ) -> String? {
        guard !search.words.isEmpty else { return nil }
        let words = search.words.map { word in
            word.alternatives.map { $0.map(phrase).joined(separator: " AND ") }
                .map { "(\($0))" }.joined(separator: " OR ")
        }.map { "(\($0))" }.joined(separator: " AND ")
        let texts = search.scope == .name ? "name : (\(words))" : words
        let wanted = ([texts] + filterTerms.map { "facts : \(quoted($0))" }).joined(separator: " AND ")
        return others.reduce(wanted) { "(\($0)) NOT facts : \(quoted($1))" }
    }

    /// Returns queries that match every result of the search without comparing positions: one of the first tokens of
    /// the words, and one of the last.
    ///
    /// - Returns: an empty array unless at least two words have a single alternative.
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

    /// Quotes a text for FTS5. Works on scalars because FTS5 reads bytes, whereas in Swift a quote followed by a
    /// combining mark is a different character. NUL is omitted because FTS5 stops reading there.
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
