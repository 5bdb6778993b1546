internal import MarketCore
internal import MarketModels

/// The history of a server within which the numbers of its transactions mean anything.
///
/// A crash loses numbers of transactions that nobody waited for, a standby that is promoted may not have seen them, and another
/// server, into which a dump is restored, has numbers of its own. Then numbers are given again, and what a process remembers of
/// them is worth nothing. So whoever reads the log first begins another history, and each process that sees it forgets what it
/// knew.
///
/// The history is a random number in an unlogged table, which PostgreSQL empties at each recovery. It belongs to an incarnation
/// of the database (``MarketSchema/incarnation``), which a recovery doesn't end, but a dump or a copy of the database does.
struct ChangeHistory {
    /// A query for the history, which has no row where none has begun on this server.
    static let current = """
        SELECT history FROM change_history WHERE id = 1 AND xmin = begun_by AND incarnation = current_incarnation()
        """

    let connection: PostgresConnection

    /// Has others wait who begin a history, until the transaction ends.
    func lock() throws { try connection.execute("SELECT 1 FROM change_base FOR UPDATE") }

    /// Begins a history, in a transaction.
    ///
    /// Its revisions are later than all that were told before, so that they go back for nobody: later than those that are
    /// stored or known to this process, and than the time in microseconds, because clients were told revisions that are lost,
    /// and no market changes so often.
    ///
    /// If the database is a copy, delete tokens, what operators have signed in with, and invitations that nobody has accepted are
    /// worth nothing any more, because they may have been used or ended since, and ids that may have been given since are
    /// skipped.
    ///
    /// - Parameters:
    ///   - revision: the latest revision that this process has told.
    ///   - isCopy: whether the database is known to be an older copy, whatever it says itself.
    /// - Returns: whether it is one.
    func begin(above revision: Revision, isCopy: Bool) throws -> Bool {
        let renewed = try connection.firstRow("SELECT renew_incarnation($1)", [isCopy]) { try $0.boolean(0) }
        let isRestored = renewed ?? false
        if isRestored { try skipIDs() }
        // A change of this server was written by the transaction whose number it has. This one changes nothing that is shown, so
        // the log may begin after it.
        try connection.execute(
            """
            WITH here AS (
                SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest, pg_current_xact_id()::text::bigint AS own),
            removed AS (
                DELETE FROM change USING here
                WHERE xid < oldest OR change.xmin <> (xid % 4294967296)::text::xid RETURNING xid)
            UPDATE change_base SET
                count = 1 + greatest(count + (SELECT count(*) FROM removed), $1,
                    floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint),
                horizon = (SELECT CASE WHEN oldest = own THEN own + 1 ELSE oldest END FROM here)
            """,
            [revision.rawValue]
        )
        try connection.execute(
            """
            INSERT INTO change_history (id, history, begun_by, incarnation)
            VALUES (1, $1, pg_current_xact_id()::xid, current_incarnation())
            ON CONFLICT (id) DO UPDATE
            SET history = excluded.history, begun_by = excluded.begun_by, incarnation = excluded.incarnation
            """,
            [Int64.random(in: 1...(1 << 53 - 1))]
        )
        return isRestored
    }

    private func skipIDs() throws {
        for (table, count) in SkippedIDs.counts() {
            try connection.execute(
                """
                SELECT setval(sequence, coalesce(pg_sequence_last_value(sequence), 0) + $2)
                FROM (SELECT pg_get_serial_sequence($1, 'id')::regclass AS sequence) AS s
                """,
                [table.rawValue, count]
            )
        }
    }
}
