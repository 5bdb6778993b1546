extension MarketSchema {
    /// Which copy of the market the database is.
    ///
    /// What a restored dump must not revive, such as sessions of operators, has the incarnation in which it was written, and
    /// counts in no other. The row isn't taken for its own by a database that a dump or a copy has brought: its transaction,
    /// database or server is another one then. It is logged, so it survives a crash, and a standby that is promoted has it.
    ///
    /// The files of a server that are put back look like the server itself. That they were recovered up to a moment is told by
    /// the settings for that.
    static let incarnation = """
        CREATE TABLE database_incarnation (
            id smallint PRIMARY KEY CHECK (id = 1),
            incarnation bigint NOT NULL CHECK (incarnation > 0),
            -- The transaction that wrote the row.
            written_by xid NOT NULL,
            database oid NOT NULL,
            system_identifier bigint NOT NULL,
            -- The moment up to which the server was recovered that wrote the row; empty if it wasn't.
            recovery_target text COLLATE "C" NOT NULL
        );
        -- NULL where a dump or a copy has brought the row.
        CREATE FUNCTION current_incarnation() RETURNS bigint LANGUAGE plpgsql STABLE AS $$
        BEGIN
            RETURN (SELECT incarnation FROM database_incarnation WHERE id = 1 AND xmin = written_by
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                AND system_identifier = (SELECT system_identifier FROM pg_control_system()));
        END
        $$;
        -- What is written before the next incarnation has begun belongs to none.
        CREATE FUNCTION new_row_incarnation() RETURNS bigint LANGUAGE sql STABLE AS $$
            SELECT coalesce(current_incarnation(), 0)
        $$;
        -- Begins an incarnation if the database is a copy, or is known to be one, and returns whether it has.
        CREATE FUNCTION renew_incarnation(is_copy boolean) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
            INSERT INTO database_incarnation AS known
                (id, incarnation, written_by, database, system_identifier, recovery_target)
            SELECT 1, 1 + floor(random() * 9007199254740990)::bigint, pg_current_xact_id()::xid, d.oid, s.system_identifier,
                (SELECT coalesce(string_agg(setting, ' ' ORDER BY name), '') FROM pg_settings
                    WHERE setting <> '' AND name IN ('recovery_target', 'recovery_target_lsn', 'recovery_target_name',
                        'recovery_target_time', 'recovery_target_xid'))
            FROM pg_database AS d, pg_control_system() AS s WHERE d.datname = current_database()
            ON CONFLICT (id) DO UPDATE SET incarnation = excluded.incarnation, written_by = excluded.written_by,
                database = excluded.database, system_identifier = excluded.system_identifier,
                recovery_target = excluded.recovery_target
            WHERE is_copy OR current_incarnation() IS NULL
                OR excluded.recovery_target NOT IN ('', known.recovery_target);
            RETURN FOUND;
        END
        $$;
        """
}
