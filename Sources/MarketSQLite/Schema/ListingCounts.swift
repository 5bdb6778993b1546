extension MarketSchema {
    /// The numbers of products, which triggers maintain in the transaction of the change.
    ///
    /// `listing_rank` has them for ranges of ids, so that the product at any position of the list is found without counting up
    /// to it. A node of level 1 counts the products of 32 consecutive ids, of level 2 those of 1,024, of level 3 those of
    /// 32,768, and of level 4 those of 1,048,576. Nodes with a count of zero aren't stored.
    ///
    /// Lists limited to won and dollars have counts of their own, so that no page of them has to skip products.
    static let listingCounts = """
        CREATE TABLE listing_rank (
            level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 4),
            node INTEGER NOT NULL CHECK (node >= 0),
            listed INTEGER NOT NULL CHECK (listed >= 0),
            listed_krw_usd INTEGER NOT NULL DEFAULT 0 CHECK (listed_krw_usd BETWEEN 0 AND listed),
            PRIMARY KEY (level, node)
        ) STRICT, WITHOUT ROWID;

        CREATE TRIGGER product_is_counted AFTER INSERT ON product WHEN NEW.is_listed = 1 BEGIN
            \(count)
        END;
        CREATE TRIGGER product_is_added_unlisted AFTER INSERT ON product WHEN NEW.is_listed = 0 BEGIN
            \(countUnlisted)
        END;

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

        CREATE TRIGGER product_changes_lists AFTER UPDATE OF currency ON product
            WHEN NEW.is_listed = 1 AND OLD.is_listed = 1
                AND (NEW.currency IN ('KRW', 'USD')) <> (OLD.currency IN ('KRW', 'USD'))
        BEGIN
            \(eachLevel { level, node in
                """
                UPDATE listing_rank SET listed_krw_usd = listed_krw_usd + iif(NEW.currency IN ('KRW', 'USD'), 1, -1)
                    WHERE level = \(level) AND node = NEW.\(node);
                """
            })
            UPDATE market_state SET krw_usd_count = krw_usd_count + iif(NEW.currency IN ('KRW', 'USD'), 1, -1)
                WHERE id = 1;
            UPDATE vendor SET krw_usd_count = krw_usd_count + iif(NEW.currency IN ('KRW', 'USD'), 1, -1)
                WHERE id = NEW.vendor_id;
        END;

        CREATE TRIGGER product_is_counted_in_category AFTER INSERT ON product
            WHEN NEW.category_id IS NOT NULL AND NEW.is_listed = 1
        BEGIN
            UPDATE category SET product_count = product_count + 1 WHERE id = NEW.category_id;
        END;
        CREATE TRIGGER product_is_uncounted_in_category AFTER DELETE ON product
            WHEN OLD.category_id IS NOT NULL AND OLD.is_listed = 1
        BEGIN
            UPDATE category SET product_count = product_count - 1 WHERE id = OLD.category_id;
        END;
        CREATE TRIGGER product_changes_category AFTER UPDATE OF category_id, is_listed ON product
            WHEN OLD.category_id IS NOT NEW.category_id OR OLD.is_listed <> NEW.is_listed
        BEGIN
            UPDATE category SET product_count = product_count - 1 WHERE id = OLD.category_id AND OLD.is_listed = 1;
            UPDATE category SET product_count = product_count + 1 WHERE id = NEW.category_id AND NEW.is_listed = 1;
        END;
        """

    /// Returns a statement for each level, which is given its number and what the node of an id is.
    private static func eachLevel(_ statement: (_ level: Int, _ node: String) -> String) -> String {
        (1...4).map { statement($0, "id >> \(5 * $0)") }.joined(separator: "\n")
    }

    /// The statements of a trigger that counts a product among those that lists show.
    private static let count = """
        INSERT INTO listing_rank (level, node, listed, listed_krw_usd) VALUES
            (1, NEW.id >> 5, 1, NEW.currency IN ('KRW', 'USD')), (2, NEW.id >> 10, 1, NEW.currency IN ('KRW', 'USD')),
            (3, NEW.id >> 15, 1, NEW.currency IN ('KRW', 'USD')), (4, NEW.id >> 20, 1, NEW.currency IN ('KRW', 'USD'))
            ON CONFLICT (level, node) DO UPDATE SET listed = listed + 1,
                listed_krw_usd = listed_krw_usd + excluded.listed_krw_usd;
        UPDATE market_state SET product_count = product_count + 1,
            krw_usd_count = krw_usd_count + (NEW.currency IN ('KRW', 'USD')) WHERE id = 1;
        UPDATE vendor SET product_count = product_count + 1,
            krw_usd_count = krw_usd_count + (NEW.currency IN ('KRW', 'USD')) WHERE id = NEW.vendor_id;
        """

    private static let uncount = """
        -- One by one: for a list of pairs, SQLite walks the whole table.
        \(eachLevel { level, node in
            """
            UPDATE listing_rank SET listed = listed - 1, listed_krw_usd = listed_krw_usd - (OLD.currency IN ('KRW', 'USD'))
                WHERE level = \(level) AND node = OLD.\(node);
            """
        })
        \(eachLevel { "DELETE FROM listing_rank WHERE level = \($0) AND node = OLD.\($1) AND listed = 0;" })
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
