extension MarketSchema {
    /// The numbers of products in lists, without a row that all writers lock.
    ///
    /// A row of `listing_count` says how many products there are of a `kind` with a `key`: 1 to 4 are ranges of 32, 1,024,
    /// 32,768 and 1,048,576 consecutive ids, 5 is a vendor, and 6 is a category. The row whose `id` is 0 was folded. Every
    /// change of a product adds rows of its own, which are differences, so no writer waits for another one; `CountFolder`
    /// adds them to the folded row from time to time. A count is always the sum of all rows of a key in one snapshot.
    ///
    /// `listed` is what lists show, `listed_krw_usd` those in won and dollars, and `unlisted` is what lists don't show.
    static let listingCounts = """
        CREATE SEQUENCE listing_count_id CACHE 32;
        CREATE TABLE listing_count (
            kind smallint NOT NULL CHECK (kind BETWEEN 1 AND 6),
            key bigint NOT NULL CHECK (key >= 0),
            id bigint NOT NULL DEFAULT nextval('listing_count_id') CHECK (id >= 0),
            listed bigint NOT NULL,
            listed_krw_usd bigint NOT NULL,
            unlisted bigint NOT NULL,
            PRIMARY KEY (kind, key, id)
        ) WITH (
            fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500,
            autovacuum_vacuum_insert_scale_factor = 0.1
        );
        CREATE INDEX listing_count_unfolded ON listing_count (id) WHERE id > 0;

        CREATE FUNCTION count_product() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP <> 'INSERT' THEN
                INSERT INTO listing_count (kind, key, listed, listed_krw_usd, unlisted)
                    SELECT part.kind, part.key, -OLD.is_listed::int,
                        -(OLD.is_listed AND OLD.currency IN ('KRW', 'USD'))::int, -(NOT OLD.is_listed)::int
                    FROM (VALUES (1, OLD.id >> 5), (2, OLD.id >> 10), (3, OLD.id >> 15), (4, OLD.id >> 20),
                        (5, OLD.vendor_id), (6, OLD.category_id)) AS part (kind, key)
                    WHERE part.key IS NOT NULL;
            END IF;
            IF TG_OP <> 'DELETE' THEN
                INSERT INTO listing_count (kind, key, listed, listed_krw_usd, unlisted)
                    SELECT part.kind, part.key, NEW.is_listed::int,
                        (NEW.is_listed AND NEW.currency IN ('KRW', 'USD'))::int, (NOT NEW.is_listed)::int
                    FROM (VALUES (1, NEW.id >> 5), (2, NEW.id >> 10), (3, NEW.id >> 15), (4, NEW.id >> 20),
                        (5, NEW.vendor_id), (6, NEW.category_id)) AS part (kind, key)
                    WHERE part.key IS NOT NULL;
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER product_is_counted AFTER INSERT OR DELETE ON product
            FOR EACH ROW EXECUTE FUNCTION count_product();
        CREATE TRIGGER product_is_counted_again AFTER UPDATE OF currency, is_listed, vendor_id, category_id ON product
            FOR EACH ROW WHEN ((OLD.currency, OLD.is_listed, OLD.vendor_id, OLD.category_id)
                IS DISTINCT FROM (NEW.currency, NEW.is_listed, NEW.vendor_id, NEW.category_id))
            EXECUTE FUNCTION count_product();

        \(listedProductAt)
        """

    /// A function that returns the product at a position of a list of all products, or NULL behind its end. It descends
    /// through the ranges of ids, and reads about eight counts of each kind, because it starts at the nearer end.
    ///
    /// Its plans depend on no argument. Without the setting, PostgreSQL plans each statement again at each call, which takes
    /// longer than executing it.
    private static let listedProductAt = """
        CREATE FUNCTION listed_product_at(newer bigint, total bigint, only_krw_usd boolean) RETURNS bigint
            LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
        DECLARE
            skipped bigint := newer;
            live bigint := total;
            first bigint := 0;
            last bigint := 9007199254740991;
            found_key bigint;
            part record;
        BEGIN
            FOR level IN REVERSE 4..1 LOOP
                found_key := NULL;
                IF skipped * 2 <= live THEN
                    \(walk(orderedBy: "kind DESC, key DESC"))
                ELSE
                    skipped := live - 1 - skipped;
                    \(walk(orderedBy: "kind, key"))
                    skipped := live - 1 - skipped;
                END IF;
                IF found_key IS NULL OR skipped < 0 OR skipped >= live THEN RETURN NULL; END IF;
                first := found_key << 5;
                last := first + 31;
            END LOOP;
            IF only_krw_usd THEN
                RETURN (SELECT id FROM product
                    WHERE is_listed AND currency IN ('KRW', 'USD') AND id BETWEEN first AND last
                    ORDER BY id DESC OFFSET skipped LIMIT 1);
            END IF;
            RETURN (SELECT id FROM product WHERE is_listed AND id BETWEEN first AND last
                ORDER BY id DESC OFFSET skipped LIMIT 1);
        END $$;
        """

    /// Returns the statements that skip the ranges of a level before the one with the product.
    private static func walk(orderedBy order: String) -> String {
        """
        live := 0;
        FOR part IN
            SELECT key, CASE WHEN only_krw_usd THEN listed_krw_usd ELSE listed END AS live
            FROM listing_count WHERE kind = level AND key BETWEEN first AND last
            ORDER BY \(order)
        LOOP
            IF part.key IS DISTINCT FROM found_key THEN
                EXIT WHEN skipped < live;
                skipped := skipped - live;
                found_key := part.key;
                live := 0;
            END IF;
            live := live + part.live;
        END LOOP;
        """
    }
}
