internal import MarketCore

/// What a database says about a move. While it says something, no server opens the database. Those that have it open are
/// refused when it has left (``MoveMarker/refuseServers()``).
package enum MoveMark: String, Sendable {
    /// Being moved here; indexes and counts aren't kept yet.
    case copying
    /// Being moved here, and everything was copied once.
    case copied
    /// Moved to a data folder.
    case left
}

/// A reader and writer of the mark, which is in the row that says what the market is and where its images are.
struct MoveMarker {
    let connection: PostgresConnection

    func mark() throws -> MoveMark? {
        // In an older schema, the column may not be there.
        let text = try connection.firstRow("SELECT to_jsonb(state) ->> 'move_state' FROM market_state AS state") {
            try $0.optionalText(0)
        }
        guard let text = text ?? nil else { return nil }
        guard let mark = MoveMark(rawValue: text) else {
            throw CorruptRowError(reason: "market_state says nothing that is known about a move")
        }
        return mark
    }

    /// - Parameter mark: nil when the market is here, and can be served.
    func set(_ mark: MoveMark?) throws {
        try connection.execute("UPDATE market_state SET move_state = $1", [mark?.rawValue])
    }

    /// Has the database refuse servers that still have it open, of whatever version: each write inserts a row into the log of
    /// changes, and who reads the log needs its history.
    func refuseServers() throws {
        try connection.script(
            """
            CREATE OR REPLACE FUNCTION market_has_left() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF EXISTS (SELECT FROM market_state WHERE move_state IS NOT NULL) THEN
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
}
