extension MarketSchema {
    /// Adds an index of each category in the order of the last move to the top. Products without a category aren't in it.
    static let bumpsByCategory = """
        CREATE INDEX product_by_category_and_bump ON product (category_id, top_at, id)
            WHERE is_listed = 1 AND category_id IS NOT NULL;
        """
}
