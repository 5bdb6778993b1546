extension MarketSchema {
    /// Adds the order by the last move to the top, or else by when a product was listed, and indexes of the sold products
    /// that lists don't show any more, which are found on request. Almost all products are in none of the latter.
    static let bumps = """
        ALTER TABLE product ADD COLUMN top_at INTEGER NOT NULL
            GENERATED ALWAYS AS (coalesce(bumped_at, registered_at)) VIRTUAL;
        CREATE INDEX product_by_bump ON product (top_at, id) WHERE is_listed = 1;
        CREATE INDEX product_by_bump_krw_usd ON product (top_at, id) WHERE is_listed = 1 AND currency IN ('KRW', 'USD');
        CREATE INDEX product_by_vendor_and_bump ON product (vendor_id, top_at, id) WHERE is_listed = 1;

        CREATE INDEX product_unlisted_sale ON product (id) WHERE state = 2 AND is_listed = 0;
        CREATE INDEX product_unlisted_sale_by_amount ON product (currency, amount, id) WHERE state = 2 AND is_listed = 0;
        CREATE INDEX product_unlisted_sale_by_bump ON product (top_at, id) WHERE state = 2 AND is_listed = 0;
        """
}
