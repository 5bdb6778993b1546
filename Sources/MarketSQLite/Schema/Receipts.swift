extension MarketSchema {
    /// The receipts of requests that have listed a product, kept for a day: a repeated request must not list a second
    /// product. The product is stored as JSON in its original state, because it may have been changed or deleted when
    /// the request is repeated.
    static let receipts = """
        CREATE TABLE listing_receipt (
            seller TEXT NOT NULL,
            key TEXT NOT NULL CHECK (key <> ''),
            fingerprint TEXT NOT NULL CHECK (fingerprint <> ''),
            secret_hash TEXT NOT NULL CHECK (secret_hash <> ''),
            product TEXT NOT NULL CHECK (product <> ''),
            created_at INTEGER NOT NULL,
            PRIMARY KEY (seller, key)
        ) STRICT;
        CREATE INDEX listing_receipt_by_time ON listing_receipt (created_at);
        """
}
