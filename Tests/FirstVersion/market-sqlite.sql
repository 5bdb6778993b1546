-- A market of 0.1.0 with a product, as far as a later version may look at it: the statements of its first migration, and the list of
-- all that it had. Tests make market.sqlite from it.
PRAGMA journal_mode = WAL;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations (identifier) VALUES
    ('1 market'),
    ('2 receipts'),
    ('3 search'),
    ('4 amounts'),
    ('5 forgiving search'),
    ('6 currencies'),
    ('7 three characters'),
    ('8 lifecycles'),
    ('9 rights'),
    ('10 own products'),
    ('11 attributes'),
    ('12 bumps'),
    ('13 reductions'),
    ('14 category settings'),
    ('15 currencies of ISO 4217');

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

CREATE TABLE listing_rank (
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 4),
    node INTEGER NOT NULL CHECK (node >= 0),
    live INTEGER NOT NULL CHECK (live >= 0),
    PRIMARY KEY (level, node)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER product_is_counted AFTER INSERT ON product BEGIN
    INSERT INTO listing_rank (level, node, live) VALUES
        (1, NEW.id >> 5, 1), (2, NEW.id >> 10, 1), (3, NEW.id >> 15, 1), (4, NEW.id >> 20, 1)
        ON CONFLICT (level, node) DO UPDATE SET live = live + 1;
    UPDATE market_state SET product_count = product_count + 1 WHERE id = 1;
    UPDATE vendor SET product_count = product_count + 1 WHERE id = NEW.vendor_id;
END;

CREATE TRIGGER product_is_uncounted AFTER DELETE ON product BEGIN
    -- One by one: for a list of pairs, SQLite walks the whole table.
    UPDATE listing_rank SET live = live - 1 WHERE level = 1 AND node = OLD.id >> 5;
    UPDATE listing_rank SET live = live - 1 WHERE level = 2 AND node = OLD.id >> 10;
    UPDATE listing_rank SET live = live - 1 WHERE level = 3 AND node = OLD.id >> 15;
    UPDATE listing_rank SET live = live - 1 WHERE level = 4 AND node = OLD.id >> 20;
    DELETE FROM listing_rank WHERE level = 1 AND node = OLD.id >> 5 AND live = 0;
    DELETE FROM listing_rank WHERE level = 2 AND node = OLD.id >> 10 AND live = 0;
    DELETE FROM listing_rank WHERE level = 3 AND node = OLD.id >> 15 AND live = 0;
    DELETE FROM listing_rank WHERE level = 4 AND node = OLD.id >> 20 AND live = 0;
    UPDATE market_state SET product_count = product_count - 1 WHERE id = 1;
    UPDATE vendor SET product_count = product_count - 1 WHERE id = OLD.vendor_id;
END;

CREATE TRIGGER product_keeps_its_place BEFORE UPDATE OF id, vendor_id ON product
    WHEN NEW.id IS NOT OLD.id OR NEW.vendor_id IS NOT OLD.vendor_id
BEGIN
    SELECT RAISE(ABORT, 'a product keeps its id and its vendor');
END;

CREATE TRIGGER product_never_returns BEFORE INSERT ON tombstone
    WHEN EXISTS (SELECT 1 FROM product WHERE id = NEW.product_id)
BEGIN
    SELECT RAISE(ABORT, 'a tombstone stands for a product that is gone');
END;

INSERT INTO vendor (identifier, name, created_at) VALUES ('seller', 'Seller', 0);
INSERT INTO product (vendor_id, currency, price, discount, stock, registered_at, updated_at, name)
    VALUES (1, 'KRW', 12000, 0, 1, 0, 0, 'chair');
INSERT INTO product_detail (product_id, secret_hash, contact, description) VALUES (1, '$hash', 'at the door', 'oak');
