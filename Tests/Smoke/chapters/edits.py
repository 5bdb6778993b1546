"""Editing a product: checks of the secret and of the version."""

from market import SECRET


def run(checks, place):
    server = place.market("edits")
    product = server.post([place.photos["small"], place.photos["small"]]).json
    path = f"/api/products/{product['id']}"
    first = server.get(path)

    wrong = server.send("PATCH", path, {"price": 1, "secret": "guess"})
    checks.status(wrong, 403, "the wrong secret is refused")
    checks.that(wrong.json.get("error") is True and wrong.json.get("status") == 403, "with a reason", wrong.text)
    checks.equal(server.get(path).body, first.body, "nothing has changed")
    alone = server.send("PATCH", path, {"secret": SECRET})
    checks.status(alone, 202, "the secret alone is a check")
    checks.equal(alone.json["version"], product["version"], "and changes nothing")

    changed = server.send("PATCH", path, {"price": "15000", "stock": 0, "secret": SECRET})
    checks.status(changed, 202, "the right secret changes the product")
    checks.equal(changed.media_type, "application/json", "the response is JSON")
    shown = server.get(path)
    checks.equal((shown.json["price"], shown.json["bargain_price"], shown.json["stock"]), (15000, 13000, 0),
                 "the given fields have changed")
    checks.equal((shown.json["name"], shown.json["description"]), (product["name"], product["description"]),
                 "other fields have not")
    checks.equal(shown.json["version"], product["version"] + 1, "the version is incremented")
    checks.that(shown.headers["etag"] != first.headers["etag"], "the ETag has changed")

    late = server.send("PATCH", path, {"stock": 9, "secret": SECRET}, "-H", f"If-Match: {first.headers['etag']}")
    checks.status(late, 412, "an edit of an older version gets 412")
    checks.that(str(shown.json["version"]) in late.text and "15000" in late.text, "with the current product", late.text)
    in_time = server.send("PATCH", path, {"stock": 9, "secret": SECRET}, "-H", f"If-Match: {shown.headers['etag']}")
    checks.status(in_time, 202, "an edit of the newest version is accepted")
    checks.status(server.send("PATCH", path, {"discounted_price": 15001, "secret": SECRET}), 400,
                  "a discount above the price is refused")
    checks.status(server.send("PATCH", path, {"price": 1999, "secret": SECRET}), 400,
                  "so is a price below the stored discount")
    second = product["images"][1]["id"]
    turned = server.send("PATCH", path, {"thumbnail_id": str(second), "secret": SECRET})
    checks.that(turned.status == 202 and turned.json["thumbnail"] == product["images"][1]["thumbnail_url"],
                "another picture becomes the thumbnail", turned.text)
    checks.status(server.send("PATCH", "/api/products/4711", {"secret": SECRET}), 404, "an unknown product is 404")
    statuses = [server.send("PATCH", path, {"secret": f"guess {number}"}).status for number in range(14)]
    checks.that(429 in statuses, "guessing secrets is rate-limited", statuses)
