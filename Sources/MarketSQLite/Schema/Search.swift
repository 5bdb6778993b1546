extension MarketSchema {
    /// An index of parts of names and descriptions, and indexes for lists that are sorted by price or limited to
    /// products in stock.
    ///
    /// `product_search` stores no texts, only the positions of pairs of characters and of single characters, which
    /// `SearchText` produces. It contains all products except those in `search_backlog`, which are yet to be indexed.
    static let search = """
        CREATE VIRTUAL TABLE product_search USING fts5 (
            name, description, content = '', columnsize = 0,
            tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co Cn'"
        );
        CREATE TABLE search_backlog (
            product_id INTEGER PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE
        ) STRICT;
        INSERT INTO search_backlog (product_id) SELECT id FROM product;

        -- What is paid, in won, a dollar counting as 1,000 won.
        ALTER TABLE product ADD COLUMN sort_amount INTEGER NOT NULL
            GENERATED ALWAYS AS ((price - discount) * CASE currency WHEN 'USD' THEN 10 ELSE 1 END) VIRTUAL;
        CREATE INDEX product_by_amount ON product (sort_amount, id);
        CREATE INDEX product_in_stock ON product (id) WHERE stock > 0;
        CREATE INDEX product_in_stock_by_amount ON product (sort_amount, id) WHERE stock > 0;
        """
}
