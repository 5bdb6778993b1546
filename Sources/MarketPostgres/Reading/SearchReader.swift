internal import MarketCore
internal import MarketModels

/// A reader that answers what a tolerant search asks, within one snapshot.
struct SearchReader: SearchIndex {
    let connection: PostgresConnection

    private let cache = AnswerCache()

    init(connection: PostgresConnection) {
        self.connection = connection
    }

    /// The answers to earlier questions in the same snapshot.
    private final class AnswerCache {
        var finds: [ResolvedSearch: Bool] = [:]
    }

    func finds(_ search: ResolvedSearch) throws -> Bool {
        guard !search.words.isEmpty, let conditions = SearchConditions(search, keywords: []) else { return false }
        if let known = cache.finds[search] { return known }
        var parameters = StatementParameters()
        let ids = SearchStatement(conditions: conditions, includesUnlisted: true)
            .ids(isNewestFirst: true, &parameters)
        let finds = try connection.firstRow("\(ids) LIMIT 1", parameters.values, prepared: false) { _ in true } ?? false
        cache.finds[search] = finds
        return finds
    }

    func words(in neighborhood: WordNeighborhood) throws -> [VocabularyWord] {
        try connection.records.words(in: neighborhood) { column in
            """
            SELECT word, sum(product_count)::bigint FROM search_word
            WHERE length = $1 AND \(column) >= $2 AND \(column) < $3
            GROUP BY word HAVING sum(product_count) > 0 LIMIT \(WordNeighborhood.mostWords)
            """
        }
    }
}
