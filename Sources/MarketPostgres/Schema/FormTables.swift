extension MarketSchema {
    /// The images that forms show, and one-time links. The tables are unlogged: after a crash of the server, people choose
    /// their images again, and make another link. Each call that changes them takes a lock of its own, because such calls
    /// are rare and keep limits on all rows.
    static let forms = """
        CREATE UNLOGGED TABLE draft_image (
            token text COLLATE "C" PRIMARY KEY,
            number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
            lease text COLLATE "C" NOT NULL,
            client text COLLATE "C" NOT NULL,
            name text COLLATE "C" NOT NULL,
            width integer NOT NULL CHECK (width > 0),
            height integer NOT NULL CHECK (height > 0),
            ends_at bigint NOT NULL,
            is_deleted boolean NOT NULL DEFAULT false
        );
        CREATE UNLOGGED TABLE draft_hold (
            token text COLLATE "C" NOT NULL,
            holder text COLLATE "C" NOT NULL,
            ends_at bigint NOT NULL,
            PRIMARY KEY (token, holder)
        );
        CREATE FUNCTION draft_is_held(which text, now bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
            SELECT EXISTS (
                SELECT FROM draft_hold AS h WHERE h.token = which AND h.ends_at BETWEEN now + 1 AND now + 1200000)
        $$;
        CREATE FUNCTION draft_is_alive(d draft_image, now bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
            SELECT NOT d.is_deleted AND d.ends_at BETWEEN now + 1 AND now + 7200000 OR draft_is_held(d.token, now)
        $$;
        CREATE FUNCTION lock_drafts() RETURNS void LANGUAGE sql VOLATILE AS $$
            SELECT pg_advisory_xact_lock(\(AdvisoryLock.drafts))
        $$;
        -- Takes away those that are deleted and that nobody holds, and returns them.
        CREATE FUNCTION take_deleted_drafts(which text[], now bigint)
        RETURNS SETOF draft_image LANGUAGE sql VOLATILE AS $$
            DELETE FROM draft_image WHERE token = ANY (which) AND is_deleted AND NOT draft_is_held(token, now) RETURNING *
        $$;
        CREATE FUNCTION oldest_free_draft(of_client text, now bigint) RETURNS text LANGUAGE sql STABLE AS $$
            SELECT token FROM draft_image
            WHERE client = of_client AND NOT is_deleted AND NOT draft_is_held(token, now) ORDER BY number LIMIT 1
        $$;
        CREATE FUNCTION add_draft(
            new_token text, new_lease text, new_client text, new_name text, new_width bigint, new_height bigint,
            lifetime bigint, per_address bigint, total bigint, moment bigint
        ) RETURNS SETOF draft_image LANGUAGE plpgsql VOLATILE AS $$
        DECLARE
            now bigint := market_time(moment);
            dropped text[] := '{}';
        BEGIN
            PERFORM lock_drafts();
            -- A call whose answer was lost is repeated.
            INSERT INTO draft_image (token, lease, client, name, width, height, ends_at)
                VALUES (new_token, new_lease, new_client, new_name, new_width, new_height, now + lifetime)
                ON CONFLICT (token) DO NOTHING;
            IF (SELECT count(*) FROM draft_image WHERE client = new_client AND NOT is_deleted) > per_address THEN
                dropped := ARRAY[oldest_free_draft(new_client, now)];
                UPDATE draft_image SET is_deleted = true WHERE token = ANY (dropped);
            END IF;
            IF (SELECT count(*) FROM draft_image WHERE NOT is_deleted) > total THEN
                dropped := dropped || oldest_free_draft(
                    (SELECT client FROM draft_image WHERE NOT is_deleted
                        GROUP BY client ORDER BY count(*) DESC, min(number) LIMIT 1), now);
                UPDATE draft_image SET is_deleted = true WHERE token = ANY (dropped);
            END IF;
            RETURN QUERY SELECT * FROM take_deleted_drafts(dropped, now);
        END
        $$;
        CREATE FUNCTION hold_drafts(which text[], new_holder text, moment bigint)
        RETURNS SETOF text LANGUAGE plpgsql VOLATILE AS $$
        DECLARE
            now bigint := market_time(moment);
        BEGIN
            PERFORM lock_drafts();
            RETURN QUERY INSERT INTO draft_hold AS h (token, holder, ends_at)
                SELECT d.token, new_holder, now + 600000 FROM draft_image AS d
                WHERE d.token = ANY (which) AND draft_is_alive(d, now)
                ON CONFLICT (token, holder) DO UPDATE SET ends_at = excluded.ends_at RETURNING h.token;
        END
        $$;
        CREATE FUNCTION release_drafts(which text[], old_holder text, moment bigint)
        RETURNS SETOF draft_image LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
            PERFORM lock_drafts();
            DELETE FROM draft_hold WHERE token = ANY (which) AND holder = old_holder;
            RETURN QUERY SELECT * FROM take_deleted_drafts(which, market_time(moment));
        END
        $$;
        CREATE FUNCTION delete_drafts(which text[], moment bigint)
        RETURNS SETOF draft_image LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
            PERFORM lock_drafts();
            UPDATE draft_image SET is_deleted = true WHERE token = ANY (which);
            RETURN QUERY SELECT * FROM take_deleted_drafts(which, market_time(moment));
        END
        $$;
        CREATE FUNCTION delete_old_drafts(moment bigint) RETURNS SETOF draft_image LANGUAGE sql VOLATILE AS $$
            SELECT * FROM delete_drafts(
                ARRAY(SELECT token FROM draft_image AS d WHERE NOT draft_is_alive(d, market_time(moment))), moment)
        $$;

        -- A link that gives another browser an identity. Both are known by digests only, and the contents are encrypted.
        CREATE UNLOGGED TABLE identity_link (
            digest text COLLATE "C" PRIMARY KEY,
            number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
            owner text COLLATE "C" NOT NULL,
            contents text COLLATE "C" NOT NULL,
            client text COLLATE "C" NOT NULL,
            ends_at bigint NOT NULL,
            browser text COLLATE "C"
        );
        CREATE FUNCTION link_is_usable(l identity_link, other text, now bigint)
        RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
            SELECT l.ends_at BETWEEN now + 1 AND now + 1200000 AND (l.browser IS NULL OR coalesce(l.browser = other, false))
        $$;
        CREATE FUNCTION add_identity_link(
            new_digest text, new_contents text, new_owner text, new_client text, lifetime bigint, per_address bigint,
            total bigint, moment bigint
        ) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
        DECLARE
            now bigint := market_time(moment);
        BEGIN
            PERFORM lock_drafts();
            DELETE FROM identity_link WHERE owner = new_owner OR ends_at NOT BETWEEN now + 1 AND now + 1200000;
            IF (SELECT count(*) FROM identity_link WHERE client = new_client) >= per_address THEN
                DELETE FROM identity_link WHERE digest = (
                    SELECT digest FROM identity_link WHERE client = new_client ORDER BY number LIMIT 1);
            END IF;
            IF (SELECT count(*) FROM identity_link) >= total THEN
                DELETE FROM identity_link WHERE number = (
                    SELECT min(number) FROM identity_link GROUP BY client ORDER BY count(*) DESC, min(number) LIMIT 1);
            END IF;
            INSERT INTO identity_link (digest, owner, contents, client, ends_at)
                VALUES (new_digest, new_owner, new_contents, new_client, now + lifetime);
        END
        $$;

        """
}
