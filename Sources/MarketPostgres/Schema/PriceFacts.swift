extension MarketSchema {
    /// Each product in `product_search` has facts about its price behind its other facts: its level, such as `level:KRW:66`,
    /// and `currency:other` if it is neither in won nor in dollars. So the search index can leave out what is too cheap or too
    /// dear, a search by price sorts little more than it shows, and one for old apps, which know only these two currencies,
    /// doesn't look up the currency of each match.
    ///
    /// There are four levels between an amount and twice as much: 4, 5, 6, 7, 8 to 9, 10 to 11, 12 to 13, 14 to 15, 16 to 19
    /// and so on. With narrower ones, more price edits would write all keys of a product again.
    ///
    /// Triggers set these facts, so that the rows that servers of older versions write have them, too. The one for a new price
    /// runs at the end of the transaction, when another edit of the product may already have set them.
    static let priceFacts = """
        CREATE FUNCTION price_level(amount bigint) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            -- Four times the number of the highest bit, and the next two bits.
            SELECT CASE WHEN amount < 4 THEN amount::int ELSE
                (64 - pg_catalog.strpos(amount::bit(64)::text, '1')) * 4
                    + (amount >> (62 - pg_catalog.strpos(amount::bit(64)::text, '1')) & 3)::int
            END
        $$;
        CREATE FUNCTION price_facts(currency text, amount bigint) RETURNS text[]
            LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            SELECT ARRAY['level:' || currency || ':' || price_level(amount)]
                || CASE WHEN currency NOT IN ('KRW', 'USD') THEN ARRAY['currency:other'] END
        $$;

        CREATE FUNCTION set_price_facts() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            SELECT ARRAY(
                    SELECT fact FROM unnest(NEW.facts) WITH ORDINALITY AS old (fact, place)
                    WHERE fact NOT LIKE 'level:%' AND fact <> 'currency:other' ORDER BY place
                ) || price_facts(p.currency, p.amount)
                INTO NEW.facts FROM product AS p WHERE p.id = NEW.product_id;
            RETURN NEW;
        END $$;
        CREATE FUNCTION replace_price_facts() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            -- The trigger of the row replaces them.
            UPDATE product_search SET facts = facts
                WHERE product_id = NEW.id AND NOT facts @> price_facts(NEW.currency, NEW.amount);
            RETURN NULL;
        END $$;
        -- In the order of the writers. They wait from here on, and searches don't.
        CREATE CONSTRAINT TRIGGER product_has_other_price_facts AFTER UPDATE OF currency, price, discount ON product
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
            WHEN ((OLD.currency, price_level(OLD.amount)) IS DISTINCT FROM (NEW.currency, price_level(NEW.amount)))
            EXECUTE FUNCTION replace_price_facts();
        CREATE TRIGGER product_search_has_price_facts BEFORE INSERT OR UPDATE ON product_search
            FOR EACH ROW EXECUTE FUNCTION set_price_facts();
        UPDATE product_search SET facts = facts;
        """
}
