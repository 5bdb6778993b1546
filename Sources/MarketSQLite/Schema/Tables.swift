internal import MarketCore

extension MarketSchema {
    private static let commonTables = CommonTables.statements(
        integer: "INTEGER",
        smallInteger: "INTEGER",
        text: "TEXT",
        rowNumber: "INTEGER PRIMARY KEY AUTOINCREMENT",
        boolean: { "INTEGER NOT NULL CHECK (\($0) IN (0, 1))" },
        isImageName: "length(name) = 40 AND name NOT GLOB '*[^0-9a-f]*'",
        end: " STRICT",
        endByKey: " STRICT, WITHOUT ROWID"
    )

    /// What people store. The data that lists show is separate from the data that they must not read: `product` rows are
    /// narrow, so that a page of twenty takes one or two database pages, and `product_detail` holds the long texts and the
    /// secret.
    static let tables = """
        -- All counts are of products that lists show, but for unlisted_count.
        CREATE TABLE market_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            revision INTEGER NOT NULL CHECK (revision >= 0),
            product_count INTEGER NOT NULL CHECK (product_count >= 0),
            krw_usd_count INTEGER NOT NULL DEFAULT 0 CHECK (krw_usd_count >= 0),
            -- While it is 0, lists are read without the partial indexes.
            unlisted_count INTEGER NOT NULL DEFAULT 0 CHECK (unlisted_count >= 0),
            -- Whether the operator's settings define the categories, so that they can't be changed otherwise, also while the
            -- server is stopped.
            categories_are_fixed INTEGER NOT NULL DEFAULT 0 CHECK (categories_are_fixed IN (0, 1)),
            -- The folding with which the search indexes were made (SearchFolding). The default is that of Swift 6.2: where it
            -- is another one, the first start makes the index anew.
            search_folding INTEGER NOT NULL DEFAULT 1481170423725662429
        ) STRICT;

        CREATE TABLE vendor (
            id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 0 AND 9007199254740991),
            identifier TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL CHECK (name <> ''),
            is_blocked INTEGER NOT NULL DEFAULT 0 CHECK (is_blocked IN (0, 1)),
            -- When the block ends by itself.
            block_ends_at INTEGER CHECK (block_ends_at IS NULL OR is_blocked = 1),
            -- The product above which all products follow the block, or its end, already; NULL if all do.
            block_position INTEGER,
            -- Products above this one don't prove whose the identifier is, because a browser that was ended alone still knows it.
            -- NULL if none was.
            last_proving_product_id INTEGER CHECK (last_proving_product_id >= 0),
            created_at INTEGER NOT NULL,
            product_count INTEGER NOT NULL DEFAULT 0 CHECK (product_count >= 0),
            krw_usd_count INTEGER NOT NULL DEFAULT 0 CHECK (krw_usd_count >= 0),
            unlisted_count INTEGER NOT NULL DEFAULT 0 CHECK (unlisted_count >= 0),
            CHECK (id = 0 OR identifier <> '')
        ) STRICT;
        CREATE INDEX vendor_block_ending ON vendor (block_ends_at) WHERE block_ends_at IS NOT NULL;
        CREATE INDEX vendor_block_unfinished ON vendor (id) WHERE block_position IS NOT NULL;

        -- A deleted category is kept: its products belong to its parent from then on. The count is of exactly this category.
        CREATE TABLE category (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 40 AND slug NOT GLOB '*[^a-z0-9-]*'),
            -- JSON by the codes of languages: {"en":"Books"}. (Functions for JSON aren't permitted in a schema that isn't trusted.)
            names TEXT NOT NULL CHECK (names GLOB '{"*}'),
            parent_id INTEGER REFERENCES category (id) CHECK (parent_id IS NOT id),
            position INTEGER NOT NULL,
            is_deleted INTEGER NOT NULL DEFAULT 0 CHECK (is_deleted IN (0, 1)),
            product_count INTEGER NOT NULL DEFAULT 0 CHECK (product_count >= 0)
        ) STRICT;

        CREATE TABLE product (
            id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
            vendor_id INTEGER NOT NULL REFERENCES vendor (id),
            version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
            -- Any code of three letters: codes that ISO 4217 doesn't know are refused before they are stored.
            currency TEXT NOT NULL CHECK (length(currency) = 3 AND currency NOT GLOB '*[^A-Z]*'),
            price INTEGER NOT NULL CHECK (price BETWEEN 0 AND 9007199254740991),
            discount INTEGER NOT NULL CHECK (discount BETWEEN 0 AND price),
            amount INTEGER NOT NULL GENERATED ALWAYS AS (price - discount) VIRTUAL,
            stock INTEGER NOT NULL CHECK (stock BETWEEN 0 AND 9007199254740991),
            registered_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            thumbnail_id INTEGER,
            thumbnail_name TEXT,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
            -- 0 is open, 1 reserved, 2 sold, 3 hidden, 4 expired.
            state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 4),
            -- The end of a reservation, or when the product was sold or expired.
            state_time INTEGER CHECK ((state_time IS NULL) = (state IN (0, 3))),
            -- Whether lists show it. Only sold products may be either.
            is_listed INTEGER NOT NULL DEFAULT 1
                CHECK (is_listed IN (0, 1) AND (state = 2 OR is_listed = (state < 2))),
            expires_at INTEGER,
            bumped_at INTEGER,
            top_at INTEGER NOT NULL GENERATED ALWAYS AS (coalesce(bumped_at, registered_at)) VIRTUAL,
            -- 0 is new, 1 like new, 2 good, 3 fair, 4 for parts.
            condition INTEGER CHECK (condition BETWEEN 0 AND 4),
            -- 0 is pickup, 1 parcel, 2 both.
            handover INTEGER CHECK (handover BETWEEN 0 AND 2),
            place TEXT CHECK (length(place) BETWEEN 1 AND 60),
            category_id INTEGER REFERENCES category (id),
            -- Since when it has been for sale at its price; NULL until it is edited. It means nothing while it isn't for sale.
            price_since INTEGER,
            -- The lowest sale price before the reduction that is shown.
            reduced_from INTEGER CHECK (reduced_from > price - discount),
            reduced_at INTEGER CHECK ((reduced_at IS NULL) = (reduced_from IS NULL)),
            CHECK ((thumbnail_id IS NULL) = (thumbnail_name IS NULL)),
            -- The thumbnail is one of the product's own images, and has that image's name.
            FOREIGN KEY (thumbnail_name, id, thumbnail_id) REFERENCES image (name, product_id, id)
                DEFERRABLE INITIALLY DEFERRED
        ) STRICT;
        CREATE TRIGGER product_keeps_its_place BEFORE UPDATE OF id, vendor_id ON product
            WHEN NEW.id IS NOT OLD.id OR NEW.vendor_id IS NOT OLD.vendor_id
        BEGIN
            SELECT RAISE(ABORT, 'a product keeps its id and its vendor');
        END;

        CREATE TABLE image (
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

        \(commonTables)
        CREATE TRIGGER product_never_returns BEFORE INSERT ON tombstone
            WHEN EXISTS (SELECT 1 FROM product WHERE id = NEW.product_id)
        BEGIN
            SELECT RAISE(ABORT, 'a tombstone stands for a product that is gone');
        END;
        CREATE INDEX listing_right_by_product ON listing_right (product_id);
        """

