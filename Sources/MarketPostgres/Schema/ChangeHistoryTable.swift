extension MarketSchema {
    /// The history of the server: see ``ChangeHistory``. It is unlogged, so that each recovery empties it. Older versions serve
    /// on without it.
    static let changeHistory = """
        CREATE UNLOGGED TABLE change_history (
            id smallint PRIMARY KEY CHECK (id = 1),
            history bigint NOT NULL CHECK (history > 0),
            -- The transaction that wrote the row.
            begun_by xid NOT NULL,
            database oid NOT NULL,
            system_identifier bigint NOT NULL
        );
        """
}
