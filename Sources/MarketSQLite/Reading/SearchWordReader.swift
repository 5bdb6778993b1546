internal import GRDB
internal import MarketCore

/// Finds the words that a misspelled one may stand for.
struct SearchWordReader {
    /// So many words are looked at that begin alike, and so many that end alike, of each length.
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
                (Self.beginningAlike, neighborhood.beginning), (Self.endingAlike, Self.reversed(neighborhood.ending)),
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

    /// By scalars, as words are counted.
    static func reversed(_ word: String) -> String {
        String(String.UnicodeScalarView(word.unicodeScalars.reversed()))
    }
}
