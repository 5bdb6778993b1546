extension MarketSchema {
    /// Adds the prices at which products were for sale, and the reductions that are shown. No row changes.
    ///
    /// `price_since` is since when the product has been for sale at its price. It is NULL until the product is edited:
    /// then it is `updated_at`, also of products that were listed before this migration, whose earlier prices aren't
    /// known. While the product isn't for sale, it has no meaning. `price_period` has the times before.
    ///
    /// `reduced_from` is the lowest sale price before the reduction, in minor units of the product's currency.
    static let reductions = """
        ALTER TABLE product ADD COLUMN price_since INTEGER;
        ALTER TABLE product ADD COLUMN reduced_from INTEGER CHECK (reduced_from > price - discount);
        ALTER TABLE product ADD COLUMN reduced_at INTEGER CHECK ((reduced_at IS NULL) = (reduced_from IS NULL));
        CREATE INDEX product_reduced ON product (reduced_at) WHERE reduced_at IS NOT NULL;

        CREATE TABLE price_period (
            product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            begin_at INTEGER NOT NULL,
            end_at INTEGER NOT NULL CHECK (end_at > begin_at),
            amount INTEGER NOT NULL CHECK (amount >= 0),
            PRIMARY KEY (product_id, begin_at)
        ) STRICT, WITHOUT ROWID;
        """
}
