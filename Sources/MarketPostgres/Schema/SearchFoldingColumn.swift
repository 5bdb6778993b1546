extension MarketSchema {
    /// The folding with which the search index was made (`SearchFolding`), and whether products wait to be indexed. These are the
    /// public ones that have no row in `product_search`. The default is the folding of all versions before, which were made with
    /// Swift 6.2.
    static let searchFolding = """
        ALTER TABLE market_state ADD COLUMN search_folding bigint NOT NULL DEFAULT 1481170423725662429,
            ADD COLUMN search_is_incomplete boolean NOT NULL DEFAULT false;
        """
}
