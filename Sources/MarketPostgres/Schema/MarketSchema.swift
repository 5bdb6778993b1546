internal import MarketCore

/// The schema of the market's database, and its migrations in order.
///
/// Until 1.0.0, the first migration is rewritten in place, and a database that was made with another one is refused
/// (``MarketSchema/Migration/fingerprint``). From then on, a migration that has been released never changes; a new one is added
/// instead. Migrations consist of SQL strings only, so that a later change of a Swift type can't change what an old migration
/// does.
enum MarketSchema {
    struct Migration {
        let number: Int64
        let name: String
        let sql: String

        /// The fingerprint of its statements, which is recorded when it is applied.
        var fingerprint: Int64 { Int64(SchemaFingerprint(statements: sql).rawValue) }
    }

    static let migrations = [
        Migration(
            number: 1,
            name: "market",
            sql: [tables, listingIndexes, listingCounts, search, priceKeywords, shared, forms, firstRows]
                .joined(separator: "\n")
        )
    ]

    /// The table that lists the applied migrations.
    static let history = "market_migration"

    static let historyTable = """
        CREATE TABLE \(history) (
            number bigint PRIMARY KEY,
            name text NOT NULL,
            fingerprint bigint NOT NULL,
            applied_at timestamptz NOT NULL DEFAULT now()
        );
        """

    private static let firstRows = """
        INSERT INTO market_state (id) VALUES (1);
        SELECT renew_incarnation(false);
        INSERT INTO change_base (id, count, horizon) VALUES (1, 0, 0);
        -- Nobody can present an empty identifier, so nobody can be this vendor.
        INSERT INTO vendor (id, identifier, name, created_at) VALUES (0, '', 'Guest', 0);

        \(FirstCategories.insertion)
        SELECT setval(pg_get_serial_sequence('category', 'id'), 21);
        """
}
