struct ChangeWriter {
    let connection: PostgresConnection

    /// Marks that this transaction changes the result of a GET.
    func raiseRevision(changesSite: Bool = false) throws {
        try connection.execute(
            """
            INSERT INTO change (xid, changes_site) VALUES (pg_current_xact_id()::text::bigint, $1)
            ON CONFLICT (xid) DO UPDATE SET changes_site = change.changes_site OR excluded.changes_site
            """,
            [changesSite]
        )
    }

    /// Removes changes that every process has counted long ago.
    func removeOldChanges() throws {
        try connection.transaction {
            guard
                try connection.firstRow(
                    "SELECT pg_try_advisory_xact_lock($1)",
                    [AdvisoryLock.removal],
                    read: { try $0.boolean(0) }
                ) == true
            else { return }
            try connection.execute(
                """
                WITH old AS (
                    SELECT xid FROM change WHERE made_at < now() - interval '1 hour'
                        AND xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint ORDER BY xid LIMIT 10000),
                removed AS (DELETE FROM change WHERE xid <= (SELECT max(xid) FROM old) RETURNING xid)
                UPDATE change_base SET count = count + (SELECT count(*) FROM removed),
                    horizon = (SELECT max(xid) + 1 FROM removed)
                WHERE EXISTS (SELECT 1 FROM removed)
                """
            )
        }
    }
}

/// The keys of advisory locks, which nodes of the market hold against each other.
enum AdvisoryLock {
    static let migration: Int64 = 0x6F70_656E_6D6B_7401
    static let removal: Int64 = 0x6F70_656E_6D6B_7402
    static let vendors: Int64 = 0x6F70_656E_6D6B_7403
    static let categories: Int64 = 0x6F70_656E_6D6B_7404
    static let search: Int64 = 0x6F70_656E_6D6B_7407
    static let drafts: Int64 = 0x6F70_656E_6D6B_7406
    static let operators: Int64 = 0x6F70_656E_6D6B_7408
    static let contacts: Int64 = 0x6F70_656E_6D6B_7409
    /// The first half of the keys of images. The second half is a hash of the image's name.
    static let images: Int32 = 0x6F70_6505
}
