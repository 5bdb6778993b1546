extension MarketSchema {
    /// Adds the rights of browsers and links to change the states of products. `kind` is 0 for a browser, 1 for a link.
    static let rights = """
        CREATE TABLE listing_right (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash TEXT NOT NULL UNIQUE CHECK (hash <> ''),
            product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            kind INTEGER NOT NULL CHECK (kind IN (0, 1)),
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX listing_right_by_product ON listing_right (product_id);
        """
}
