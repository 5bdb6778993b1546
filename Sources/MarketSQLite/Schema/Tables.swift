extension MarketSchema {
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
            -- By the codes of languages: {"en": "Books"}.
            names TEXT NOT NULL CHECK (json_valid(names) AND json_type(names) = 'object' AND names <> '{}'),
            parent_id INTEGER REFERENCES category (id) CHECK (parent_id IS NOT id),
            position INTEGER NOT NULL,
            is_deleted INTEGER NOT NULL DEFAULT 0 CHECK (is_deleted IN (0, 1)),
            product_count INTEGER NOT NULL DEFAULT 0 CHECK (product_count >= 0)
        ) STRICT;

        -- What makes the market its operator's own, by the keys of ProfileKey, and the logo.
        CREATE TABLE market_profile (
            key TEXT PRIMARY KEY CHECK (key <> ''),
            value TEXT NOT NULL CHECK (value <> ''),
            -- Whether the operator's settings define the value.
            is_fixed INTEGER NOT NULL CHECK (is_fixed IN (0, 1)),
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The operator's pages, in Markdown.
        CREATE TABLE market_page (
            kind TEXT NOT NULL CHECK (kind <> ''),
            language TEXT NOT NULL CHECK (language <> ''),
            text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 20000),
            is_published INTEGER NOT NULL CHECK (is_published IN (0, 1)),
            changed_at INTEGER NOT NULL,
            PRIMARY KEY (kind, language)
        ) STRICT, WITHOUT ROWID;

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

        CREATE TABLE product_detail (
            product_id INTEGER PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
            secret_hash TEXT NOT NULL CHECK (secret_hash <> ''),
            contact TEXT CHECK (length(contact) BETWEEN 1 AND 200),
            reservation_note TEXT CHECK (length(reservation_note) BETWEEN 1 AND 200),
            description TEXT NOT NULL CHECK (length(description) <= 10000)
        ) STRICT;

        -- What the contact of a product names, written in one way (ContactKey).
        CREATE TABLE contact_key (
            product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            key TEXT NOT NULL CHECK (key <> ''),
            PRIMARY KEY (product_id, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX contact_key_by_key ON contact_key (key, product_id);

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

        -- Images that a product doesn't show any more, until they are removed.
        CREATE TABLE released_image (
            id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
            name TEXT NOT NULL CHECK (length(name) = 40 AND name NOT GLOB '*[^0-9a-f]*'),
            released_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX released_image_by_name ON released_image (name);

        -- The prices at which products were for sale before.
        CREATE TABLE price_period (
            product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            begin_at INTEGER NOT NULL,
            end_at INTEGER NOT NULL CHECK (end_at > begin_at),
            amount INTEGER NOT NULL CHECK (amount >= 0),
            PRIMARY KEY (product_id, begin_at)
        ) STRICT, WITHOUT ROWID;

        -- A deleted product, which isn't the same as one that never existed.
        CREATE TABLE tombstone (
            product_id INTEGER PRIMARY KEY CHECK (product_id > 0),
            deleted_at INTEGER NOT NULL,
            -- For pages that say who took it down.
            is_deleted_by_operator INTEGER NOT NULL DEFAULT 0 CHECK (is_deleted_by_operator IN (0, 1))
        ) STRICT;
        CREATE TRIGGER product_never_returns BEFORE INSERT ON tombstone
            WHEN EXISTS (SELECT 1 FROM product WHERE id = NEW.product_id)
        BEGIN
            SELECT RAISE(ABORT, 'a tombstone stands for a product that is gone');
        END;

        CREATE TABLE delete_token (
            token TEXT NOT NULL PRIMARY KEY CHECK (token <> ''),
            product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delete_token_by_product ON delete_token (product_id);
        CREATE INDEX delete_token_by_expiry ON delete_token (expires_at);

        -- The rights of browsers (kind 0) and links (kind 1) to change the states of products.
        CREATE TABLE listing_right (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            hash TEXT NOT NULL UNIQUE CHECK (hash <> ''),
            product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            kind INTEGER NOT NULL CHECK (kind IN (0, 1)),
            -- The owner of the browsers that hold the right. Links, and rights that clients store themselves, have none.
            browser TEXT CHECK (browser <> ''),
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX listing_right_by_product ON listing_right (product_id);
        CREATE INDEX listing_right_by_browser ON listing_right (browser, product_id) WHERE browser IS NOT NULL;

        -- The browsers of sellers, by hashes of their keys. Those of one owner share their rights.
        CREATE TABLE seller_browser (
            digest TEXT NOT NULL PRIMARY KEY CHECK (digest <> ''),
            owner TEXT NOT NULL CHECK (owner <> ''),
            -- What the browser says that it is: 'Chrome', on 'Android'.
            application TEXT CHECK (application <> ''),
            system TEXT CHECK (system <> ''),
            -- The seller of the last listing that was deleted while the browser held its right. When none is left, nothing
            -- else says whose name it is.
            vendor_id INTEGER REFERENCES vendor (id),
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX seller_browser_by_owner ON seller_browser (owner);

        -- The requests of a day that have listed a product: a repeated one must not list a second product. The product is
        -- stored as JSON in its original state, because it may have been changed or deleted when the request is repeated.
        CREATE TABLE idempotency_record (
            seller TEXT NOT NULL,
            key TEXT NOT NULL CHECK (key <> ''),
            fingerprint TEXT NOT NULL CHECK (fingerprint <> ''),
            secret_hash TEXT NOT NULL CHECK (secret_hash <> ''),
            product TEXT NOT NULL CHECK (product <> ''),
            created_at INTEGER NOT NULL,
            PRIMARY KEY (seller, key)
        ) STRICT;
        CREATE INDEX idempotency_record_by_time ON idempotency_record (created_at);

        -- What people report. A listing may be gone.
        CREATE TABLE report (
            id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
            receipt_hash TEXT NOT NULL UNIQUE CHECK (receipt_hash <> ''),
            -- NULL for a report about a seller.
            product_id INTEGER CHECK (product_id > 0),
            vendor_id INTEGER NOT NULL REFERENCES vendor (id),
            reason TEXT NOT NULL CHECK (reason <> ''),
            text TEXT NOT NULL CHECK (length(text) <= 2000),
            name TEXT CHECK (length(name) BETWEEN 1 AND 100),
            mail TEXT CHECK (length(mail) BETWEEN 1 AND 200),
            -- A keyed hash of the reporter's network, for 30 days.
            network TEXT CHECK (network <> ''),
            created_at INTEGER NOT NULL,
            -- When it has helped to hold the listing.
            held_at INTEGER,
            -- 'dismissed' or 'upheld'.
            decision TEXT CHECK (decision IN ('dismissed', 'upheld')),
            decision_reason TEXT CHECK (length(decision_reason) BETWEEN 1 AND 2000),
            decided_at INTEGER,
            CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decision_reason IS NULL))
        ) STRICT;
        CREATE INDEX report_open ON report (id) WHERE decision IS NULL;
        CREATE INDEX report_by_product ON report (product_id) WHERE product_id IS NOT NULL;
        CREATE INDEX report_by_network ON report (network, held_at) WHERE network IS NOT NULL AND held_at IS NOT NULL;
        CREATE INDEX report_by_vendor ON report (vendor_id);
        CREATE INDEX report_by_time ON report (created_at);
        CREATE INDEX report_with_network ON report (created_at) WHERE network IS NOT NULL;

        -- A keyed hash of the network from which a product was listed, for 30 days.
        CREATE TABLE listing_network (
            product_id INTEGER PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
            network TEXT NOT NULL CHECK (network <> ''),
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX listing_network_by_network ON listing_network (network, product_id);
        CREATE INDEX listing_network_by_time ON listing_network (created_at);

        -- Listings that are hidden for the operator, and the state to which they return.
        CREATE TABLE listing_hold (
            product_id INTEGER PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
            kind TEXT NOT NULL
                CHECK (kind IN ('reports', 'hidden', 'change_asked', 'removed', 'blocked', 'waiting', 'contact')),
            reason TEXT CHECK (length(reason) BETWEEN 1 AND 2000),
            created_at INTEGER NOT NULL,
            -- When a hold by reports ends by itself, or a removed listing is deleted.
            ends_at INTEGER CHECK ((ends_at IS NULL) = (kind NOT IN ('reports', 'removed'))),
            answer TEXT CHECK (length(answer) BETWEEN 1 AND 2000),
            -- The private note about a reservation.
            note TEXT,
            state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4),
            state_time INTEGER CHECK ((state_time IS NULL) = (state IN (0, 3))),
            was_listed INTEGER NOT NULL CHECK (was_listed IN (0, 1)),
            -- Whether it has begun as a wait for approval, whatever has replaced that.
            has_waited INTEGER NOT NULL DEFAULT FALSE CHECK (has_waited IN (0, 1)),
            -- When the hold by reports would end that this one has replaced.
            reports_end_at INTEGER CHECK (reports_end_at IS NULL OR kind <> 'reports'),
            CHECK ((reason IS NULL) = (kind IN ('reports', 'waiting')))
        ) STRICT;
        CREATE INDEX listing_hold_asked ON listing_hold (product_id) WHERE kind = 'change_asked';
        CREATE INDEX listing_hold_refused ON listing_hold (product_id) WHERE kind = 'hidden' AND has_waited;
        CREATE INDEX listing_hold_answered ON listing_hold (product_id) WHERE answer IS NOT NULL;
        CREATE INDEX listing_hold_ending ON listing_hold (ends_at) WHERE ends_at IS NOT NULL;
        CREATE INDEX listing_hold_waiting ON listing_hold (product_id) WHERE kind = 'waiting';

        -- What others have seen of a listing that waits because its seller has changed it.
        CREATE TABLE listing_change (
            product_id INTEGER NOT NULL REFERENCES listing_hold (product_id) ON DELETE CASCADE,
            field TEXT NOT NULL CHECK (field <> ''),
            -- NULL for pictures, and if there was none.
            text_before TEXT,
            PRIMARY KEY (product_id, field)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX listing_hold_contact ON listing_hold (product_id) WHERE kind = 'contact';

        -- Contacts that no listing may have, by the keys of ContactKey.
        CREATE TABLE blocked_contact (
            key TEXT PRIMARY KEY CHECK (key <> ''),
            reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 2000),
            -- NULL for the command line.
            operator_name TEXT CHECK (operator_name <> ''),
            created_at INTEGER NOT NULL,
            -- Whether it is blocked, or the listings with it are being shown again.
            is_blocked INTEGER NOT NULL CHECK (is_blocked IN (0, 1)),
            -- The listings from it on were looked through; NULL once all were.
            position INTEGER CHECK (position > 0),
            CHECK (is_blocked OR position IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX blocked_contact_unfinished ON blocked_contact (key) WHERE position IS NOT NULL;

        -- Listings that their sellers can't change.
        CREATE TABLE listing_lock (
            product_id INTEGER PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
            reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 2000),
            created_at INTEGER NOT NULL
        ) STRICT;

        -- Who did what, when and why, about reports and listings.
        CREATE TABLE moderation_log (
            id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
            action TEXT NOT NULL CHECK (action <> ''),
            report_id INTEGER CHECK (report_id > 0),
            product_id INTEGER CHECK (product_id > 0),
            vendor_id INTEGER REFERENCES vendor (id),
            -- What of the market's own was changed.
            setting TEXT CHECK (setting <> ''),
            -- When a block ends that was made.
            ends_at INTEGER,
            reason TEXT NOT NULL CHECK (length(reason) <= 2000),
            -- Kept when the operator is removed. NULL for the command line, and for what no operator did.
            operator_name TEXT CHECK (operator_name <> ''),
            -- The operator's key that a program has done it with.
            key_name TEXT CHECK (key_name IS NULL OR operator_name IS NOT NULL),
            created_at INTEGER NOT NULL,
            CHECK ((vendor_id IS NULL) = (setting IS NOT NULL))
        ) STRICT;
        CREATE INDEX moderation_log_by_product ON moderation_log (product_id) WHERE product_id IS NOT NULL;
        CREATE INDEX moderation_log_by_report ON moderation_log (report_id) WHERE report_id IS NOT NULL;
        CREATE INDEX moderation_log_by_setting ON moderation_log (setting) WHERE setting IS NOT NULL;
        CREATE INDEX moderation_log_by_vendor ON moderation_log (vendor_id) WHERE vendor_id IS NOT NULL;

        -- Who moderates the market.
        CREATE TABLE operator (
            id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
            name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 40),
            role TEXT NOT NULL CHECK (role IN ('moderator', 'operator')),
            created_at INTEGER NOT NULL
        ) STRICT;
        -- Without an operator, the link makes the first one.
        CREATE TABLE operator_link (
            hash TEXT PRIMARY KEY CHECK (hash <> ''),
            operator_id INTEGER REFERENCES operator (id) ON DELETE CASCADE,
            ends_at INTEGER NOT NULL
        ) STRICT;
        -- The feed of each operator who has one.
        CREATE TABLE operator_feed (
            operator_id INTEGER PRIMARY KEY REFERENCES operator (id) ON DELETE CASCADE,
            hash TEXT NOT NULL UNIQUE CHECK (hash <> ''),
            created_at INTEGER NOT NULL
        ) STRICT;
        -- What programs of operators present.
        CREATE TABLE operator_key (
            id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
            hash TEXT NOT NULL UNIQUE CHECK (hash <> ''),
            operator_id INTEGER NOT NULL REFERENCES operator (id) ON DELETE CASCADE,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE operator_session (
            id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
            hash TEXT NOT NULL UNIQUE CHECK (hash <> ''),
            operator_id INTEGER NOT NULL REFERENCES operator (id) ON DELETE CASCADE,
            -- What the browser says that it is, as in seller_browser.
            application TEXT CHECK (application <> ''),
            system TEXT CHECK (system <> ''),
            created_at INTEGER NOT NULL,
            used_at INTEGER NOT NULL CHECK (used_at >= created_at)
        ) STRICT;

        -- Links that make a browser a seller's, each once.
        CREATE TABLE invitation (
            id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
            hash TEXT NOT NULL UNIQUE CHECK (hash <> ''),
            vendor_id INTEGER NOT NULL REFERENCES vendor (id) CHECK (vendor_id > 0),
            -- NULL for the command line.
            operator_name TEXT CHECK (operator_name <> ''),
            created_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL CHECK (ends_at > created_at),
            -- A hash of the browser that has used it, which may repeat that.
            browser TEXT CHECK (browser <> ''),
            accepted_at INTEGER CHECK ((accepted_at IS NULL) = (browser IS NULL)),
            revoked_at INTEGER CHECK (revoked_at IS NULL OR accepted_at IS NULL)
        ) STRICT;
        CREATE INDEX invitation_by_vendor ON invitation (vendor_id);
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
