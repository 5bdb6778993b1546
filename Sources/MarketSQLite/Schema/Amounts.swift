extension MarketSchema {
    /// Indexes for lists that are sorted by price, separately for each currency and in minor units.
    static let amounts = """
        DROP INDEX product_by_amount;
        DROP INDEX product_in_stock_by_amount;
        ALTER TABLE product DROP COLUMN sort_amount;
        ALTER TABLE product ADD COLUMN amount INTEGER NOT NULL GENERATED ALWAYS AS (price - discount) VIRTUAL;
        CREATE INDEX product_by_amount ON product (currency, amount, id);
        CREATE INDEX product_in_stock_by_amount ON product (currency, amount, id) WHERE stock > 0;
        CREATE INDEX product_by_vendor_and_amount ON product (vendor_id, currency, amount, id);
        """
}
