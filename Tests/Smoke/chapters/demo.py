"""The sample products, in a market with whole prices."""

SAMPLES = 60
SECRET = "open-market"


def run(checks, place):
    server = place.market("demo", "--demo", "--whole-prices", port=None)
    page = server.get("/api/products?items_per_page=800").json
    checks.that(page["total_count"] >= SAMPLES, f"there are at least {SAMPLES} sample products", page["total_count"])
    rows = page["pages"]
    checks.equal({row["currency"] for row in rows}, {"KRW", "USD"}, "some in won, some in dollars")
    checks.that(any(row["discounted_price"] for row in rows) and any(not row["discounted_price"] for row in rows),
                "some with a discount, some without")
    checks.that(any(row["stock"] == 0 for row in rows), "some are sold out")
    checks.that(any(any("가" <= letter <= "힣" for letter in row["name"]) for row in rows)
                and any(row["name"].isascii() for row in rows), "some in Korean, some in English")
    checks.that(all(isinstance(row["price"], int) for row in rows), "none with fractions, as the market wants it",
                [row["price"] for row in rows])
    details = [server.get(f"/api/products/{row['id']}").json for row in rows]
    counts = {len(detail["images"]) for detail in details}
    checks.that(1 in counts and max(counts) == 5, "with one to five pictures", counts)
    missing = [detail["id"] for detail in details if server.get(detail["images"][0]["url"]).status != 200]
    checks.that(not missing, "their pictures can be fetched", missing)
    path = f"/api/products/{rows[0]['id']}"
    checks.status(server.send("PATCH", path, {"secret": SECRET}), 202, "the README's password is valid")
    checks.that("Sample products" in server.log.read_text(), "progress is shown", server.log.read_text()[-300:])

    checks.equal(server.stop(), 0, "the server stops")
    server.start()
    again = server.get("/api/products?items_per_page=800").json
    checks.equal([row["id"] for row in again["pages"]], [row["id"] for row in rows], "a second --demo adds nothing")

    erased = place.command("product", "erase", *(row["id"] for row in rows), "--reason", "Samples", "--yes", "--data", server.data)
    checks.equal(erased.returncode, 0, "the samples are erased")
    checks.equal(server.stop(), 0, "the server stops")
    server.start()
    checks.equal(server.get("/api/products").json["total_count"], 0, "and don't come back")
