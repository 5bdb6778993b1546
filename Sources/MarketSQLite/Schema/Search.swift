extension MarketSchema {
    /// Indexes of parts of names, their initial consonants, descriptions, sellers' names and places, and the words that a typo
    /// can be corrected to.
    ///
    /// Both indexes have the same content: the tokens that `SearchText` produces, and no texts. The rowids of `product_search` are
    /// product ids, and those of `product_search_by_amount` are ordered by price (`AmountKey`). A search can therefore be read in
    /// either order from any position, without sorting. `keywords` contains the values that lists are filtered by: `vendor:7`,
    /// `stock:yes`. Hidden and expired products are in no index.
    static let search = """
        CREATE VIRTUAL TABLE product_search USING fts5 (
            name, initials, description, vendor_name, place, keywords, content = '', columnsize = 0,
            tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co Cn'"
        );
        CREATE VIRTUAL TABLE product_search_by_amount USING fts5 (
            name, initials, description, vendor_name, place, keywords, content = '', columnsize = 0,
            tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co Cn'"
        );
        -- The most bytes of changes that a transaction collects before it writes them to an index as a part of its own. With SQLite's
        -- 1 MiB, indexing a thousand products writes several, which cost a quarter of the CPU time to merge.
        INSERT INTO product_search (product_search, rank) VALUES ('hashsize', 8388608);
        INSERT INTO product_search_by_amount (product_search_by_amount, rank) VALUES ('hashsize', 8388608);

        -- A row with a name is for a product that is indexed under that former name of its vendor. A row without one is for a
        -- product that isn't indexed yet.
        CREATE TABLE search_backlog (
            product_id INTEGER PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
            vendor_name TEXT
        ) STRICT;
        CREATE TRIGGER vendor_is_renamed AFTER UPDATE OF name ON vendor WHEN NEW.name IS NOT OLD.name BEGIN
            INSERT INTO search_backlog (product_id, vendor_name)
                SELECT id, OLD.name FROM product WHERE vendor_id = OLD.id AND state < 3
                ON CONFLICT (product_id) DO NOTHING;
        END;

        CREATE TABLE search_word (
            length INTEGER NOT NULL CHECK (length > 0),
            word TEXT NOT NULL,
            reversed TEXT NOT NULL,
            product_count INTEGER NOT NULL CHECK (product_count >= 0),
            PRIMARY KEY (length, word)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX search_word_by_ending ON search_word (length, reversed);
        """
}
