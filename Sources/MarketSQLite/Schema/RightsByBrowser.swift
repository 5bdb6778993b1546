extension MarketSchema {
    /// Adds a digest of the browser that holds a right, by which its rights are found. Links, and rights that clients store
    /// themselves, have none.
    static let rightsByBrowser = """
        ALTER TABLE listing_right ADD COLUMN browser TEXT CHECK (browser <> '');
        CREATE INDEX listing_right_by_browser ON listing_right (browser, product_id) WHERE browser IS NOT NULL;
        """
}
