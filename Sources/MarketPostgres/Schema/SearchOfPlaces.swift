extension MarketSchema {
    /// The places of products are in the search index like their other texts, and as facts, one for each character with the
    /// nineteen behind it: a part of a place is the beginning of a fact. Until then each word of a place was a fact. The index
    /// of places is for those that are in use.
    ///
    /// Digits and letters stand side by side in folded texts. What this leaves apart is folded when a product is edited.
    static let searchOfPlaces = """
        CREATE INDEX product_by_place ON product (place) WHERE is_listed AND place IS NOT NULL;
        UPDATE product_search AS s
            SET texts = s.texts || E'\\n' || written.place,
                facts = ARRAY(
                    SELECT fact FROM unnest(s.facts) WITH ORDINALITY AS old (fact, number)
                    WHERE fact NOT LIKE 'place:%' ORDER BY number
                ) || ARRAY(
                    SELECT 'place:' || substr(written.place, start, 20)
                    FROM generate_series(1, length(written.place) - 1) AS start ORDER BY start
                )
            FROM (
                SELECT product_id, regexp_replace(regexp_replace(
                    words, '([0-9])␣(?=[a-z\\u00aa-\\u2422\\u2424-\\uffff])', '\\1', 'g'),
                    '([a-z\\u00aa-\\u2422\\u2424-\\uffff])␣(?=[0-9])', '\\1', 'g') AS place
                FROM (
                    SELECT product_id, (
                        SELECT '␣' || string_agg(substr(fact, 7), '␣' ORDER BY number) || '␣'
                        FROM unnest(facts) WITH ORDINALITY AS old (fact, number) WHERE fact LIKE 'place:%'
                    ) AS words FROM product_search
                ) AS joined WHERE words IS NOT NULL
            ) AS written WHERE written.product_id = s.product_id;
        """
}
