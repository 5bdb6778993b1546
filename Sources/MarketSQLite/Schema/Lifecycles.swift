extension MarketSchema {
    /// Adds the states of listings. All existing products are open, so no stored count changes.
    ///
    /// `state` is 0 for open, 1 for reserved, 2 for sold, 3 for hidden and 4 for expired. `state_time` is the end of a
    /// reservation, or when the product was sold or expired. A note about a reservation is private and therefore in
    /// `product_detail`.
    ///
    /// From here on, all counts and ranks count only products that lists show. `unlisted_count` counts the others. While
    /// it is 0, lists are read without the partial indexes.
    static let lifecycles = """
        ALTER TABLE product ADD COLUMN state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 4);
        ALTER TABLE product ADD COLUMN state_time INTEGER CHECK ((state_time IS NULL) = (state IN (0, 3)));
        ALTER TABLE product ADD COLUMN is_listed INTEGER NOT NULL DEFAULT 1
            CHECK (is_listed IN (0, 1) AND (state = 2 OR is_listed = (state < 2)));
        ALTER TABLE product ADD COLUMN expires_at INTEGER;
        ALTER TABLE product ADD COLUMN bumped_at INTEGER;
        ALTER TABLE product_detail ADD COLUMN reservation_note TEXT CHECK (length(reservation_note) BETWEEN 1 AND 200);
        ALTER TABLE market_state ADD COLUMN unlisted_count INTEGER NOT NULL DEFAULT 0 CHECK (unlisted_count >= 0);
        ALTER TABLE vendor ADD COLUMN unlisted_count INTEGER NOT NULL DEFAULT 0 CHECK (unlisted_count >= 0);

        -- What is due, in the order in which it becomes due.
        CREATE INDEX product_reserved ON product (state_time) WHERE state = 1;
        CREATE INDEX product_sold_and_listed ON product (state_time) WHERE state = 2 AND is_listed = 1;
        CREATE INDEX product_expiring ON product (expires_at) WHERE state = 0 AND expires_at IS NOT NULL;

        -- What lists show.
        CREATE INDEX product_listed ON product (id) WHERE is_listed = 1;
        CREATE INDEX product_by_vendor_listed ON product (vendor_id, id) WHERE is_listed = 1;
        DROP INDEX product_krw_usd;
        DROP INDEX product_by_vendor_krw_usd;
        DROP INDEX product_by_amount;
        DROP INDEX product_by_vendor_and_amount;
        CREATE INDEX product_krw_usd ON product (id) WHERE is_listed = 1 AND currency IN ('KRW', 'USD');
        CREATE INDEX product_by_vendor_krw_usd ON product (vendor_id, id)
            WHERE is_listed = 1 AND currency IN ('KRW', 'USD');
        CREATE INDEX product_by_amount ON product (currency, amount, id) WHERE is_listed = 1;
        CREATE INDEX product_by_vendor_and_amount ON product (vendor_id, currency, amount, id) WHERE is_listed = 1;

        -- What is in stock and not sold. Open and reserved products are always listed.
        DROP INDEX product_in_stock;
        DROP INDEX product_in_stock_krw_usd;
        DROP INDEX product_in_stock_by_amount;
        CREATE INDEX product_in_stock ON product (id) WHERE stock > 0 AND state < 2;
        CREATE INDEX product_in_stock_krw_usd ON product (id)
            WHERE stock > 0 AND state < 2 AND currency IN ('KRW', 'USD');
        CREATE INDEX product_in_stock_by_amount ON product (currency, amount, id) WHERE stock > 0 AND state < 2;

        DROP TRIGGER product_is_counted;
        CREATE TRIGGER product_is_counted AFTER INSERT ON product WHEN NEW.is_listed = 1 BEGIN
            \(count)
        END;
        CREATE TRIGGER product_is_added_unlisted AFTER INSERT ON product WHEN NEW.is_listed = 0 BEGIN
            \(countUnlisted)
        END;

        DROP TRIGGER product_is_uncounted;
        CREATE TRIGGER product_is_uncounted AFTER DELETE ON product WHEN OLD.is_listed = 1 BEGIN
            \(uncount)
        END;
        CREATE TRIGGER product_is_deleted_unlisted AFTER DELETE ON product WHEN OLD.is_listed = 0 BEGIN
            \(uncountUnlisted)
        END;

        CREATE TRIGGER product_is_listed_again AFTER UPDATE OF is_listed ON product
            WHEN NEW.is_listed = 1 AND OLD.is_listed = 0
        BEGIN
            \(count)
            \(uncountUnlisted)
        END;
        CREATE TRIGGER product_is_unlisted AFTER UPDATE OF is_listed ON product
            WHEN NEW.is_listed = 0 AND OLD.is_listed = 1
        BEGIN
            \(uncount)
            \(countUnlisted)
        END;

        DROP TRIGGER product_changes_lists;
        CREATE TRIGGER product_changes_lists AFTER UPDATE OF currency ON product
            WHEN NEW.is_listed = 1 AND OLD.is_listed = 1
                AND (NEW.currency IN ('KRW', 'USD')) <> (OLD.currency IN ('KRW', 'USD'))
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

        -- Hidden and expired products are in no search index.
        DROP TRIGGER vendor_is_renamed;
        CREATE TRIGGER vendor_is_renamed AFTER UPDATE OF name ON vendor WHEN NEW.name IS NOT OLD.name BEGIN
            INSERT INTO search_backlog (product_id, seller)
                SELECT id, OLD.name FROM product WHERE vendor_id = OLD.id AND state < 3
                ON CONFLICT (product_id) DO NOTHING;
        END;
        """

    /// The statements of a trigger that counts a product among those that lists show.
    private static let count = """
        INSERT INTO listing_rank (level, node, live, krw_usd) VALUES
            (1, NEW.id >> 5, 1, NEW.currency IN ('KRW', 'USD')), (2, NEW.id >> 10, 1, NEW.currency IN ('KRW', 'USD')),
            (3, NEW.id >> 15, 1, NEW.currency IN ('KRW', 'USD')), (4, NEW.id >> 20, 1, NEW.currency IN ('KRW', 'USD'))
            ON CONFLICT (level, node) DO UPDATE SET live = live + 1, krw_usd = krw_usd + excluded.krw_usd;
        UPDATE market_state SET product_count = product_count + 1,
            krw_usd_count = krw_usd_count + (NEW.currency IN ('KRW', 'USD')) WHERE id = 1;
        UPDATE vendor SET product_count = product_count + 1,
            krw_usd_count = krw_usd_count + (NEW.currency IN ('KRW', 'USD')) WHERE id = NEW.vendor_id;
        """

    private static let uncount = """
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
        """

    private static let countUnlisted = """
        UPDATE market_state SET unlisted_count = unlisted_count + 1 WHERE id = 1;
        UPDATE vendor SET unlisted_count = unlisted_count + 1 WHERE id = NEW.vendor_id;
        """

    private static let uncountUnlisted = """
        UPDATE market_state SET unlisted_count = unlisted_count - 1 WHERE id = 1;
        UPDATE vendor SET unlisted_count = unlisted_count - 1 WHERE id = OLD.vendor_id;
        """
}
