extension MarketSchema {
    /// What the processes share besides the market: limits, requests in flight and jobs.
    ///
    /// All limits are rows of `token_bucket`, whose rules are in MarketCore.
    ///
    /// The tables are unlogged: a commit waits for no disk, and a crash of the server empties them, which frees what was
    /// limited or held. Each call locks its rows in the order of their keys, so calls wait for each other for microseconds
    /// and never in a circle. Times are the server's, in milliseconds since 1970; tests pass their own as `moment`. A time
    /// that is too far ahead was written before the server's clock was set back, and counts as over.
    static let shared = """
        -- The tokens that are left, of one client, or (client '') of all clients together.
        CREATE UNLOGGED TABLE token_bucket (
            name text COLLATE "C" NOT NULL,
            client text COLLATE "C" NOT NULL,
            tokens double precision NOT NULL,
            filled_at bigint NOT NULL,
            full_at bigint NOT NULL,
            PRIMARY KEY (name, client)
        ) WITH (fillfactor = 70);
        CREATE UNLOGGED TABLE request_in_flight (
            seller text COLLATE "C" NOT NULL,
            key text COLLATE "C" NOT NULL,
            holder text COLLATE "C" NOT NULL,
            ends_at bigint NOT NULL,
            PRIMARY KEY (seller, key)
        );
        CREATE UNLOGGED TABLE job (
            name text COLLATE "C" PRIMARY KEY,
            process text COLLATE "C" NOT NULL,
            due_at bigint NOT NULL
        );

        -- Images that products are about to show.
        CREATE UNLOGGED TABLE image_hold (
            lease text COLLATE "C" NOT NULL,
            name text COLLATE "C" NOT NULL,
            ends_at bigint NOT NULL,
            PRIMARY KEY (lease, name)
        );
        CREATE INDEX image_hold_by_name ON image_hold (name);
        -- Images that a process is removing.
        CREATE UNLOGGED TABLE image_removal (
            name text COLLATE "C" PRIMARY KEY,
            remover text COLLATE "C" NOT NULL,
            ends_at bigint NOT NULL
        );

        CREATE FUNCTION market_time(moment bigint) RETURNS bigint LANGUAGE sql VOLATILE AS $$
            SELECT coalesce(moment, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)
        $$;

        -- Holds an image unless it is being removed, and returns whether it does. What is said about an image is said under
        -- a lock on its name.
        CREATE FUNCTION hold_image(image text, new_lease text, lifetime bigint, moment bigint)
        RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
            PERFORM pg_advisory_xact_lock(\(AdvisoryLock.images), hashtext(image));
            IF EXISTS (
                SELECT FROM image_removal AS r WHERE r.name = image
                    AND r.ends_at BETWEEN market_time(moment) + 1 AND market_time(moment) + 60000) THEN
                RETURN false;
            END IF;
            INSERT INTO image_hold (lease, name, ends_at) VALUES (new_lease, image, market_time(moment) + lifetime)
            ON CONFLICT (lease, name) DO UPDATE SET ends_at = excluded.ends_at;
            RETURN true;
        END
        $$;
        -- Claims the removal of images, and returns those that nobody holds and nobody else removes. The locks are taken in
        -- the order of their keys, so that nobody waits in a circle.
        CREATE FUNCTION begin_image_removal(images text[], new_remover text, lifetime bigint, moment bigint)
        RETURNS SETOF text LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
            PERFORM pg_advisory_xact_lock(\(AdvisoryLock.images), key)
            FROM (SELECT DISTINCT hashtext(image) AS key FROM unnest(images) AS image ORDER BY key) AS keys;
            RETURN QUERY
                INSERT INTO image_removal AS r (name, remover, ends_at)
                SELECT image, new_remover, market_time(moment) + lifetime FROM unnest(images) AS image
                WHERE NOT EXISTS (
                    SELECT FROM image_hold AS h WHERE h.name = image AND h.ends_at > market_time(moment))
                ON CONFLICT (name) DO UPDATE SET remover = excluded.remover, ends_at = excluded.ends_at
                WHERE r.ends_at NOT BETWEEN market_time(moment) + 1 AND market_time(moment) + 60000
                RETURNING r.name;
        END
        $$;
        """
}
