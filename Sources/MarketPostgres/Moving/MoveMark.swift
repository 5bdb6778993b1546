/// What a database says about a move. The table is there only as long as it has something to say, and while it is there,
/// no server opens the database. Those that have it open are refused when it has left (``MoveMarker/refuseServers()``).
package enum MoveMark: String, Sendable {
    /// Being moved here; indexes and counts aren't kept yet.
    case copying
    /// Being moved here, and everything was copied once.
    case copied
    /// Moved to a data folder.
    case left
}

/// A reader and writer of the mark.
struct MoveMarker {
    let connection: PostgresConnection

    func mark() throws -> MoveMark? {
        let isThere = try connection.firstRow("SELECT to_regclass('market_move') IS NOT NULL") { try $0.boolean(0) }
        guard isThere == true else { return nil }
        let text = try connection.firstRow("SELECT state FROM market_move", prepared: false) { try $0.text(0) }
        guard let mark = text.flatMap(MoveMark.init(rawValue:)) else {
            throw CorruptRowError(reason: "market_move says nothing that is known")
        }
        return mark
    }

    func set(_ mark: MoveMark) throws {
        try connection.script(
            """
            CREATE TABLE IF NOT EXISTS market_move (
                id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1), state text COLLATE "C" NOT NULL);
            INSERT INTO market_move (state) VALUES ('\(mark.rawValue)')
                ON CONFLICT (id) DO UPDATE SET state = excluded.state
            """
        )
    }

    /// Has the database refuse servers that still have it open, of whatever version: each write inserts a row into the log of
    /// changes, and who reads the log needs its history.
    func refuseServers() throws {
        try connection.script(
            """
            CREATE OR REPLACE FUNCTION market_has_left() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF to_regclass('market_move') IS NOT NULL THEN
                    RAISE EXCEPTION 'the market was moved to another place'
                        USING ERRCODE = 'object_not_in_prerequisite_state';
                END IF;
                RETURN NULL;
            END $$;
            CREATE OR REPLACE TRIGGER market_has_left BEFORE INSERT ON change
                FOR EACH STATEMENT EXECUTE FUNCTION market_has_left();
            CREATE OR REPLACE TRIGGER market_has_left BEFORE INSERT ON change_history
                FOR EACH STATEMENT EXECUTE FUNCTION market_has_left();
            DELETE FROM change_history
            """
        )
    }

    func remove() throws { try connection.script("DROP TABLE IF EXISTS market_move") }
}
