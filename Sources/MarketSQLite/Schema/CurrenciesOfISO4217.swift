internal import GRDB

extension MarketSchema {
    /// Allows every code of three letters as a currency, because the operator chooses the currencies. Codes that ISO 4217
    /// doesn't know are refused before they are stored.
    ///
    /// As in ``addCurrencies(_:)``, the schema's text is edited. No row changes.
    static func allowCurrenciesOfISO4217(_ database: Database) throws {
        let version = try Int64.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
        try database.execute(sql: "PRAGMA writable_schema = ON")
        defer { try? database.execute(sql: "PRAGMA writable_schema = RESET") }
        let check = "CHECK (currency IN (''KRW'', ''USD'', ''JPY'', ''EUR'', ''GBP'', ''CNY'', ''HKD''))"
        try database.execute(
            sql: """
                UPDATE sqlite_schema SET sql = replace(sql, '\(check)',
                    'CHECK (length(currency) = 3 AND currency NOT GLOB ''*[^A-Z]*'')')
                WHERE type = 'table' AND name = 'product' AND instr(sql, '\(check)') > 0
                """
        )
        guard database.changesCount == 1 else {
            throw DatabaseError(resultCode: .SQLITE_SCHEMA, message: "the table product has no check of its currency")
        }
        try database.execute(sql: "PRAGMA schema_version = \(version + 1)")
    }
}
