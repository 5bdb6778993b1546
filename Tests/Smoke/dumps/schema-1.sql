SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE FUNCTION public.count_product() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN
            IF TG_OP <> 'INSERT' THEN
                INSERT INTO listing_count (kind, key, listed, listed_krw_usd, unlisted)
                    SELECT part.kind, part.key, -OLD.is_listed::int,
                        -(OLD.is_listed AND OLD.currency IN ('KRW', 'USD'))::int, -(NOT OLD.is_listed)::int
                    FROM (VALUES (1, OLD.id >> 5), (2, OLD.id >> 10), (3, OLD.id >> 15), (4, OLD.id >> 20),
                        (5, OLD.vendor_id), (6, OLD.category_id)) AS part (kind, key)
                    WHERE part.key IS NOT NULL;
            END IF;
            IF TG_OP <> 'DELETE' THEN
                INSERT INTO listing_count (kind, key, listed, listed_krw_usd, unlisted)
                    SELECT part.kind, part.key, NEW.is_listed::int,
                        (NEW.is_listed AND NEW.currency IN ('KRW', 'USD'))::int, (NOT NEW.is_listed)::int
                    FROM (VALUES (1, NEW.id >> 5), (2, NEW.id >> 10), (3, NEW.id >> 15), (4, NEW.id >> 20),
                        (5, NEW.vendor_id), (6, NEW.category_id)) AS part (kind, key)
                    WHERE part.key IS NOT NULL;
            END IF;
            RETURN NULL;
        END $$;

CREATE FUNCTION public.listed_product_at(newer bigint, total bigint, only_krw_usd boolean) RETURNS bigint
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
        DECLARE
            skipped bigint := newer;
            live bigint := total;
            first bigint := 0;
            last bigint := 9007199254740991;
            found_key bigint;
            part record;
        BEGIN
            FOR level IN REVERSE 4..1 LOOP
                found_key := NULL;
                IF skipped * 2 <= live THEN
                    live := 0;
                    FOR part IN
                        SELECT key, CASE WHEN only_krw_usd THEN listed_krw_usd ELSE listed END AS live
                        FROM listing_count WHERE kind = level AND key BETWEEN first AND last
                        ORDER BY kind DESC, key DESC
                    LOOP
                        IF part.key IS DISTINCT FROM found_key THEN
                            EXIT WHEN skipped < live;
                            skipped := skipped - live;
                            found_key := part.key;
                            live := 0;
                        END IF;
                        live := live + part.live;
                    END LOOP;
                ELSE
                    skipped := live - 1 - skipped;
                    live := 0;
                    FOR part IN
                        SELECT key, CASE WHEN only_krw_usd THEN listed_krw_usd ELSE listed END AS live
                        FROM listing_count WHERE kind = level AND key BETWEEN first AND last
                        ORDER BY kind, key
                    LOOP
                        IF part.key IS DISTINCT FROM found_key THEN
                            EXIT WHEN skipped < live;
                            skipped := skipped - live;
                            found_key := part.key;
                            live := 0;
                        END IF;
                        live := live + part.live;
                    END LOOP;
                    skipped := live - 1 - skipped;
                END IF;
                IF found_key IS NULL OR skipped < 0 OR skipped >= live THEN RETURN NULL; END IF;
                first := found_key << 5;
                last := first + 31;
            END LOOP;
            IF only_krw_usd THEN
                RETURN (SELECT id FROM product
                    WHERE is_listed AND currency IN ('KRW', 'USD') AND id BETWEEN first AND last
                    ORDER BY id DESC OFFSET skipped LIMIT 1);
            END IF;
            RETURN (SELECT id FROM product WHERE is_listed AND id BETWEEN first AND last
                ORDER BY id DESC OFFSET skipped LIMIT 1);
        END $$;

CREATE FUNCTION public.search_block(product_id bigint) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
            -- Surrogates aren't characters.
            SELECT pg_catalog.chr((CASE WHEN product_id >> 14 < 55040 THEN 256 ELSE 2304 END + (product_id >> 14))::int)
        $$;

