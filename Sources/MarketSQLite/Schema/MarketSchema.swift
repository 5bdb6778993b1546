internal import GRDB

/// All migrations of the market's database, in order.
///
/// A migration that has been released must never change; add a new one instead. Migrations consist of SQL strings only,
/// so that a later change of a Swift type can't change what an old migration does.
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
        migrator.registerMigration("7 three characters", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: searchByThreeCharacters)
        }
        migrator.registerMigration("8 lifecycles", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: lifecycles)
        }
        migrator.registerMigration("9 rights", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: rights)
        }
        migrator.registerMigration("10 own products", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: ownProducts)
        }
        migrator.registerMigration("11 attributes", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: attributes)
        }
        migrator.registerMigration("12 bumps", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: bumps)
        }
        migrator.registerMigration("13 reductions", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: reductions)
        }
        migrator.registerMigration("14 category settings", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: categorySettings)
        }
        migrator.registerMigration("15 currencies of ISO 4217", foreignKeyChecks: .immediate) { database in
            try allowCurrenciesOfISO4217(database)
            try database.execute(sql: bumpsByCategory)
        }
        migrator.registerMigration("16 rights by browser", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: rightsByBrowser)
        }
        migrator.registerMigration("17 removed products", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: removedProducts)
        }
        migrator.registerMigration("18 search of places", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: searchOfPlaces)
        }
        migrator.registerMigration("19 folding of the search", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: searchFolding)
        }
        return migrator
    }
}
