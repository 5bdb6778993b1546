internal import MarketCore

extension PostgresConnection {
    /// Returns the name of the market in the database. No other market has it.
    func marketName() throws -> String {
        let name = try firstRow("SELECT market_id::text FROM market_state") { try $0.nonEmptyText(0) }
        guard let name else { throw CorruptRowError(reason: "the market has no state") }
        return name
    }

    /// Checks that a connection through a pooler reaches the same database as this one.
    func checkIsSameMarket(as pooled: PostgresConnection, _ settings: PostgresSettings) throws {
        guard !settings.setsSession else { return }
        // Without tables of the market, it is another one, too.
        let name = try? pooled.marketName()
        guard try name == marketName() else {
            throw PostgresOpeningError.unsuitable(
                name: settings.name,
                reason: "the direct address is that of another database"
            )
        }
    }
}
