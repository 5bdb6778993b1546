extension MarketSchema {
    /// Everything that lists and searches are read from, besides the products themselves.
    static let listings = [listingIndexes, listingCounts, searchTables].joined(separator: "\n\n")

    /// The indexes of `product` for lists. Each partial one has exactly what a kind of list shows.
    ///
    /// Lists by price have an index for each direction, because products of the same price are always sorted from the newest
    /// to the oldest.
    private static let listingIndexes = """
        CREATE INDEX product_listed ON product (id) WHERE is_listed;
        CREATE INDEX product_listed_krw_usd ON product (id) WHERE is_listed AND currency IN ('KRW', 'USD');
        CREATE INDEX product_by_vendor ON product (vendor_id, id);
        CREATE INDEX product_listed_by_vendor ON product (vendor_id, id) WHERE is_listed;
        CREATE INDEX product_by_vendor_and_state ON product (vendor_id, state, id) WHERE state <> 0;
        CREATE INDEX product_in_stock ON product (id) WHERE stock > 0 AND state < 2;
        CREATE INDEX product_by_rising_amount ON product (currency, amount, id DESC) WHERE is_listed;
        CREATE INDEX product_by_falling_amount ON product (currency, amount, id) WHERE is_listed;
        CREATE INDEX product_by_bump ON product (top_at, id) WHERE is_listed;

        -- Sold products that lists don't show any more.
        CREATE INDEX product_unlisted_sale ON product (id) WHERE state = 2 AND NOT is_listed;
        CREATE INDEX product_unlisted_sale_by_amount ON product (currency, amount, id) WHERE state = 2 AND NOT is_listed;
        CREATE INDEX product_unlisted_sale_by_bump ON product (top_at, id) WHERE state = 2 AND NOT is_listed;
        """
}
