internal import MarketCore

/// A reader of the words that a misspelled one may be corrected to.
struct SearchWordReader {
    /// The maximum number of words of each length that are read by their beginning, and by their ending.
    private static let mostWords = 5000

    let connection: PostgresConnection

    func words(in neighborhood: WordNeighborhood) throws -> [VocabularyWord] {
        var counts: [String: Int] = [:]
        for length in neighborhood.lengths {
            for (column, start) in [
                ("word", neighborhood.beginning), ("reversed", neighborhood.ending.reversedByScalars),
            ] {
                try connection.forEachRow(
                    """
                    SELECT word, sum(product_count)::bigint FROM search_word
                    WHERE length = $1 AND \(column) >= $2 AND \(column) < $3
                    GROUP BY word HAVING sum(product_count) > 0 LIMIT \(Self.mostWords)
                    """,
                    [length, start, start + "\u{10FFFF}"]
                ) { row in
                    counts[try row.text(0)] = Int(clamping: try row.count(1))
                    return true
                }
            }
        }
        return counts.map { VocabularyWord($0.key, productCount: $0.value) }
    }
}
