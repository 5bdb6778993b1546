/// All migrations of the market's database, in order.
///
/// A migration that has been released must never change; add a new one instead. Migrations consist of SQL strings only,
/// so that a later change of a Swift type can't change what an old migration does.
enum MarketSchema {
    struct Migration {
        let number: Int64
        let name: String
        let sql: String
    }

    static let migrations = [
        Migration(number: 1, name: "market", sql: base + listings),
        Migration(number: 2, name: "shared by the processes", sql: shared),
        Migration(number: 3, name: "images of forms and one-time links", sql: forms),
        Migration(number: 4, name: "where images are", sql: imagePlace),
        Migration(number: 5, name: "prices in the search index", sql: priceFacts),
        Migration(number: 6, name: "rights by browser", sql: rightsByBrowser),
        Migration(number: 7, name: "history of the server", sql: changeHistory),
        Migration(number: 8, name: "removed products", sql: removedProducts),
        Migration(number: 9, name: "search of places", sql: searchOfPlaces),
        Migration(number: 10, name: "state of a move", sql: moveState),
        Migration(number: 11, name: "folding of the search", sql: searchFolding),
    ]

    /// The table that lists the applied migrations.
    static let history = "market_migration"

    static let historyTable = """
        CREATE TABLE \(history) (
            number bigint PRIMARY KEY,
            name text NOT NULL,
            applied_at timestamptz NOT NULL DEFAULT now()
        );
        """
}
