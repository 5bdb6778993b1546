extension MarketSchema {
    /// The numbers of products in ranges of ids, so that the product at any position of the list is found without
    /// counting up to it. A node of level 1 counts the products of 32 consecutive ids, of level 2 those of 1,024, of
    /// level 3 those of 32,768, and of level 4 those of 1,048,576. Nodes with a count of zero aren't stored.
    ///
    /// Triggers maintain the counts in the transaction of the change.
    static let firstListingRank = """
        CREATE TABLE listing_rank (
            level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 4),
            node INTEGER NOT NULL CHECK (node >= 0),
            live INTEGER NOT NULL CHECK (live >= 0),
            PRIMARY KEY (level, node)
        ) STRICT, WITHOUT ROWID;

        CREATE TRIGGER product_is_counted AFTER INSERT ON product BEGIN
            INSERT INTO listing_rank (level, node, live) VALUES
                (1, NEW.id >> 5, 1), (2, NEW.id >> 10, 1), (3, NEW.id >> 15, 1), (4, NEW.id >> 20, 1)
                ON CONFLICT (level, node) DO UPDATE SET live = live + 1;
            UPDATE market_state SET product_count = product_count + 1 WHERE id = 1;
            UPDATE vendor SET product_count = product_count + 1 WHERE id = NEW.vendor_id;
        END;

        CREATE TRIGGER product_is_uncounted AFTER DELETE ON product BEGIN
            -- One by one: for a list of pairs, SQLite walks the whole table.
            UPDATE listing_rank SET live = live - 1 WHERE level = 1 AND node = OLD.id >> 5;
            UPDATE listing_rank SET live = live - 1 WHERE level = 2 AND node = OLD.id >> 10;
            UPDATE listing_rank SET live = live - 1 WHERE level = 3 AND node = OLD.id >> 15;
            UPDATE listing_rank SET live = live - 1 WHERE level = 4 AND node = OLD.id >> 20;
            DELETE FROM listing_rank WHERE level = 1 AND node = OLD.id >> 5 AND live = 0;
            DELETE FROM listing_rank WHERE level = 2 AND node = OLD.id >> 10 AND live = 0;
            DELETE FROM listing_rank WHERE level = 3 AND node = OLD.id >> 15 AND live = 0;
            DELETE FROM listing_rank WHERE level = 4 AND node = OLD.id >> 20 AND live = 0;
            UPDATE market_state SET product_count = product_count - 1 WHERE id = 1;
            UPDATE vendor SET product_count = product_count - 1 WHERE id = OLD.vendor_id;
        END;

        CREATE TRIGGER product_keeps_its_place BEFORE UPDATE OF id, vendor_id ON product
            WHEN NEW.id IS NOT OLD.id OR NEW.vendor_id IS NOT OLD.vendor_id
        BEGIN
            SELECT RAISE(ABORT, 'a product keeps its id and its vendor');
        END;

        CREATE TRIGGER product_never_returns BEFORE INSERT ON tombstone
            WHEN EXISTS (SELECT 1 FROM product WHERE id = NEW.product_id)
        BEGIN
            SELECT RAISE(ABORT, 'a tombstone stands for a product that is gone');
        END;
        """
}
