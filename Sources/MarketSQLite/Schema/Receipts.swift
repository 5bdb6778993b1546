extension MarketSchema {
    /// What requests to list were answered with, for a day: a repeated one must not list a second product. The product
    /// is kept as it was then, as JSON, because it may be changed or gone when the request comes again.
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
