internal import GRDB
internal import MarketCore

/// A reader of the words that a misspelled one may be corrected to.
struct SearchWordReader {
    /// The maximum number of words of each length that are read by their beginning, and by their ending.
    private static let mostWords: Int64 = 5000
    private static let beginningAlike = """
        SELECT word, product_count FROM search_word WHERE length = :length AND word >= :from AND word < :to LIMIT :limit
        """
    private static let endingAlike = """
        SELECT word, product_count FROM search_word INDEXED BY search_word_by_ending
        WHERE length = :length AND reversed >= :from AND reversed < :to LIMIT :limit
        """

    let database: Database

    func words(in neighborhood: WordNeighborhood) throws -> [VocabularyWord] {
        var counts: [String: Int] = [:]
        for length in neighborhood.lengths {
            for (sql, start) in [
                (Self.beginningAlike, neighborhood.beginning),
                (Self.endingAlike, neighborhood.ending.reversedByScalars),
            ] {
                try database.forEachRow(
                    sql,
                    with: [
                        (":length", .integer(Int64(length))), (":from", .text(start)),
                        (":to", .text(start + "\u{10FFFF}")),
                        (":limit", .integer(Self.mostWords)),
                    ]
                ) { row in
                    counts[try row.text(0)] = Int(try row.count(1))
                    return true
                }
            }
        }
        return counts.map { VocabularyWord($0.key, productCount: $0.value) }
    }
}
