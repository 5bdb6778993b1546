extension MarketSchema {
    /// The texts that are searched, an index of their parts, and the words that a typo can be corrected to.
    ///
    /// `texts` has the folded name, its initial consonants, the description and the seller's name, one on each line, which
    /// no folded text can contain. `keywords` has what lists are filtered by, such as `category:phones`. Products that nobody
    /// finds, which are the hidden and the expired ones, aren't in the table.
    ///
    /// The keys of the index are every three adjacent characters of a line, and the last one and two of it. Shorter parts are
    /// found as beginnings of keys. Each key begins with a character that stands for the 16,384 consecutive ids to which the
    /// product belongs: PostgreSQL reads an index like this one as a whole, in no order; this way a search reads the newest
    /// products first, ends when it has enough, and takes no longer for a word that half of all products contain. There are
    /// characters for eighteen thousand million ids.
    ///
    /// `fastupdate` is off, because each of these parts would read the list of what isn't sorted in yet.
    ///
    /// `search_word` counts like `listing_count`: the row whose `id` is 0 was folded, the others are differences.
    static let search = """
        CREATE TABLE product_search (
            product_id bigint PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
            is_listed boolean NOT NULL,
            name text COLLATE "C" NOT NULL,
            texts text COLLATE "C" NOT NULL,
            keywords text[] COLLATE "C" NOT NULL
        );

        CREATE FUNCTION search_block(product_id bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            -- Surrogates aren't characters.
            SELECT pg_catalog.chr((CASE WHEN product_id >> 14 < 55040 THEN 256 ELSE 2304 END + (product_id >> 14))::int)
        $$;
        CREATE FUNCTION search_keys(block text, texts text, keywords text[]) RETURNS tsvector
            LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 20000 AS $$
            SELECT pg_catalog.array_to_tsvector(pg_catalog.array_agg(block || part.key))
            FROM (
                SELECT CASE E'\\n' WHEN second THEN one WHEN third THEN one || second
                    ELSE pg_catalog.concat(one, second, third) END AS key
                FROM (
                    SELECT one, pg_catalog.lead(one) OVER place AS second, pg_catalog.lead(one, 2) OVER place AS third
                    FROM pg_catalog.unnest(pg_catalog.string_to_array(texts, NULL)) WITH ORDINALITY AS scalar (one, place)
                    WINDOW place AS (ORDER BY place)
                ) AS adjacent WHERE one <> E'\\n'
                UNION ALL SELECT E'\\t' || keyword FROM pg_catalog.unnest(keywords) AS keyword
            ) AS part
        $$;
        CREATE INDEX product_search_keys ON product_search
            USING gin (search_keys(search_block(product_id), texts, keywords)) WITH (fastupdate = off) WHERE is_listed;
        CREATE INDEX product_search_keys_unlisted ON product_search
            USING gin (search_keys(search_block(product_id), texts, keywords)) WITH (fastupdate = off) WHERE NOT is_listed;
        -- The statistics would cost much and say nothing.
        ALTER INDEX product_search_keys ALTER COLUMN 1 SET STATISTICS 0;
        ALTER INDEX product_search_keys_unlisted ALTER COLUMN 1 SET STATISTICS 0;

        CREATE SEQUENCE search_word_id CACHE 32;
        CREATE TABLE search_word (
            length smallint NOT NULL CHECK (length > 0),
            word text COLLATE "C" NOT NULL,
            reversed text COLLATE "C" NOT NULL,
            id bigint NOT NULL DEFAULT nextval('search_word_id') CHECK (id >= 0),
            product_count bigint NOT NULL,
            PRIMARY KEY (length, word, id)
        ) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);
        CREATE INDEX search_word_by_ending ON search_word (length, reversed);
        CREATE INDEX search_word_unfolded ON search_word (id) WHERE id > 0;
        """

    /// Each product in `product_search` has keywords about its price behind its other keywords: its level, such as `level:KRW:66`,
    /// and `currency:other` if it is neither in won nor in dollars. So the search index can leave out what is too cheap or too
    /// dear, a search by price sorts little more than it shows, and one for old apps, which know only these two currencies,
    /// doesn't look up the currency of each match.
    ///
    /// There are four levels between an amount and twice as much: 4, 5, 6, 7, 8 to 9, 10 to 11, 12 to 13, 14 to 15, 16 to 19
    /// and so on. With narrower ones, more price edits would write all keys of a product again.
    ///
    /// Triggers set these keywords. The one for a new price runs at the end of the transaction, when another edit of the product
    /// may already have set them.
    static let priceKeywords = """
        CREATE FUNCTION price_level(amount bigint) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            -- Four times the number of the highest bit, and the next two bits.
            SELECT CASE WHEN amount < 4 THEN amount::int ELSE
                (64 - pg_catalog.strpos(amount::bit(64)::text, '1')) * 4
                    + (amount >> (62 - pg_catalog.strpos(amount::bit(64)::text, '1')) & 3)::int
            END
        $$;
        CREATE FUNCTION price_keywords(currency text, amount bigint) RETURNS text[]
            LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            SELECT ARRAY['level:' || currency || ':' || price_level(amount)]
                || CASE WHEN currency NOT IN ('KRW', 'USD') THEN ARRAY['currency:other'] END
        $$;

        CREATE FUNCTION set_price_keywords() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            SELECT ARRAY(
                    SELECT keyword FROM unnest(NEW.keywords) WITH ORDINALITY AS old (keyword, place)
                    WHERE keyword NOT LIKE 'level:%' AND keyword <> 'currency:other' ORDER BY place
                ) || price_keywords(p.currency, p.amount)
                INTO NEW.keywords FROM product AS p WHERE p.id = NEW.product_id;
            RETURN NEW;
        END $$;
        CREATE FUNCTION replace_price_keywords() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            -- The trigger of the row replaces them.
            UPDATE product_search SET keywords = keywords
                WHERE product_id = NEW.id AND NOT keywords @> price_keywords(NEW.currency, NEW.amount);
            RETURN NULL;
        END $$;
        -- In the order of the writers. They wait from here on, and searches don't.
        CREATE CONSTRAINT TRIGGER product_has_other_price_keywords AFTER UPDATE OF currency, price, discount ON product
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
            WHEN ((OLD.currency, price_level(OLD.amount)) IS DISTINCT FROM (NEW.currency, price_level(NEW.amount)))
            EXECUTE FUNCTION replace_price_keywords();
        CREATE TRIGGER product_search_has_price_keywords BEFORE INSERT OR UPDATE ON product_search
            FOR EACH ROW EXECUTE FUNCTION set_price_keywords();
        """
}
