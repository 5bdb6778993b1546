internal import MarketCore

/// Adds up the differences of `listing_count` and `search_word`, so that readers have few rows to add.
///
/// Counts are right with and without it. Any number of processes may fold: one does, the others return at once.
struct CountFolder {
    /// The number of rows from which folding is worth its while: what some forty new products add.
    private static let worthwhile: Int64 = 256
    /// The key of the advisory lock.
    private static let lock: Int64 = 0x4F4D_464F_4C44

    let connection: PostgresConnection

    /// Folds the rows that have been committed, if there are many of them, within a transaction.
    func fold() throws {
        try connection.execute(Self.counts, [Self.worthwhile, Self.lock])
        let unused = try connection.all(Self.words, [Self.worthwhile, Self.lock]) {
            (length: try $0.integer(0), word: try $0.text(1))
        }
        guard !unused.isEmpty else { return }
        // With the lock, because only who has it counts words in these rows.
        try connection.execute(
            """
            DELETE FROM search_word AS w USING unnest($1::bigint[], $2::text[]) AS unused (length, word)
            WHERE w.length = unused.length AND w.word = unused.word AND w.id = 0 AND w.product_count = 0
                AND (SELECT pg_try_advisory_xact_lock($3))
            """,
            [unused.map { $0.length }, unused.map { $0.word }, Self.lock]
        )
    }

    /// Folds every row that has been committed, for tests and after bulk writes.
    func foldAll() throws {
        for statement in [Self.counts, Self.words] { try connection.execute(statement, [Int64(1), Self.lock]) }
        try connection.execute(
            """
            DELETE FROM search_word WHERE id = 0 AND product_count = 0 AND (SELECT pg_try_advisory_xact_lock($1))
            """,
            [Self.lock]
        )
    }

    // A writer of a row that isn't seen yet doesn't wait, because nobody else changes the folded rows.
    private static let counts = """
        WITH unfolded AS (
            DELETE FROM listing_count WHERE id > 0 AND (SELECT \(isWorthwhile("listing_count")))
            RETURNING kind, key, listed, listed_krw_usd, unlisted
        )
        INSERT INTO listing_count AS folded (kind, key, id, listed, listed_krw_usd, unlisted)
        SELECT kind, key, 0, sum(listed), sum(listed_krw_usd), sum(unlisted) FROM unfolded GROUP BY kind, key
        ON CONFLICT (kind, key, id) DO UPDATE SET listed = folded.listed + excluded.listed,
            listed_krw_usd = folded.listed_krw_usd + excluded.listed_krw_usd,
            unlisted = folded.unlisted + excluded.unlisted
        """

    /// Returns the words that no product has any more. The statement that folds them can't delete them, too.
    private static let words = """
        WITH unfolded AS (
            DELETE FROM search_word WHERE id > 0 AND (SELECT \(isWorthwhile("search_word")))
            RETURNING length, word, reversed, product_count
        ), counted AS (
            INSERT INTO search_word AS folded (length, word, reversed, id, product_count)
            SELECT length, word, min(reversed), 0, sum(product_count) FROM unfolded GROUP BY length, word
            ON CONFLICT (length, word, id) DO UPDATE SET product_count = folded.product_count + excluded.product_count
            RETURNING folded.length, folded.word, folded.product_count
        )
        SELECT length::bigint, word FROM counted WHERE product_count = 0
        """

    private static func isWorthwhile(_ table: String) -> String {
        """
        (SELECT count(*) FROM (SELECT FROM \(table) WHERE id > 0 LIMIT $1) AS part) = $1 AND pg_try_advisory_xact_lock($2)
        """
    }
}