CREATE FUNCTION public.search_keys(block text, texts text, facts text[]) RETURNS tsvector
    LANGUAGE sql IMMUTABLE COST 20000 PARALLEL SAFE
    AS $$
            SELECT pg_catalog.array_to_tsvector(pg_catalog.array_agg(block || part.key))
            FROM (
                SELECT CASE E'\n' WHEN second THEN one WHEN third THEN one || second
                    ELSE pg_catalog.concat(one, second, third) END AS key
                FROM (
                    SELECT one, pg_catalog.lead(one) OVER place AS second, pg_catalog.lead(one, 2) OVER place AS third
                    FROM pg_catalog.unnest(pg_catalog.string_to_array(texts, NULL)) WITH ORDINALITY AS scalar (one, place)
                    WINDOW place AS (ORDER BY place)
                ) AS adjacent WHERE one <> E'\n'
                UNION ALL SELECT E'\t' || fact FROM pg_catalog.unnest(facts) AS fact
            ) AS part
        $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.category (
    id bigint NOT NULL,
    slug text NOT NULL COLLATE pg_catalog."C",
    korean_name text NOT NULL COLLATE pg_catalog."C",
    english_name text NOT NULL COLLATE pg_catalog."C",
    parent_id bigint,
    "position" bigint NOT NULL,
    is_removed boolean DEFAULT false NOT NULL,
    CONSTRAINT category_check CHECK ((parent_id <> id)),
    CONSTRAINT category_english_name_check CHECK (((char_length(english_name) >= 1) AND (char_length(english_name) <= 40))),
    CONSTRAINT category_id_check CHECK ((id > 0)),
    CONSTRAINT category_korean_name_check CHECK (((char_length(korean_name) >= 1) AND (char_length(korean_name) <= 40))),
    CONSTRAINT category_slug_check CHECK ((slug ~ '^[a-z0-9-]{1,40}$'::text))
);

