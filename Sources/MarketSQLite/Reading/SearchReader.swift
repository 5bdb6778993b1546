internal import GRDB
internal import MarketCore
internal import MarketModels

/// A reader that searches product texts in `product_search` and `product_search_by_amount`, within one snapshot.
struct SearchReader: SearchIndex {
    private static let anyMatch = """
        SELECT rowid FROM product_search WHERE product_search MATCH :search LIMIT 1
        """
    private static let matchOfProduct = """
        SELECT rowid FROM product_search WHERE product_search MATCH :search AND rowid = :id
        """
    /// The maximum number of matches of a word that is called rare. Checking one of them against the other conditions
    /// takes some 0.05 ms, and a word that isn't rare is found to be common in less than 1 ms.
    private static let mostMatchesOfRareWord = 100

    let database: Database

    private let cache = MatchCache()

    init(database: Database) {
        self.database = database
    }

    /// The results of earlier queries in the same snapshot.
    private final class MatchCache {
        var hasMatch: [String: Bool] = [:]
        var rareWords: [String: [Product.ID]?] = [:]
    }

    func finds(_ search: ResolvedSearch) throws -> Bool {
        guard let conditions = SearchConditions(search) else { return false }
        if let matches = try matchesOfRareWord(conditions) { return !matches.isEmpty }
        return try !cannotMatch(search) && hasMatch(conditions.expression)
    }

    /// Records that no product matches a search, so that ``finds(_:)`` doesn't read the index again.
    func cacheNoMatch(_ search: ResolvedSearch) {
        if let conditions = SearchConditions(search) { cache.hasMatch[conditions.expression] = false }
    }

    /// Whether a quick check shows that a search of several words has no match.
    ///
    /// For common words that never occur in the same product, FTS5 would compare token positions in all products.
    /// Checking first that no product has one token of each word takes a third of the time, and costs nothing when a
    /// product has.
    func cannotMatch(_ search: ResolvedSearch) throws -> Bool {
        for tokens in SearchConditions.oneTokenOfEachWord(of: search) where try !hasMatch(tokens) { return true }
        return false
    }

    private func hasMatch(_ query: String) throws -> Bool {
        if let known = cache.hasMatch[query] { return known }
        let hasMatch = try !rows(Self.anyMatch, [(":search", .text(query))]).isEmpty
        cache.hasMatch[query] = hasMatch
        return hasMatch
    }

    /// Returns all matches, newest first, if one of several conditions is a word that few products contain.
    ///
    /// FTS5 would read the lists of all conditions side by side, and those of a common word are long. Here the rare word
    /// is looked up alone, and the other conditions are checked for its products only.
    ///
    /// - Returns: nil if no word is rare, or if there is a single condition.
    func matchesOfRareWord(_ conditions: SearchConditions) throws -> [Product.ID]? {
        guard conditions.words.count + conditions.filters.count + conditions.exclusions.count > 1 else { return nil }
        for word in conditions.words {
            guard let products = try products(ofRareWord: word) else { continue }
            let others = (conditions.words + conditions.filters).filter { $0 != word }
            return try products.filter { id in
                try others.allSatisfy { try matches(id, $0) } && !conditions.exclusions.contains { try matches(id, $0) }
            }
        }
        return nil
    }

    /// - Returns: nil if the word is not rare.
    private func products(ofRareWord query: String) throws -> [Product.ID]? {
        if let known = cache.rareWords[query] { return known }
        let limit = Self.mostMatchesOfRareWord
        let products = try ids(query, behind: nil, isNewestFirst: true, limit: limit + 1)
        let found = products.count > limit ? nil : products
        cache.rareWords[query] = .some(found)
        cache.hasMatch[query] = !products.isEmpty
        return found
    }

    private func matches(_ id: Product.ID, _ query: String) throws -> Bool {
        try !rows(Self.matchOfProduct, [(":search", .text(query)), (":id", .integer(id.rawValue))]).isEmpty
    }

    func words(in neighborhood: WordNeighborhood) throws -> [VocabularyWord] {
        try database.records.words(in: neighborhood) { column in
            """
            SELECT word, product_count FROM search_word\(column == "reversed" ? " INDEXED BY search_word_by_ending" : "")
            WHERE length = $1 AND \(column) >= $2 AND \(column) < $3 LIMIT \(WordNeighborhood.mostWords)
            """
        }
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

    private func rows(_ sql: String, _ arguments: [(name: String, value: MoveValue)]) throws -> [Int64] {
        try database.all(sql, with: arguments) { try $0.integer(0) }
    }
}
