extension MarketSchema {
    /// Has all products indexed again, with every three adjacent characters as tokens in addition to pairs and single
    /// characters.
    static let searchByThreeCharacters = """
        INSERT INTO product_search (product_search) VALUES ('delete-all');
        INSERT INTO product_search_by_amount (product_search_by_amount) VALUES ('delete-all');
        DELETE FROM search_word;
        DELETE FROM search_backlog;
        INSERT INTO search_backlog (product_id) SELECT id FROM product;
        """
}
