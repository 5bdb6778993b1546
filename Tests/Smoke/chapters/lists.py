"""Lists: the envelope, pages, cursors, gzip, tags, and paths as apps write them."""

import gzip

ENVELOPE = {"page_no", "items_per_page", "total_count", "offset", "limit", "last_page", "has_next", "has_prev", "pages"}
ROW = {"id", "vendor_id", "name", "thumbnail", "currency", "price", "bargain_price", "discounted_price", "stock",
       "created_at", "issued_at"}


def run(checks, place):
    server = place.market("lists")
    for number in range(7):
        answer = server.post([place.photos["small"]], name=f"Product {number}")
        if answer.status != 201:
            checks.status(answer, 201, "products for the lists")
            return
    page = server.get("/api/products?page_no=2&items_per_page=3").json
    checks.that(ENVELOPE <= page.keys(), "the envelope has all its keys", sorted(page))
    checks.equal(
        {key: page[key] for key in ENVELOPE - {"pages"}},
        {"page_no": 2, "items_per_page": 3, "total_count": 7, "offset": 3, "limit": 6, "last_page": 3,
         "has_next": True, "has_prev": True}, "the envelope's numbers are right")
    checks.that(all(ROW <= row.keys() for row in page["pages"]), "each product has all its keys", page["pages"])
    checks.equal([row["name"] for row in page["pages"]], ["Product 3", "Product 2", "Product 1"], "the newest is first")
    past = server.get("/api/products?page_no=99&items_per_page=3")
    checks.that(past.status == 200 and past.json["pages"] == [] and not past.json["has_next"],
                "a page past the end is empty", past.text)

    names, cursor, rounds = [], "", 0
    while rounds < 10:
        walked = server.get(f"/api/products?items_per_page=3&cursor={cursor}").json
        names += [row["name"] for row in walked["pages"]]
        cursor, rounds = walked.get("next_cursor"), rounds + 1
        if not cursor:
            break
    checks.equal(names, [f"Product {number}" for number in reversed(range(7))], "cursors return every product once")

    plain = server.get("/api/products")
    packed = server.get("/api/products", "-H", "Accept-Encoding: gzip")
    checks.that(
        packed.headers.get("content-encoding") == "gzip" and gzip.decompress(packed.body) == plain.body,
        "gzip is the same list, compressed", packed.headers)
    checks.that("accept-encoding" in plain.headers.get("vary", "").lower(), "Vary names Accept-Encoding", plain.headers)
    for title, answer in (("plain", plain), ("gzip", packed)):
        tag = answer.headers.get("etag", "")
        kept = server.get("/api/products", "-H", f"If-None-Match: {tag}")
        checks.that(tag and kept.status == 304 and not kept.body, f"a list with a known tag is 304 ({title})", kept.status)
    server.post([place.photos["small"]], name="Newest")
    fresh = server.get("/api/products", "-H", f"If-None-Match: {plain.headers.get('etag', '')}")
    checks.that(fresh.status == 200 and fresh.json["pages"][0]["name"] == "Newest", "a list is never stale", fresh.text)

    for path in ("/api/products/", "//api//products", "/API/Products", "/api/products?", "/healthchecker",
                 "/api/products?page_no=99999999999999999999&items_per_page=-4", "/api/products?page-no=1&items-per-page=2",
                 "/api/products?items_per_page=abc", "/api/products/Optional(1)"):
        checks.status(server.get(path, "--path-as-is", "-g"), 200, f"GET {path} is understood")
    checks.equal(server.get("/api/products?items_per_page=99999").json["items_per_page"], 800, "a page has at most 800")
    head = server.get("/api/products", "-I")
    checks.that(head.status == 200 and int(head.headers.get("content-length", 0)) > 0, "HEAD has the headers of GET",
                head)
    for path in ("/api/products/4711", "/api/products/abc", "/nowhere", "/"):
        answer = server.get(path)
        if path == "/" and answer.status == 200:
            continue  # The web app exists.
        checks.that(
            answer.status == 404 and answer.json.get("error") is True and answer.json.get("reason")
            and answer.json.get("message"), f"GET {path} is 404 with a reason", answer.text)
