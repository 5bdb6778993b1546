extension MarketSchema {
    /// Indexes over parts of names, their initial consonants, descriptions and sellers' names, and the words that a typo
    /// can be taken for.
    ///
    /// Both indexes hold the same. The rows of `product_search` have the products' ids, those of
    /// `product_search_by_amount` are numbered by what is paid (`AmountKey`): so a search is read in either order from
    /// where it begins, and never sorted. `facts` says what lists are filtered by: `vendor:7`, `stock:yes`.
    ///
    /// A row of `search_backlog` with a seller is of a product that is in the indexes under that name, which the seller
    /// has no more; one without is of a product that is not in them.
    static let forgivingSearch = """
        DROP TABLE product_search;
        CREATE VIRTUAL TABLE product_search USING fts5 (
            name, initials, description, seller, facts, content = '', columnsize = 0,
            tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co Cn'"
        );
        CREATE VIRTUAL TABLE product_search_by_amount USING fts5 (
            name, initials, description, seller, facts, content = '', columnsize = 0,
            tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co Cn'"
        );
        CREATE TABLE search_word (
            length INTEGER NOT NULL CHECK (length > 0),
            word TEXT NOT NULL,
            reversed TEXT NOT NULL,
            product_count INTEGER NOT NULL CHECK (product_count >= 0),
            PRIMARY KEY (length, word)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX search_word_by_ending ON search_word (length, reversed);

        ALTER TABLE search_backlog ADD COLUMN seller TEXT;
        INSERT INTO search_backlog (product_id) SELECT id FROM product WHERE true ON CONFLICT (product_id) DO NOTHING;
        CREATE TRIGGER vendor_is_renamed AFTER UPDATE OF name ON vendor WHEN NEW.name IS NOT OLD.name BEGIN
            INSERT INTO search_backlog (product_id, seller) SELECT id, OLD.name FROM product WHERE vendor_id = OLD.id
                ON CONFLICT (product_id) DO NOTHING;
        END;
        """
}
