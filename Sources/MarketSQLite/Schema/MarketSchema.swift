internal import GRDB
internal import MarketCore

/// The schema of the market's database, and its migrations in order.
///
/// Until 1.0.0, the first migration is rewritten in place, and a database that was made with another one is refused
/// (``MarketSchema/fingerprint``). From then on, a migration that has been released never changes; a new one is added instead.
/// Migrations consist of SQL strings only, so that a later change of a Swift type can't change what an old migration does.
///
/// Times are milliseconds since 1970 in UTC, money is in minor units, and 9007199254740991 is 2^53−1.
enum MarketSchema {
    private static let statements = [tables, listingIndexes, listingCounts, search, firstRows].joined(separator: "\n")

    /// The fingerprint that databases of this schema have in their header, as `user_version`.
    static let fingerprint = SchemaFingerprint(statements: statements)
    /// The number by which a file is known as a database of Open Market: its `application_id`, “OpMk”.
    static let application: Int32 = 0x4F70_4D6B

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 market", foreignKeyChecks: .immediate) { database in
            try database.execute(
                sql: """
                    PRAGMA application_id = \(application);
                    PRAGMA user_version = \(fingerprint.rawValue);
                    \(statements)
                    """
            )
        }
        return migrator
    }

    private static let firstRows = """
        INSERT INTO market_state (id, revision, product_count) VALUES (1, 0, 0);
        -- Nobody can present an empty identifier, so nobody can be this vendor.
        INSERT INTO vendor (id, identifier, name, created_at) VALUES (0, '', 'Guest', 0);

        \(FirstCategories.insertion)
        """
}
