extension MarketSchema {
    /// Adds the places of products to the search indexes, in a column of their own, and has all products indexed again. The
    /// index of places is for those that are in use.
    static let searchOfPlaces = """
        DROP TABLE product_search;
        CREATE VIRTUAL TABLE product_search USING fts5 (
            name, initials, description, seller, place, facts, content = '', columnsize = 0,
            tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co Cn'"
        );
        DROP TABLE product_search_by_amount;
        CREATE VIRTUAL TABLE product_search_by_amount USING fts5 (
            name, initials, description, seller, place, facts, content = '', columnsize = 0,
            tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Co Cn'"
        );
        DELETE FROM search_word;
        DELETE FROM search_backlog;
        INSERT INTO search_backlog (product_id) SELECT id FROM product WHERE state < 3;
        CREATE INDEX product_by_place ON product (place) WHERE is_listed = 1 AND place IS NOT NULL;
        """
}
