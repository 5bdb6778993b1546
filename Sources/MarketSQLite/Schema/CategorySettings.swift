extension MarketSchema {
    /// Adds whether the operator's settings define the categories, so that they can't be changed otherwise, also while
    /// the server is stopped.
    static let categorySettings = """
        ALTER TABLE market_state ADD COLUMN categories_are_fixed INTEGER NOT NULL DEFAULT 0
            CHECK (categories_are_fixed IN (0, 1));
        """
}
