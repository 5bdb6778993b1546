extension MarketSchema {
    /// The folding with which the search indexes were made (`SearchFolding`). The default is the one of all versions before,
    /// which were made with Swift 6.2.
    static let searchFolding = """
        ALTER TABLE market_state ADD COLUMN search_folding INTEGER NOT NULL DEFAULT 1481170423725662429;
        """
}
