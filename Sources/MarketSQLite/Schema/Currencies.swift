internal import GRDB

extension MarketSchema {
    /// Adds five currencies. For lists limited to won and dollars, it adds what the whole list has: counts of their own
    /// and partial indexes, so that no page has to skip the products that it excludes.
    ///
    /// No products are counted, because all existing ones have one of these two currencies. In a large market only the
    /// indexes take time: each is created in one pass over `product`.
    static func addCurrencies(_ database: Database) throws {
        try widenCurrencyCheck(database)
        try database.execute(sql: currencies)
    }

    /// Replaces the CHECK constraint of the currency. It can't be altered, and recreating the table would copy every
    /// product and its indexes. Therefore the schema's text is edited, as SQLite's documentation of ALTER TABLE
    /// describes. No stored data depends on a CHECK.
    private static func widenCurrencyCheck(_ database: Database) throws {
        let version = try Int64.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
        try database.execute(sql: "PRAGMA writable_schema = ON")
        defer { try? database.execute(sql: "PRAGMA writable_schema = RESET") }
        try database.execute(
            sql: """
                UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (currency IN (''KRW'', ''USD''))',
                    'CHECK (currency IN (''KRW'', ''USD'', ''JPY'', ''EUR'', ''GBP'', ''CNY'', ''HKD''))')
                WHERE type = 'table' AND name = 'product' AND instr(sql, 'CHECK (currency IN (''KRW'', ''USD''))') > 0
                """
        )
        guard database.changesCount == 1 else {
            throw DatabaseError(resultCode: .SQLITE_SCHEMA, message: "the table product has no check of its currency")
        }
        try database.execute(sql: "PRAGMA schema_version = \(version + 1)")
    }

    private static let currencies = """
        ALTER TABLE market_state ADD COLUMN krw_usd_count INTEGER NOT NULL DEFAULT 0 CHECK (krw_usd_count >= 0);
        ALTER TABLE vendor ADD COLUMN krw_usd_count INTEGER NOT NULL DEFAULT 0 CHECK (krw_usd_count >= 0);
        ALTER TABLE listing_rank ADD COLUMN krw_usd INTEGER NOT NULL DEFAULT 0 CHECK (krw_usd BETWEEN 0 AND live);
        UPDATE market_state SET krw_usd_count = product_count;
        UPDATE vendor SET krw_usd_count = product_count WHERE product_count > 0;
        UPDATE listing_rank SET krw_usd = live;

        CREATE INDEX product_krw_usd ON product (id) WHERE currency IN ('KRW', 'USD');
        CREATE INDEX product_by_vendor_krw_usd ON product (vendor_id, id) WHERE currency IN ('KRW', 'USD');
        CREATE INDEX product_in_stock_krw_usd ON product (id) WHERE stock > 0 AND currency IN ('KRW', 'USD');

        DROP TRIGGER product_is_counted;
        CREATE TRIGGER product_is_counted AFTER INSERT ON product BEGIN
            INSERT INTO listing_rank (level, node, live, krw_usd) VALUES
                (1, NEW.id >> 5, 1, NEW.currency IN ('KRW', 'USD')), (2, NEW.id >> 10, 1, NEW.currency IN ('KRW', 'USD')),
                (3, NEW.id >> 15, 1, NEW.currency IN ('KRW', 'USD')), (4, NEW.id >> 20, 1, NEW.currency IN ('KRW', 'USD'))
                ON CONFLICT (level, node) DO UPDATE SET live = live + 1, krw_usd = krw_usd + excluded.krw_usd;
            UPDATE market_state SET product_count = product_count + 1,
                krw_usd_count = krw_usd_count + (NEW.currency IN ('KRW', 'USD')) WHERE id = 1;
            UPDATE vendor SET product_count = product_count + 1,
                krw_usd_count = krw_usd_count + (NEW.currency IN ('KRW', 'USD')) WHERE id = NEW.vendor_id;
        END;

        DROP TRIGGER product_is_uncounted;
        CREATE TRIGGER product_is_uncounted AFTER DELETE ON product BEGIN
            -- One by one: for a list of pairs, SQLite walks the whole table.
            UPDATE listing_rank SET live = live - 1, krw_usd = krw_usd - (OLD.currency IN ('KRW', 'USD'))
                WHERE level = 1 AND node = OLD.id >> 5;
            UPDATE listing_rank SET live = live - 1, krw_usd = krw_usd - (OLD.currency IN ('KRW', 'USD'))
                WHERE level = 2 AND node = OLD.id >> 10;
            UPDATE listing_rank SET live = live - 1, krw_usd = krw_usd - (OLD.currency IN ('KRW', 'USD'))
                WHERE level = 3 AND node = OLD.id >> 15;
            UPDATE listing_rank SET live = live - 1, krw_usd = krw_usd - (OLD.currency IN ('KRW', 'USD'))
                WHERE level = 4 AND node = OLD.id >> 20;
            DELETE FROM listing_rank WHERE level = 1 AND node = OLD.id >> 5 AND live = 0;
            DELETE FROM listing_rank WHERE level = 2 AND node = OLD.id >> 10 AND live = 0;
            DELETE FROM listing_rank WHERE level = 3 AND node = OLD.id >> 15 AND live = 0;
            DELETE FROM listing_rank WHERE level = 4 AND node = OLD.id >> 20 AND live = 0;
            UPDATE market_state SET product_count = product_count - 1,
                krw_usd_count = krw_usd_count - (OLD.currency IN ('KRW', 'USD')) WHERE id = 1;
            UPDATE vendor SET product_count = product_count - 1,
                krw_usd_count = krw_usd_count - (OLD.currency IN ('KRW', 'USD')) WHERE id = OLD.vendor_id;
        END;

        CREATE TRIGGER product_changes_lists AFTER UPDATE OF currency ON product
            WHEN (NEW.currency IN ('KRW', 'USD')) <> (OLD.currency IN ('KRW', 'USD'))
        BEGIN
            UPDATE listing_rank SET krw_usd = krw_usd + iif(NEW.currency IN ('KRW', 'USD'), 1, -1)
                WHERE level = 1 AND node = NEW.id >> 5;
            UPDATE listing_rank SET krw_usd = krw_usd + iif(NEW.currency IN ('KRW', 'USD'), 1, -1)
                WHERE level = 2 AND node = NEW.id >> 10;
            UPDATE listing_rank SET krw_usd = krw_usd + iif(NEW.currency IN ('KRW', 'USD'), 1, -1)
                WHERE level = 3 AND node = NEW.id >> 15;
            UPDATE listing_rank SET krw_usd = krw_usd + iif(NEW.currency IN ('KRW', 'USD'), 1, -1)
                WHERE level = 4 AND node = NEW.id >> 20;
            UPDATE market_state SET krw_usd_count = krw_usd_count + iif(NEW.currency IN ('KRW', 'USD'), 1, -1) WHERE id = 1;
            UPDATE vendor SET krw_usd_count = krw_usd_count + iif(NEW.currency IN ('KRW', 'USD'), 1, -1)
                WHERE id = NEW.vendor_id;
        END;
        """
}
