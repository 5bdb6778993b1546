extension MarketSchema {
    /// Each product in `product_search` has its price level as the last of its facts, such as `level:KRW:66`. So the search
    /// index can leave out what is too cheap or too dear, and a search by price sorts little more than it shows.
    ///
    /// There are four levels between an amount and twice as much: 4, 5, 6, 7, 8 to 9, 10 to 11, 12 to 13, 14 to 15, 16 to 19
    /// and so on. With narrower ones, more price edits would write all keys of a product again.
    ///
    /// Triggers set the level, so that the rows that servers of older versions write have it, too. The one for a new price
    /// runs at the end of the transaction, when another edit of the product may already have set the level.
    static let priceLevelFacts = """
        CREATE FUNCTION price_level(amount bigint) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            -- Four times the number of the highest bit, and the next two bits.
            SELECT CASE WHEN amount < 4 THEN amount::int ELSE
                (64 - pg_catalog.strpos(amount::bit(64)::text, '1')) * 4
                    + (amount >> (62 - pg_catalog.strpos(amount::bit(64)::text, '1')) & 3)::int
            END
        $$;
        CREATE FUNCTION price_level_fact(currency text, amount bigint) RETURNS text
            LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            SELECT 'level:' || currency || ':' || price_level(amount)
        $$;

        CREATE FUNCTION set_price_level() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            SELECT array_append(
                    ARRAY(
                        SELECT fact FROM unnest(NEW.facts) WITH ORDINALITY AS old (fact, place)
                        WHERE fact NOT LIKE 'level:%' ORDER BY place
                    ),
                    price_level_fact(p.currency, p.amount)
                ) INTO NEW.facts FROM product AS p WHERE p.id = NEW.product_id;
            RETURN NEW;
        END $$;
        CREATE FUNCTION replace_price_level() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            -- The trigger of the row replaces it.
            UPDATE product_search SET facts = facts
                WHERE product_id = NEW.id AND price_level_fact(NEW.currency, NEW.amount) <> ALL (facts);
            RETURN NULL;
        END $$;
        -- In the order of the writers. They wait from here on, and searches don't.
        CREATE CONSTRAINT TRIGGER product_has_other_level AFTER UPDATE OF currency, price, discount ON product
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
            WHEN ((OLD.currency, price_level(OLD.amount)) IS DISTINCT FROM (NEW.currency, price_level(NEW.amount)))
            EXECUTE FUNCTION replace_price_level();
        CREATE TRIGGER product_search_has_level BEFORE INSERT OR UPDATE ON product_search
            FOR EACH ROW EXECUTE FUNCTION set_price_level();
        UPDATE product_search SET facts = facts;
        """
}