    /// The indexes of `product`. Each partial one has exactly what a kind of list shows, so that no page has to skip products.
    static let listingIndexes = """
        CREATE INDEX product_by_vendor ON product (vendor_id, id);
        -- What only sellers and operators see.
        CREATE INDEX product_withheld ON product (id) WHERE state > 2;

        -- What is due, in the order in which it becomes due.
        CREATE INDEX product_reserved ON product (state_time) WHERE state = 1;
        CREATE INDEX product_sold_and_listed ON product (state_time) WHERE state = 2 AND is_listed = 1;
        CREATE INDEX product_expiring ON product (expires_at) WHERE state = 0 AND expires_at IS NOT NULL;
        CREATE INDEX product_reduced ON product (reduced_at) WHERE reduced_at IS NOT NULL;

        -- What lists show.
        CREATE INDEX product_listed ON product (id) WHERE is_listed = 1;
        CREATE INDEX product_listed_by_vendor ON product (vendor_id, id) WHERE is_listed = 1;
        CREATE INDEX product_listed_krw_usd ON product (id) WHERE is_listed = 1 AND currency IN ('KRW', 'USD');
        CREATE INDEX product_listed_by_vendor_krw_usd ON product (vendor_id, id)
            WHERE is_listed = 1 AND currency IN ('KRW', 'USD');
        CREATE INDEX product_by_amount ON product (currency, amount, id) WHERE is_listed = 1;
        CREATE INDEX product_by_vendor_and_amount ON product (vendor_id, currency, amount, id) WHERE is_listed = 1;

        -- What is in stock and not sold. Open and reserved products are always listed.
        CREATE INDEX product_in_stock ON product (id) WHERE stock > 0 AND state < 2;
        CREATE INDEX product_in_stock_krw_usd ON product (id)
            WHERE stock > 0 AND state < 2 AND currency IN ('KRW', 'USD');
        CREATE INDEX product_in_stock_by_amount ON product (currency, amount, id) WHERE stock > 0 AND state < 2;

        -- Almost all products are open.
        CREATE INDEX product_by_vendor_and_state ON product (vendor_id, state, id) WHERE state <> 0;

        CREATE INDEX product_by_bump ON product (top_at, id) WHERE is_listed = 1;
        CREATE INDEX product_by_bump_krw_usd ON product (top_at, id) WHERE is_listed = 1 AND currency IN ('KRW', 'USD');
        CREATE INDEX product_by_vendor_and_bump ON product (vendor_id, top_at, id) WHERE is_listed = 1;
        CREATE INDEX product_by_category_and_bump ON product (category_id, top_at, id)
            WHERE is_listed = 1 AND category_id IS NOT NULL;
        CREATE INDEX product_by_place ON product (place) WHERE is_listed = 1 AND place IS NOT NULL;

        -- Sold products that lists don't show any more.
        CREATE INDEX product_unlisted_sale ON product (id) WHERE state = 2 AND is_listed = 0;
        CREATE INDEX product_unlisted_sale_by_amount ON product (currency, amount, id) WHERE state = 2 AND is_listed = 0;
        CREATE INDEX product_unlisted_sale_by_bump ON product (top_at, id) WHERE state = 2 AND is_listed = 0;
        """
}
