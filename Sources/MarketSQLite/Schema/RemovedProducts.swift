extension MarketSchema {
    /// Adds whether the operator removed a product, for pages that say who took it down. Earlier removals aren't told apart.
    static let removedProducts = """
        ALTER TABLE tombstone ADD COLUMN is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1));
        """
}
