internal import MarketModels

/// The history of a server within which the numbers of its transactions mean anything.
///
/// A crash loses numbers of transactions that nobody waited for, a standby that is promoted may not have seen them, and another
/// server, into which a dump is restored, has numbers of its own. Then numbers are given again, and what a process remembers of
/// them is worth nothing. So whoever reads the log first begins another history, and each process that sees it forgets what it
/// knew.
///
/// The history is a random number in an unlogged table, which PostgreSQL empties at each recovery. What else is with it tells
/// whether a dump or a copy of the database has brought it: the transaction that wrote the row, the database and the server.
struct ChangeHistory {
    /// A query for the history, which has no row where none has begun on this server.
    static let current = """
        SELECT history FROM change_history WHERE id = 1 AND xmin = begun_by
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND system_identifier = (SELECT system_identifier FROM pg_control_system())
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
    /// - Parameter revision: the latest revision that this process has told.
    func begin(above revision: Revision) throws {
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
            INSERT INTO change_history (id, history, begun_by, database, system_identifier)
            SELECT 1, $1, pg_current_xact_id()::xid, oid, system_identifier FROM pg_database, pg_control_system()
            WHERE datname = current_database()
            ON CONFLICT (id) DO UPDATE SET history = excluded.history, begun_by = excluded.begun_by,
                database = excluded.database, system_identifier = excluded.system_identifier
            """,
            [Int64.random(in: 1...(1 << 53 - 1))]
        )
    }
}
