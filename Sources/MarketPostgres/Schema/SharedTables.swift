extension MarketSchema {
    /// What the processes share besides the market: limits, requests under way and jobs.
    ///
    /// All limits are rows of `budget` whose rules are in MarketCore. Windows, known clients and the functions of attempts
    /// and budgets are left for servers of the version before, which may run beside this one.
    ///
    /// The tables are unlogged: a commit waits for no disk, and a crash of the server empties them, which frees what was
    /// limited or held. Each call locks its rows in the order of their keys, so calls wait for each other for microseconds
    /// and never in a circle. Times are the server's, in milliseconds since 1970; tests pass their own as `moment`. A time
    /// that is too far ahead was written before the server's clock was set back, and counts as over.
    static let shared = """
        -- Wrong secrets within a minute, of one client, or (client '') of all clients together.
        CREATE UNLOGGED TABLE attempt_window (
            product_id bigint NOT NULL,
            client text COLLATE "C" NOT NULL,
            began_at bigint NOT NULL,
            failures integer NOT NULL CHECK (failures >= 0),
            PRIMARY KEY (product_id, client)
        ) WITH (fillfactor = 70);
        -- The clients that have presented the right secret.
        CREATE UNLOGGED TABLE known_client (
            product_id bigint NOT NULL,
            client text COLLATE "C" NOT NULL,
            known_at bigint NOT NULL,
            PRIMARY KEY (product_id, client)
        ) WITH (fillfactor = 70);
        -- The tokens that are left, of one client, or (client '') of all clients together.
        CREATE UNLOGGED TABLE budget (
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

        -- The key that signs tickets, the same for all processes. Nothing but a new market sets it.
        ALTER TABLE market_state ADD COLUMN signing_key text COLLATE "C" CHECK (signing_key ~ '^[0-9a-f]{64}$');

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

        -- Locks a budget, fills it up, and returns its tokens.
        CREATE FUNCTION fill_budget(which text, address text, per_minute bigint, burst bigint, moment bigint)
        RETURNS double precision LANGUAGE sql VOLATILE AS $$
            INSERT INTO budget AS b (name, client, tokens, filled_at, full_at) VALUES (which, address, burst, moment, moment)
            ON CONFLICT (name, client) DO UPDATE SET
                tokens = least(burst::double precision,
                    b.tokens + greatest(0, moment - b.filled_at) * per_minute / 60000.0::double precision),
                filled_at = moment
            RETURNING tokens
        $$;
        -- Changes the tokens of a locked budget, within the burst and its negative.
        CREATE FUNCTION add_to_budget(
            which text, address text, change bigint, per_minute bigint, burst bigint, moment bigint
        ) RETURNS void LANGUAGE sql VOLATILE AS $$
            UPDATE budget SET tokens = least(burst, greatest(-burst, tokens + change)),
                full_at = moment + ceil(2 * burst * 60000.0 / per_minute)::bigint
            WHERE name = which AND client = address
        $$;
        -- The seconds until a budget has a token, or NULL if it has one.
        CREATE FUNCTION budget_wait(tokens double precision, per_minute bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
            SELECT CASE WHEN tokens < 1 THEN greatest(1, ceil((1 - tokens) * 60 / per_minute)::bigint) END
        $$;
        CREATE FUNCTION take_from_budget(
            which text, address text, address_rate bigint, address_burst bigint, total_rate bigint, total_burst bigint,
            moment bigint
        ) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
        DECLARE
            now bigint := market_time(moment);
            address_wait bigint := budget_wait(
                fill_budget(which, address, address_rate, address_burst, now), address_rate);
            total_wait bigint := budget_wait(fill_budget(which, '', total_rate, total_burst, now), total_rate);
        BEGIN
            IF address_wait IS NULL AND total_wait IS NULL THEN
                PERFORM add_to_budget(which, address, -1, address_rate, address_burst, now);
                PERFORM add_to_budget(which, '', -1, total_rate, total_burst, now);
            END IF;
            RETURN greatest(address_wait, total_wait);
        END
        $$;

        -- Locks a window, begins it again if it is over, and returns it.
        CREATE FUNCTION fill_window(product bigint, address text, moment bigint)
        RETURNS attempt_window LANGUAGE sql VOLATILE AS $$
            INSERT INTO attempt_window AS w (product_id, client, began_at, failures) VALUES (product, address, moment, 0)
            ON CONFLICT (product_id, client) DO UPDATE SET
                failures = CASE WHEN abs(moment - w.began_at) >= 60000 THEN 0 ELSE w.failures END,
                began_at = CASE WHEN abs(moment - w.began_at) >= 60000 OR w.failures = 0 THEN moment ELSE w.began_at END
            RETURNING *
        $$;
        -- The seconds until a window is over, or NULL if it allows an attempt.
        CREATE FUNCTION window_wait(w attempt_window, allowed bigint, moment bigint)
        RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
            SELECT CASE WHEN w.failures >= allowed THEN ceil((w.began_at + 60000 - moment) / 1000.0)::bigint END
        $$;
        CREATE FUNCTION begin_attempt(
            product bigint, address text, per_source bigint, per_product bigint, address_rate bigint,
            address_burst bigint, total_rate bigint, total_burst bigint, moment bigint
        ) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
        DECLARE
            now bigint := market_time(moment);
            own attempt_window := fill_window(product, address, now);
            common attempt_window := fill_window(product, '', now);
            address_wait bigint := budget_wait(
                fill_budget('attempts', address, address_rate, address_burst, now), address_rate);
            total_wait bigint := budget_wait(fill_budget('attempts', '', total_rate, total_burst, now), total_rate);
            is_known boolean := EXISTS (
                SELECT FROM known_client AS k
                WHERE k.product_id = product AND k.client = address AND abs(now - k.known_at) < 86400000);
            wait bigint := window_wait(own, per_source, now);
        BEGIN
            IF NOT is_known THEN wait := greatest(wait, address_wait); END IF;
            IF NOT is_known AND own.failures > 0 THEN
                wait := greatest(wait, window_wait(common, per_product, now), total_wait);
            END IF;
            IF wait IS NOT NULL THEN RETURN wait; END IF;
            UPDATE attempt_window SET failures = failures + 1 WHERE product_id = product AND client = address;
            UPDATE attempt_window SET failures = failures + 1 WHERE product_id = product AND client = '';
            PERFORM add_to_budget('attempts', address, -1, address_rate, address_burst, now);
            PERFORM add_to_budget('attempts', '', -1, total_rate, total_burst, now);
            RETURN NULL;
        END
        $$;
        -- Takes an attempt back that was right, or that ended without a result.
        CREATE FUNCTION end_attempt(
            product bigint, address text, is_right boolean, address_rate bigint, address_burst bigint,
            total_rate bigint, total_burst bigint, moment bigint
        ) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
        DECLARE
            now bigint := market_time(moment);
        BEGIN
            UPDATE attempt_window SET failures = greatest(0, failures - 1)
                WHERE product_id = product AND client = address;
            UPDATE attempt_window SET failures = greatest(0, failures - 1) WHERE product_id = product AND client = '';
            PERFORM add_to_budget('attempts', address, 1, address_rate, address_burst, now);
            PERFORM add_to_budget('attempts', '', 1, total_rate, total_burst, now);
            IF is_right THEN
                INSERT INTO known_client (product_id, client, known_at) VALUES (product, address, now)
                ON CONFLICT (product_id, client) DO UPDATE SET known_at = excluded.known_at;
            END IF;
        END
        $$;

        """
}
