extension MarketSchema {
    /// Adds an index of each seller's products that aren't open, by state. Almost all products are open.
    static let ownProducts = """
        CREATE INDEX product_by_vendor_and_state ON product (vendor_id, state, id) WHERE state <> 0;
        """
}
