internal import MarketCore

/// What a database says about a move. While it says something, no server opens the database.
package enum MoveMark: String, Sendable {
    /// Being moved here; indexes and counts aren't kept yet.
    case copying
    /// Being moved here, and everything was copied once.
    case copied
}

/// A reader and writer of the mark, which is in the row that says what the market is and where its images are.
struct MoveMarker {
    let connection: PostgresConnection

    func mark() throws -> MoveMark? {
        let text = try connection.firstRow("SELECT move_state FROM market_state") { try $0.optionalText(0) }
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
}
