extension MarketSchema {
    /// The tables of the first version. The data that lists show is separate from the data that they must not read:
    /// `product` rows are narrow, so that a page of twenty takes one or two database pages, and `product_detail` holds
    /// the long texts and the secret.
    ///
    /// Times are milliseconds since 1970 in UTC, money is in minor units, and 9007199254740991 is 2^53−1.
    static let firstTables = """
        CREATE TABLE market_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            revision INTEGER NOT NULL CHECK (revision >= 0),
            product_count INTEGER NOT NULL CHECK (product_count >= 0)
        ) STRICT;

        CREATE TABLE vendor (
            id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 0 AND 9007199254740991),
            identifier TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL CHECK (name <> ''),
            is_blocked INTEGER NOT NULL DEFAULT 0 CHECK (is_blocked IN (0, 1)),
            created_at INTEGER NOT NULL,
            product_count INTEGER NOT NULL DEFAULT 0 CHECK (product_count >= 0),
            CHECK (id = 0 OR identifier <> '')
        ) STRICT;

        CREATE TABLE product (
            id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
            vendor_id INTEGER NOT NULL REFERENCES vendor (id),
            version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
            currency TEXT NOT NULL CHECK (currency IN ('KRW', 'USD')),
            price INTEGER NOT NULL CHECK (price BETWEEN 0 AND 9007199254740991),
            discount INTEGER NOT NULL CHECK (discount BETWEEN 0 AND price),
            stock INTEGER NOT NULL CHECK (stock BETWEEN 0 AND 9007199254740991),
            registered_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            thumbnail_id INTEGER,
            thumbnail_name TEXT,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
            CHECK ((thumbnail_id IS NULL) = (thumbnail_name IS NULL)),
            -- The thumbnail is one of the product's own pictures, and goes by that picture's name.
            FOREIGN KEY (thumbnail_name, id, thumbnail_id) REFERENCES picture (name, product_id, id)
                DEFERRABLE INITIALLY DEFERRED
        ) STRICT;
        CREATE INDEX product_by_vendor ON product (vendor_id, id);

        CREATE TABLE product_detail (
            product_id INTEGER PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
            secret_hash TEXT NOT NULL CHECK (secret_hash <> ''),
            contact TEXT CHECK (length(contact) BETWEEN 1 AND 200),
            description TEXT NOT NULL CHECK (length(description) <= 10000)
        ) STRICT;

        CREATE TABLE picture (
            id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
            product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            position INTEGER NOT NULL CHECK (position >= 0),
            name TEXT NOT NULL CHECK (length(name) = 40 AND name NOT GLOB '*[^0-9a-f]*'),
            width INTEGER NOT NULL CHECK (width > 0),
            height INTEGER NOT NULL CHECK (height > 0),
            issued_at INTEGER NOT NULL,
            UNIQUE (product_id, position),
            UNIQUE (name, product_id, id)
        ) STRICT;

        -- A withdrawn product: its id answers “gone”, not “never was”.
        CREATE TABLE tombstone (
            product_id INTEGER PRIMARY KEY CHECK (product_id > 0),
            withdrawn_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE delete_token (
            token TEXT NOT NULL PRIMARY KEY CHECK (token <> ''),
            product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delete_token_by_product ON delete_token (product_id);
        CREATE INDEX delete_token_by_expiry ON delete_token (expires_at);

        INSERT INTO market_state (id, revision, product_count) VALUES (1, 0, 0);
        -- Nobody can present an empty identifier, so nobody can be this vendor.
        INSERT INTO vendor (id, identifier, name, created_at) VALUES (0, '', 'Guest', 0);
        """
}
