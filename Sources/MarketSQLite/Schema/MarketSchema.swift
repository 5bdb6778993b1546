internal import GRDB

/// Every migration of the market's database, in the order they landed.
///
/// A migration that has been in a release never changes: a new one follows it. They speak in strings only, so that no
/// later change of a Swift type can change what an old migration did.
enum MarketSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 market", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: firstTables)
            try database.execute(sql: firstListingRank)
        }
        migrator.registerMigration("2 receipts", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: receipts)
        }
        migrator.registerMigration("3 search", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: search)
        }
        migrator.registerMigration("4 amounts", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: amounts)
        }
        migrator.registerMigration("5 forgiving search", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: forgivingSearch)
        }
        migrator.registerMigration("6 currencies", foreignKeyChecks: .immediate) { database in
            try addCurrencies(database)
        }
        return migrator
    }
}