ALTER TABLE public.category ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.category_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.change (
    xid bigint NOT NULL,
    changes_categories boolean DEFAULT false NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.change_base (
    id smallint NOT NULL,
    count bigint NOT NULL,
    horizon bigint NOT NULL,
    CONSTRAINT change_base_count_check CHECK ((count >= 0)),
    CONSTRAINT change_base_horizon_check CHECK ((horizon >= 0)),
    CONSTRAINT change_base_id_check CHECK ((id = 1))
);

CREATE TABLE public.delete_token (
    token text NOT NULL COLLATE pg_catalog."C",
    product_id bigint NOT NULL,
    expires_at bigint NOT NULL,
    CONSTRAINT delete_token_token_check CHECK ((token <> ''::text))
);

CREATE TABLE public.idempotency_record (
    seller text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    secret_hash text NOT NULL COLLATE pg_catalog."C",
    product text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    CONSTRAINT idempotency_record_fingerprint_check CHECK ((fingerprint <> ''::text)),
    CONSTRAINT idempotency_record_key_check CHECK ((key <> ''::text)),
    CONSTRAINT idempotency_record_product_check CHECK ((product <> ''::text)),
    CONSTRAINT idempotency_record_secret_hash_check CHECK ((secret_hash <> ''::text))
);

CREATE TABLE public.image (
    id bigint NOT NULL,
    product_id bigint NOT NULL,
    "position" integer NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    issued_at bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT image_height_check CHECK ((height > 0)),
    CONSTRAINT image_id_check CHECK ((id > 0)),
    CONSTRAINT image_name_check CHECK ((name ~ '^[0-9a-f]{40}$'::text)),
    CONSTRAINT image_position_check CHECK (("position" >= 0)),
    CONSTRAINT image_width_check CHECK ((width > 0))
);

ALTER TABLE public.image ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.image_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE SEQUENCE public.listing_count_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 32;

CREATE TABLE public.listing_count (
    kind smallint NOT NULL,
    key bigint NOT NULL,
    id bigint DEFAULT nextval('public.listing_count_id'::regclass) NOT NULL,
    listed bigint NOT NULL,
    listed_krw_usd bigint NOT NULL,
    unlisted bigint NOT NULL,
    CONSTRAINT listing_count_id_check CHECK ((id >= 0)),
    CONSTRAINT listing_count_key_check CHECK ((key >= 0)),
    CONSTRAINT listing_count_kind_check CHECK (((kind >= 1) AND (kind <= 6)))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='500', autovacuum_vacuum_insert_scale_factor='0.1');

CREATE TABLE public.listing_right (
    id bigint NOT NULL,
    hash text NOT NULL COLLATE pg_catalog."C",
    product_id bigint NOT NULL,
    kind smallint NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT listing_right_hash_check CHECK ((hash <> ''::text)),
    CONSTRAINT listing_right_kind_check CHECK ((kind = ANY (ARRAY[0, 1])))
);

ALTER TABLE public.listing_right ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.listing_right_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.market_migration (
    number bigint NOT NULL,
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.market_state (
    id smallint NOT NULL,
    market_id uuid DEFAULT gen_random_uuid() NOT NULL,
    categories_are_fixed boolean DEFAULT false NOT NULL,
    CONSTRAINT market_state_id_check CHECK ((id = 1))
);

CREATE TABLE public.price_period (
    product_id bigint NOT NULL,
    begin_at bigint NOT NULL,
    end_at bigint NOT NULL,
    amount bigint NOT NULL,
    CONSTRAINT price_period_amount_check CHECK ((amount >= 0)),
    CONSTRAINT price_period_check CHECK ((end_at > begin_at))
);

CREATE TABLE public.product (
    id bigint NOT NULL,
    vendor_id bigint NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    price bigint NOT NULL,
    discount bigint NOT NULL,
    amount bigint GENERATED ALWAYS AS ((price - discount)) STORED NOT NULL,
    stock bigint NOT NULL,
    registered_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    bumped_at bigint,
    top_at bigint GENERATED ALWAYS AS (COALESCE(bumped_at, registered_at)) STORED NOT NULL,
    state_time bigint,
    expires_at bigint,
    price_since bigint,
    reduced_from bigint,
    reduced_at bigint,
    category_id bigint,
    thumbnail_id bigint,
    state smallint DEFAULT 0 NOT NULL,
    condition smallint,
    handover smallint,
    is_listed boolean DEFAULT true NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    thumbnail_name text COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    place text COLLATE pg_catalog."C",
    CONSTRAINT product_check CHECK (((discount >= 0) AND (discount <= price))),
    CONSTRAINT product_check1 CHECK ((reduced_from > (price - discount))),
    CONSTRAINT product_check2 CHECK (((state = 2) OR (is_listed = (state < 2)))),
    CONSTRAINT product_check3 CHECK (((state_time IS NULL) = (state = ANY (ARRAY[0, 3])))),
    CONSTRAINT product_check4 CHECK (((reduced_at IS NULL) = (reduced_from IS NULL))),
    CONSTRAINT product_check5 CHECK (((thumbnail_id IS NULL) = (thumbnail_name IS NULL))),
    CONSTRAINT product_condition_check CHECK (((condition >= 0) AND (condition <= 4))),
    CONSTRAINT product_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT product_handover_check CHECK (((handover >= 0) AND (handover <= 2))),
    CONSTRAINT product_id_check CHECK ((id > 0)),
    CONSTRAINT product_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
    CONSTRAINT product_place_check CHECK (((char_length(place) >= 1) AND (char_length(place) <= 60))),
    CONSTRAINT product_price_check CHECK (((price >= 0) AND (price <= '9007199254740991'::bigint))),
    CONSTRAINT product_state_check CHECK (((state >= 0) AND (state <= 4))),
    CONSTRAINT product_stock_check CHECK (((stock >= 0) AND (stock <= '9007199254740991'::bigint))),
    CONSTRAINT product_version_check CHECK ((version >= 1))
);

CREATE TABLE public.product_detail (
    product_id bigint NOT NULL,
    secret_hash text NOT NULL COLLATE pg_catalog."C",
    contact text COLLATE pg_catalog."C",
    reservation_note text COLLATE pg_catalog."C",
    description text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT product_detail_contact_check CHECK (((char_length(contact) >= 1) AND (char_length(contact) <= 200))),
    CONSTRAINT product_detail_description_check CHECK ((char_length(description) <= 10000)),
    CONSTRAINT product_detail_reservation_note_check CHECK (((char_length(reservation_note) >= 1) AND (char_length(reservation_note) <= 200))),
    CONSTRAINT product_detail_secret_hash_check CHECK ((secret_hash <> ''::text))
);

ALTER TABLE public.product ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.product_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.product_search (
    product_id bigint NOT NULL,
    is_listed boolean NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    texts text NOT NULL COLLATE pg_catalog."C",
    facts text[] NOT NULL COLLATE pg_catalog."C"
);

CREATE SEQUENCE public.search_word_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 32;

CREATE TABLE public.search_word (
    length smallint NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C",
    reversed text NOT NULL COLLATE pg_catalog."C",
    id bigint DEFAULT nextval('public.search_word_id'::regclass) NOT NULL,
    product_count bigint NOT NULL,
    CONSTRAINT search_word_id_check CHECK ((id >= 0)),
    CONSTRAINT search_word_length_check CHECK ((length > 0))
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='500');

CREATE TABLE public.tombstone (
    product_id bigint NOT NULL,
    deleted_at bigint NOT NULL,
    CONSTRAINT tombstone_product_id_check CHECK ((product_id > 0))
);

CREATE TABLE public.vendor (
    id bigint NOT NULL,
    identifier text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    is_blocked boolean DEFAULT false NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT vendor_check CHECK (((id = 0) OR (identifier <> ''::text))),
    CONSTRAINT vendor_id_check CHECK (((id >= 0) AND (id <= '9007199254740991'::bigint))),
    CONSTRAINT vendor_name_check CHECK ((name <> ''::text))
);

ALTER TABLE public.vendor ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.vendor_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

COPY public.category (id, slug, korean_name, english_name, parent_id, "position", is_removed) FROM stdin;
1	electronics	디지털 기기	Electronics	\N	1	f
2	phones	휴대폰·태블릿	Phones and tablets	1	1	f
3	computers	컴퓨터	Computers	1	2	f
4	cameras	카메라	Cameras	1	3	f
5	audio	음향 기기	Audio	1	4	f
6	appliances	생활가전	Appliances	\N	2	f
7	furniture	가구·인테리어	Furniture and home	\N	3	f
8	lighting	조명	Lighting	7	1	f
9	kitchen	주방용품	Kitchen	\N	4	f
10	clothes	의류	Clothes	\N	5	f
11	accessories	가방·잡화	Bags and accessories	\N	6	f
12	kids	유아동	Baby and kids	\N	7	f
13	sports	스포츠·레저	Sports and outdoors	\N	8	f
14	bicycles	자전거	Bicycles	13	1	f
15	camping	캠핑	Camping	13	2	f
16	books	도서	Books	\N	9	f
17	games	게임·취미	Games and hobbies	\N	10	f
18	music	음반·악기	Music and instruments	\N	11	f
19	plants	식물	Plants	\N	12	f
20	pets	반려동물용품	Pet supplies	\N	13	f
21	food	식품	Food	\N	14	f
\.

COPY public.change (xid, changes_categories, made_at) FROM stdin;
737	f	2026-11-27 16:27:17.468023+00
\.

COPY public.change_base (id, count, horizon) FROM stdin;
1	0	0
\.

COPY public.delete_token (token, product_id, expires_at) FROM stdin;
\.

COPY public.idempotency_record (seller, key, fingerprint, secret_hash, product, created_at) FROM stdin;
\.

COPY public.image (id, product_id, "position", width, height, issued_at, name) FROM stdin;
\.

COPY public.listing_count (kind, key, id, listed, listed_krw_usd, unlisted) FROM stdin;
1	0	1	1	1	0
2	0	2	1	1	0
3	0	3	1	1	0
4	0	4	1	1	0
5	1	5	1	1	0
6	7	6	1	1	0
1	0	7	1	1	0
2	0	8	1	1	0
3	0	9	1	1	0
4	0	10	1	1	0
5	1	11	1	1	0
6	8	12	1	1	0
\.

COPY public.listing_right (id, hash, product_id, kind, created_at) FROM stdin;
\.

COPY public.market_migration (number, name, applied_at) FROM stdin;
1	market	2026-11-27 16:27:17.468023+00
\.

COPY public.market_state (id, market_id, categories_are_fixed) FROM stdin;
1	ed85a8a7-30b2-432d-9b34-1fdcaf57f2e5	f
\.

COPY public.price_period (product_id, begin_at, end_at, amount) FROM stdin;
\.

COPY public.product (id, vendor_id, version, price, discount, stock, registered_at, updated_at, bumped_at, state_time, expires_at, price_since, reduced_from, reduced_at, category_id, thumbnail_id, state, condition, handover, is_listed, currency, thumbnail_name, name, place) FROM stdin;
1	1	1	35000	0	2	1640995200000	1640995200000	\N	\N	\N	\N	\N	\N	7	\N	0	\N	\N	t	KRW	\N	Old chair	서울 망원 2동
2	1	1	12000	0	1	1640995201000	1640995201000	\N	\N	\N	\N	\N	\N	8	\N	0	\N	\N	t	KRW	\N	Old lamp	\N
\.

COPY public.product_detail (product_id, secret_hash, contact, reservation_note, description) FROM stdin;
1	$argon2id$v=19$m=19456,t=2,p=1$9dCjH2Utc4AB2lswn9hxyg$D2Cq6q8y9zF0iaRad7TE8Z1bBZ/is7YHjnXHLX9d9MY	\N	\N	Sits well.
2	$argon2id$v=19$m=19456,t=2,p=1$9dCjH2Utc4AB2lswn9hxyg$D2Cq6q8y9zF0iaRad7TE8Z1bBZ/is7YHjnXHLX9d9MY	\N	\N	Sits well.
\.

COPY public.product_search (product_id, is_listed, name, texts, facts) FROM stdin;
1	t	␣old␣chair␣	␣old␣chair␣\n\n␣sits␣well.␣\n␣old␣shop␣	{vendor:1,category:furniture,place:서울,place:망원,place:2동}
2	t	␣old␣lamp␣	␣old␣lamp␣\n\n␣sits␣well.␣\n␣old␣shop␣	{vendor:1,category:lighting}
\.

COPY public.search_word (length, word, reversed, id, product_count) FROM stdin;
5	chair	riahc	1	1
4	lamp	pmal	2	1
4	shop	pohs	3	2
\.

COPY public.tombstone (product_id, deleted_at) FROM stdin;
900	1640995202000
\.

COPY public.vendor (id, identifier, name, is_blocked, created_at) FROM stdin;
0		Guest	f	0
1	3f0c9d0e-5d3a-4b7e-9f3b-1c2d3e4f5a6b	Old shop	f	1640995200000
\.

SELECT pg_catalog.setval('public.category_id_seq', 21, true);

SELECT pg_catalog.setval('public.image_id_seq', 1, false);

SELECT pg_catalog.setval('public.listing_count_id', 32, true);

SELECT pg_catalog.setval('public.listing_right_id_seq', 1, false);

SELECT pg_catalog.setval('public.product_id_seq', 2, true);

SELECT pg_catalog.setval('public.search_word_id', 32, true);

SELECT pg_catalog.setval('public.vendor_id_seq', 1, true);

ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_slug_key UNIQUE (slug);

ALTER TABLE ONLY public.change_base
    ADD CONSTRAINT change_base_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.change
    ADD CONSTRAINT change_pkey PRIMARY KEY (xid);

ALTER TABLE ONLY public.delete_token
    ADD CONSTRAINT delete_token_pkey PRIMARY KEY (token);

ALTER TABLE ONLY public.idempotency_record
    ADD CONSTRAINT idempotency_record_pkey PRIMARY KEY (seller, key);

ALTER TABLE ONLY public.image
    ADD CONSTRAINT image_name_product_id_id_key UNIQUE (name, product_id, id);

ALTER TABLE ONLY public.image
    ADD CONSTRAINT image_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.image
    ADD CONSTRAINT image_product_id_position_key UNIQUE (product_id, "position");

ALTER TABLE ONLY public.listing_count
    ADD CONSTRAINT listing_count_pkey PRIMARY KEY (kind, key, id);

ALTER TABLE ONLY public.listing_right
    ADD CONSTRAINT listing_right_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.listing_right
    ADD CONSTRAINT listing_right_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.market_migration
    ADD CONSTRAINT market_migration_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.market_state
    ADD CONSTRAINT market_state_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.price_period
    ADD CONSTRAINT price_period_pkey PRIMARY KEY (product_id, begin_at);

ALTER TABLE ONLY public.product_detail
    ADD CONSTRAINT product_detail_pkey PRIMARY KEY (product_id);

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.product_search
    ADD CONSTRAINT product_search_pkey PRIMARY KEY (product_id);

ALTER TABLE ONLY public.search_word
    ADD CONSTRAINT search_word_pkey PRIMARY KEY (length, word, id);

ALTER TABLE ONLY public.tombstone
    ADD CONSTRAINT tombstone_pkey PRIMARY KEY (product_id);

ALTER TABLE ONLY public.vendor
    ADD CONSTRAINT vendor_identifier_key UNIQUE (identifier);

ALTER TABLE ONLY public.vendor
    ADD CONSTRAINT vendor_pkey PRIMARY KEY (id);

CREATE INDEX delete_token_by_expiry ON public.delete_token USING btree (expires_at);

CREATE INDEX delete_token_by_product ON public.delete_token USING btree (product_id);

CREATE INDEX idempotency_record_by_time ON public.idempotency_record USING btree (created_at);

CREATE INDEX listing_count_unfolded ON public.listing_count USING btree (id) WHERE (id > 0);

CREATE INDEX listing_right_by_product ON public.listing_right USING btree (product_id, id);

CREATE INDEX product_by_bump ON public.product USING btree (top_at, id) WHERE is_listed;

CREATE INDEX product_by_falling_amount ON public.product USING btree (currency, amount, id) WHERE is_listed;

CREATE INDEX product_by_rising_amount ON public.product USING btree (currency, amount, id DESC) WHERE is_listed;

CREATE INDEX product_by_vendor ON public.product USING btree (vendor_id, id);

CREATE INDEX product_by_vendor_and_state ON public.product USING btree (vendor_id, state, id) WHERE (state <> 0);

CREATE INDEX product_expiring ON public.product USING btree (expires_at) WHERE ((state = 0) AND (expires_at IS NOT NULL));

CREATE INDEX product_in_stock ON public.product USING btree (id) WHERE ((stock > 0) AND (state < 2));

CREATE INDEX product_listed ON public.product USING btree (id) WHERE is_listed;

CREATE INDEX product_listed_by_vendor ON public.product USING btree (vendor_id, id) WHERE is_listed;

CREATE INDEX product_listed_krw_usd ON public.product USING btree (id) WHERE (is_listed AND (currency = ANY (ARRAY['KRW'::text, 'USD'::text])));

CREATE INDEX product_reduced ON public.product USING btree (reduced_at) WHERE (reduced_at IS NOT NULL);

CREATE INDEX product_reserved ON public.product USING btree (state_time) WHERE (state = 1);

CREATE INDEX product_search_keys ON public.product_search USING gin (public.search_keys(public.search_block(product_id), texts, facts)) WITH (fastupdate=off) WHERE is_listed;
ALTER INDEX public.product_search_keys ALTER COLUMN 1 SET STATISTICS 0;

CREATE INDEX product_search_keys_unlisted ON public.product_search USING gin (public.search_keys(public.search_block(product_id), texts, facts)) WITH (fastupdate=off) WHERE (NOT is_listed);
ALTER INDEX public.product_search_keys_unlisted ALTER COLUMN 1 SET STATISTICS 0;

CREATE INDEX product_sold_and_listed ON public.product USING btree (state_time) WHERE ((state = 2) AND is_listed);

CREATE INDEX product_unlisted_sale ON public.product USING btree (id) WHERE ((state = 2) AND (NOT is_listed));

CREATE INDEX product_unlisted_sale_by_amount ON public.product USING btree (currency, amount, id) WHERE ((state = 2) AND (NOT is_listed));

CREATE INDEX product_unlisted_sale_by_bump ON public.product USING btree (top_at, id) WHERE ((state = 2) AND (NOT is_listed));

CREATE INDEX search_word_by_ending ON public.search_word USING btree (length, reversed);

CREATE INDEX search_word_unfolded ON public.search_word USING btree (id) WHERE (id > 0);

CREATE TRIGGER product_is_counted AFTER INSERT OR DELETE ON public.product FOR EACH ROW EXECUTE FUNCTION public.count_product();

CREATE TRIGGER product_is_counted_again AFTER UPDATE OF currency, is_listed, vendor_id, category_id ON public.product FOR EACH ROW WHEN (((((old.currency IS DISTINCT FROM new.currency) OR (old.is_listed IS DISTINCT FROM new.is_listed)) OR (old.vendor_id IS DISTINCT FROM new.vendor_id)) OR (old.category_id IS DISTINCT FROM new.category_id))) EXECUTE FUNCTION public.count_product();

ALTER TABLE ONLY public.category
    ADD CONSTRAINT category_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.category(id);

ALTER TABLE ONLY public.delete_token
    ADD CONSTRAINT delete_token_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.product(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.image
    ADD CONSTRAINT image_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.product(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.listing_right
    ADD CONSTRAINT listing_right_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.product(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.price_period
    ADD CONSTRAINT price_period_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.product(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.category(id);

ALTER TABLE ONLY public.product_detail
    ADD CONSTRAINT product_detail_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.product(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.product_search
    ADD CONSTRAINT product_search_product_id_fkey FOREIGN KEY (product_id) REFERENCES public.product(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_thumbnail_name_id_thumbnail_id_fkey FOREIGN KEY (thumbnail_name, id, thumbnail_id) REFERENCES public.image(name, product_id, id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES public.vendor(id);


