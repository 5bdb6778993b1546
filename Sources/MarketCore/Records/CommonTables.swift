/// The tables that are the same in both stores, but for how each writes the types of columns. Those of products, images, vendors and
/// categories, and the market's state, are each store's own.
package enum CommonTables {
    /// Returns the statements that create the tables, after those of products and vendors.
    ///
    /// - Parameters:
    ///   - integer: The type of whole numbers of 64 bits: milliseconds since 1970 in UTC, minor units of money, and ids.
    ///   - smallInteger: The type of numbers that stand for a kind or a state.
    ///   - text: The type of texts, which are compared by code points.
    ///   - rowNumber: The key of a table that numbers its rows in the order in which they are added. No number comes twice.
    ///   - boolean: Returns the type of a column that is true or false.
    ///   - isImageName: The condition that the column `name` has the name of an image.
    ///   - incarnation: A column that tells rows that a backup has brought, with a comma.
    ///   - end: What ends a table.
    ///   - endByKey: What ends a table whose rows are stored by their key.
    package static func statements(
        integer: String,
        smallInteger: String,
        text: String,
        rowNumber: String,
        boolean: (_ column: String) -> String,
        isImageName: String,
        incarnation: String = "",
        end: String = "",
        endByKey: String = ""
    ) -> String {
        """
        -- What makes the market its operator's own, by the keys of ProfileKey, and the logo.
        CREATE TABLE market_profile (
            key \(text) PRIMARY KEY CHECK (key <> ''),
            value \(text) NOT NULL CHECK (value <> ''),
            -- Whether the operator's settings define the value.
            is_fixed \(boolean("is_fixed")),
            changed_at \(integer) NOT NULL
        )\(endByKey);

        -- The operator's pages, in Markdown.
        CREATE TABLE market_page (
            kind \(text) NOT NULL CHECK (kind <> ''),
            language \(text) NOT NULL CHECK (language <> ''),
            text \(text) NOT NULL CHECK (length(text) BETWEEN 1 AND 20000),
            is_published \(boolean("is_published")),
            changed_at \(integer) NOT NULL,
            PRIMARY KEY (kind, language)
        )\(endByKey);

        CREATE TABLE product_detail (
            product_id \(integer) PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
            secret_hash \(text) NOT NULL CHECK (secret_hash <> ''),
            contact \(text) CHECK (length(contact) BETWEEN 1 AND 200),
            reservation_note \(text) CHECK (length(reservation_note) BETWEEN 1 AND 200),
            description \(text) NOT NULL CHECK (length(description) <= 10000)
        )\(end);

        -- What the contact of a product names, written in one way (ContactKey).
        CREATE TABLE contact_key (
            product_id \(integer) NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            key \(text) NOT NULL CHECK (key <> ''),
            PRIMARY KEY (product_id, key)
        )\(endByKey);
        CREATE INDEX contact_key_by_key ON contact_key (key, product_id);

        -- Images that a product doesn't show any more, until they are removed.
        CREATE TABLE released_image (
            id \(rowNumber) CHECK (id > 0),
            name \(text) NOT NULL CHECK (\(isImageName)),
            released_at \(integer) NOT NULL
        )\(end);
        CREATE INDEX released_image_by_name ON released_image (name);

        -- The prices at which products were for sale before.
        CREATE TABLE price_period (
            product_id \(integer) NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            begin_at \(integer) NOT NULL,
            end_at \(integer) NOT NULL CHECK (end_at > begin_at),
            amount \(integer) NOT NULL CHECK (amount >= 0),
            PRIMARY KEY (product_id, begin_at)
        )\(endByKey);

        -- A deleted product, which isn't the same as one that never existed.
        CREATE TABLE tombstone (
            product_id \(integer) PRIMARY KEY CHECK (product_id > 0),
            deleted_at \(integer) NOT NULL,
            -- For pages that say who took it down.
            is_deleted_by_operator \(boolean("is_deleted_by_operator")) DEFAULT FALSE
        )\(end);

        CREATE TABLE delete_token (
            token \(text) NOT NULL PRIMARY KEY CHECK (token <> ''),
            product_id \(integer) NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            \(incarnation)
            expires_at \(integer) NOT NULL
        )\(endByKey);
        CREATE INDEX delete_token_by_product ON delete_token (product_id);
        CREATE INDEX delete_token_by_expiry ON delete_token (expires_at);

        -- The rights of browsers (kind 0) and links (kind 1) to change the states of products.
        CREATE TABLE listing_right (
            id \(rowNumber),
            hash \(text) NOT NULL UNIQUE CHECK (hash <> ''),
            product_id \(integer) NOT NULL REFERENCES product (id) ON DELETE CASCADE,
            kind \(smallInteger) NOT NULL CHECK (kind IN (0, 1)),
            -- The owner of the browsers that hold the right. Links, and rights that clients store themselves, have none.
            browser \(text) CHECK (browser <> ''),
            created_at \(integer) NOT NULL
        )\(end);
        CREATE INDEX listing_right_by_browser ON listing_right (browser, product_id) WHERE browser IS NOT NULL;

        -- The browsers of sellers, by hashes of their keys. Those of one owner share their rights.
        CREATE TABLE seller_browser (
            digest \(text) NOT NULL PRIMARY KEY CHECK (digest <> ''),
            owner \(text) NOT NULL CHECK (owner <> ''),
            -- What the browser says that it is: 'Chrome', on 'Android'.
            application \(text) CHECK (application <> ''),
            system \(text) CHECK (system <> ''),
            -- The seller of the last listing that was deleted while the browser held its right, and that proved whose the name is.
            -- When none is left, nothing else does.
            vendor_id \(integer) REFERENCES vendor (id),
            created_at \(integer) NOT NULL
        )\(end);
        CREATE INDEX seller_browser_by_owner ON seller_browser (owner);
        CREATE INDEX seller_browser_by_vendor ON seller_browser (vendor_id) WHERE vendor_id IS NOT NULL;

        -- The requests of a day that have listed a product: a repeated one must not list a second product. The product is
        -- stored as JSON in its original state, because it may have been changed or deleted when the request is repeated.
        CREATE TABLE idempotency_record (
            seller \(text) NOT NULL,
            key \(text) NOT NULL CHECK (key <> ''),
            fingerprint \(text) NOT NULL CHECK (fingerprint <> ''),
            secret_hash \(text) NOT NULL CHECK (secret_hash <> ''),
            product \(text) NOT NULL CHECK (product <> ''),
            created_at \(integer) NOT NULL,
            PRIMARY KEY (seller, key)
        )\(end);
        CREATE INDEX idempotency_record_by_time ON idempotency_record (created_at);

        -- What people report. A listing may be gone.
        CREATE TABLE report (
            id \(rowNumber) CHECK (id > 0),
            receipt_hash \(text) NOT NULL UNIQUE CHECK (receipt_hash <> ''),
            -- NULL for a report about a seller.
            product_id \(integer) CHECK (product_id > 0),
            vendor_id \(integer) NOT NULL REFERENCES vendor (id),
            reason \(text) NOT NULL CHECK (reason <> ''),
            text \(text) NOT NULL CHECK (length(text) <= 2000),
            name \(text) CHECK (length(name) BETWEEN 1 AND 100),
            mail \(text) CHECK (length(mail) BETWEEN 1 AND 200),
            -- A keyed hash of the reporter's network, for 30 days, behind 'ipv6 ' for one of IPv6.
            network \(text) CHECK (network <> ''),
            created_at \(integer) NOT NULL,
            -- When it has helped to hold the listing.
            held_at \(integer),
            -- 'dismissed' or 'upheld'.
            decision \(text) CHECK (decision IN ('dismissed', 'upheld')),
            decision_reason \(text) CHECK (length(decision_reason) BETWEEN 1 AND 2000),
            decided_at \(integer),
            CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decision_reason IS NULL))
        )\(end);
        CREATE INDEX report_open ON report (id) WHERE decision IS NULL;
        CREATE INDEX report_by_product ON report (product_id) WHERE product_id IS NOT NULL;
        CREATE INDEX report_by_network ON report (network, held_at) WHERE network IS NOT NULL AND held_at IS NOT NULL;
        CREATE INDEX report_by_vendor ON report (vendor_id);
        CREATE INDEX report_by_time ON report (created_at);
        CREATE INDEX report_with_network ON report (created_at) WHERE network IS NOT NULL;

        -- A keyed hash of the network from which a product was listed, for 30 days.
        CREATE TABLE listing_network (
            product_id \(integer) PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
            network \(text) NOT NULL CHECK (network <> ''),
            created_at \(integer) NOT NULL
        )\(end);
        CREATE INDEX listing_network_by_network ON listing_network (network, product_id);
        CREATE INDEX listing_network_by_time ON listing_network (created_at);

        -- Listings that are hidden for the operator, and the state to which they return.
        CREATE TABLE listing_hold (
            product_id \(integer) PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
            kind \(text) NOT NULL
                CHECK (kind IN ('reports', 'hidden', 'change_asked', 'removed', 'blocked', 'waiting', 'contact')),
            reason \(text) CHECK (length(reason) BETWEEN 1 AND 2000),
            created_at \(integer) NOT NULL,
            -- Since when it is hidden, if this has replaced another hold.
            hidden_at \(integer),
            -- When a hold by reports ends by itself, or a removed listing is deleted.
            ends_at \(integer) CHECK ((ends_at IS NULL) = (kind NOT IN ('reports', 'removed'))),
            answer \(text) CHECK (length(answer) BETWEEN 1 AND 2000),
            -- The private note about a reservation.
            note \(text),
            state \(smallInteger) NOT NULL CHECK (state BETWEEN 0 AND 4),
            state_time \(integer) CHECK ((state_time IS NULL) = (state IN (0, 3))),
            was_listed \(boolean("was_listed")),
            -- Whether it has begun as a wait for approval, whatever has replaced that.
            has_waited \(boolean("has_waited")) DEFAULT FALSE,
            -- When the hold by reports would end that this one has replaced.
            reports_end_at \(integer) CHECK (reports_end_at IS NULL OR kind <> 'reports'),
            CHECK ((reason IS NULL) = (kind IN ('reports', 'waiting')))
        )\(end);
        CREATE INDEX listing_hold_asked ON listing_hold (product_id) WHERE kind = 'change_asked';
        CREATE INDEX listing_hold_refused ON listing_hold (product_id) WHERE kind = 'hidden' AND has_waited;
        CREATE INDEX listing_hold_answered ON listing_hold (product_id) WHERE answer IS NOT NULL;
        CREATE INDEX listing_hold_ending ON listing_hold (ends_at) WHERE ends_at IS NOT NULL;
        CREATE INDEX listing_hold_contact ON listing_hold (product_id) WHERE kind = 'contact';
        CREATE INDEX listing_hold_waiting ON listing_hold (product_id) WHERE kind = 'waiting';

        -- What others have seen of a listing that waits because its seller has changed it.
        CREATE TABLE listing_change (
            product_id \(integer) NOT NULL REFERENCES listing_hold (product_id) ON DELETE CASCADE,
            field \(text) NOT NULL CHECK (field <> ''),
            -- NULL for pictures, and if there was none.
            text_before \(text),
            PRIMARY KEY (product_id, field)
        )\(endByKey);

        -- Contacts that no listing may have, by the keys of ContactKey.
        CREATE TABLE blocked_contact (
            key \(text) PRIMARY KEY CHECK (key <> ''),
            reason \(text) NOT NULL CHECK (length(reason) BETWEEN 1 AND 2000),
            -- NULL for the command line.
            operator_name \(text) CHECK (operator_name <> ''),
            created_at \(integer) NOT NULL,
            -- Whether it is blocked, or the listings with it are being shown again.
            is_blocked \(boolean("is_blocked")),
            -- The listings from it on were looked through; NULL once all were.
            position \(integer) CHECK (position > 0),
            CHECK (is_blocked OR position IS NOT NULL)
        )\(endByKey);
        CREATE INDEX blocked_contact_unfinished ON blocked_contact (key) WHERE position IS NOT NULL;

        -- Listings that their sellers can't change.
        CREATE TABLE listing_lock (
            product_id \(integer) PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
            reason \(text) NOT NULL CHECK (length(reason) BETWEEN 1 AND 2000),
            created_at \(integer) NOT NULL
        )\(end);

        -- Who did what, when and why, about reports and listings.
        CREATE TABLE moderation_log (
            id \(rowNumber) CHECK (id > 0),
            action \(text) NOT NULL CHECK (action <> ''),
            report_id \(integer) CHECK (report_id > 0),
            product_id \(integer) CHECK (product_id > 0),
            vendor_id \(integer) REFERENCES vendor (id),
            -- What of the market's own was changed.
            setting \(text) CHECK (setting <> ''),
            -- When a block ends that was made.
            ends_at \(integer),
            reason \(text) NOT NULL CHECK (length(reason) <= 2000),
            -- Kept when the operator is removed. NULL for the command line, and for what no operator did.
            operator_name \(text) CHECK (operator_name <> ''),
            -- The operator's key that a program has done it with.
            key_name \(text) CHECK (key_name IS NULL OR operator_name IS NOT NULL),
            created_at \(integer) NOT NULL,
            CHECK ((vendor_id IS NULL) = (setting IS NOT NULL))
        )\(end);
        CREATE INDEX moderation_log_by_product ON moderation_log (product_id) WHERE product_id IS NOT NULL;
        CREATE INDEX moderation_log_by_report ON moderation_log (report_id) WHERE report_id IS NOT NULL;
        CREATE INDEX moderation_log_by_setting ON moderation_log (setting) WHERE setting IS NOT NULL;
        CREATE INDEX moderation_log_by_vendor ON moderation_log (vendor_id) WHERE vendor_id IS NOT NULL;

        -- Who moderates the market.
        CREATE TABLE operator (
            id \(rowNumber) CHECK (id > 0),
            name \(text) NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 40),
            role \(text) NOT NULL CHECK (role IN ('moderator', 'operator')),
            created_at \(integer) NOT NULL
        )\(end);
        -- Without an operator, the link makes the first one.
        CREATE TABLE operator_link (
            hash \(text) PRIMARY KEY CHECK (hash <> ''),
            operator_id \(integer) REFERENCES operator (id) ON DELETE CASCADE,
            \(incarnation)
            ends_at \(integer) NOT NULL
        )\(end);
        -- The feed of each operator who has one.
        CREATE TABLE operator_feed (
            operator_id \(integer) PRIMARY KEY REFERENCES operator (id) ON DELETE CASCADE,
            hash \(text) NOT NULL UNIQUE CHECK (hash <> ''),
            \(incarnation)
            created_at \(integer) NOT NULL
        )\(end);
        -- What programs of operators present.
        CREATE TABLE operator_key (
            id \(rowNumber) CHECK (id > 0),
            hash \(text) NOT NULL UNIQUE CHECK (hash <> ''),
            operator_id \(integer) NOT NULL REFERENCES operator (id) ON DELETE CASCADE,
            name \(text) NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
            \(incarnation)
            created_at \(integer) NOT NULL
        )\(end);
        CREATE TABLE operator_session (
            id \(rowNumber) CHECK (id > 0),
            hash \(text) NOT NULL UNIQUE CHECK (hash <> ''),
            operator_id \(integer) NOT NULL REFERENCES operator (id) ON DELETE CASCADE,
            -- What the browser says that it is, as in seller_browser.
            application \(text) CHECK (application <> ''),
            system \(text) CHECK (system <> ''),
            \(incarnation)
            created_at \(integer) NOT NULL,
            used_at \(integer) NOT NULL CHECK (used_at >= created_at)
        )\(end);

        -- Links that make a browser a seller's, each once.
        CREATE TABLE invitation (
            id \(rowNumber) CHECK (id > 0),
            hash \(text) NOT NULL UNIQUE CHECK (hash <> ''),
            vendor_id \(integer) NOT NULL REFERENCES vendor (id) CHECK (vendor_id > 0),
            -- NULL for the command line.
            operator_name \(text) CHECK (operator_name <> ''),
            \(incarnation)
            created_at \(integer) NOT NULL,
            ends_at \(integer) NOT NULL CHECK (ends_at > created_at),
            -- A hash of the browser that has used it, which may repeat that.
            browser \(text) CHECK (browser <> ''),
            accepted_at \(integer) CHECK ((accepted_at IS NULL) = (browser IS NULL)),
            revoked_at \(integer) CHECK (revoked_at IS NULL OR accepted_at IS NULL)
        )\(end);
        CREATE INDEX invitation_by_vendor ON invitation (vendor_id);
        """
    }
}
