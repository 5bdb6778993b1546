"""Old apps of every edition: additional ports and hosts of one market."""

import base64
import json

from market import SECRET, wait_until
from ports import free_port

REASON = "Cannot find data for ID and password"


def run(checks, place):
    late, items = free_port(), free_port()
    server = place.market(
        "editions", "--edition-port", f"openmarket={late}", "--edition-port", f"items={items}",
        "--edition-host", "openmarket=late.example", "--base-url", "https://market.example")
    late_url, items_url = f"http://127.0.0.1:{late}", f"http://127.0.0.1:{items}"
    # The main port responds before the others are announced.
    wait_until(lambda: "Everything is kept" in server.log.read_text())
    log = server.log.read_text()
    checks.that(f"openmarket edition: http://localhost:{late}" in log and f"items edition: http://localhost:{items}" in log,
                "the ports are announced", log)

    # 2021: a form, and an object with base64 pictures.
    photos = [place.photos["small"]] * 5
    form = ["-F", "title=맥북", "-F", "descriptions=거의 새것", "-F", "price=1650000", "-F", "currency=KRW", "-F", "stock=2",
            "-F", "discounted_price=1600000", "-F", f"password={SECRET}"]
    pictures = [part for photo in photos for part in ("-F", f"images[]=@{photo};type=image/jpeg")]
    item = place.curl(items_url + "/item", *form, *pictures)
    checks.status(item, 200, "an item is listed")
    checks.that(item.json.get("discounted_price") == 1600000 and len(item.json["images"]) == 5, "with its pictures", item.text)
    checks.that(all(link.startswith(items_url + "/images/") for link in item.json["images"]),
                "links lead to the request's port", item.json["images"])
    picture = place.curl(item.json["images"][4])
    checks.that(picture.status == 200 and picture.media_type == "image/jpeg", "its last picture can be fetched",
                picture.status)
    many = place.curl(items_url + "/item", *form, *pictures, *pictures[:2])
    checks.that(many.status == 400 and many.json["reason"] == "The number of images must be 5 or less",
                "six pictures are refused with the edition's wording", many.text)

    file = place.new_path("object")
    file.write_text(json.dumps({
        "title": "의자", "descriptions": "앉기 좋습니다.", "price": "165", "currency": "WON", "stock": 1, "password": SECRET,
        "images": [base64.b64encode(open(place.photos["small"], "rb").read()).decode(), ""]}))
    chair = place.curl(items_url + "/item/", "--data-binary", f"@{file}")
    checks.that(chair.status == 200 and len(chair.json["images"]) == 1 and chair.json["currency"] == "KRW",
                "an object with base64 pictures is listed", chair.text)
    page = place.curl(items_url + "/items/1")
    checks.equal([entry["id"] for entry in page.json["items"]], [1, 2], "the page has both, oldest first")
    checks.equal(place.curl(items_url + "/items1").body, page.body, "the page is also found without the slash")
    checks.equal(place.curl(items_url + "/items/9").json, {"page": 9, "items": []}, "a page past the end is empty")
    checks.status(place.curl(items_url + "/api/products"), 404, "a port of items has no other edition")

    # Late 2022.
    products = place.curl(late_url + "/api/products?page_no=1&items_per_page=10&search_value=")
    checks.that("pageNo" in products.json and "next_cursor" not in products.json, "the envelope is camelCase", products.text)
    checks.that(products.json["pages"][1]["vendorName"] == "Guest" and products.json["pages"][1]["description"] == "거의 새것",
                "a product in a list has its vendor's name and description", products.text)
    checks.equal(products.json["pages"][1]["bargain_price"], 1600000, "the price paid is the same in both")
    found = place.curl(late_url + "/api/products?search_value=%EB%A7%A5")
    checks.equal([product["id"] for product in found.json["pages"]], [1], "search_value filters by name")
    by_host = server.get("/api/products", "-H", "Host: late.example")
    checks.that("pageNo" in by_host.json and by_host.json["pages"][0]["thumbnail"].startswith("http://late.example/"),
                "a host has its edition and its links", by_host.text)
    main = server.get("/api/products")
    checks.that("page_no" in main.json and main.json["pages"][0]["thumbnail"].startswith("https://market.example/"),
                "the main port keeps its edition and base URL", main.text)

    # Passwords and deletions.
    wrong = server.send("PATCH", "/item/1", {"password": "guess", "price": 1})
    checks.that(wrong.status == 404 and wrong.json["reason"] == REASON, "a wrong password is 404", wrong.text)
    checks.status(server.send("PATCH", "/item/1", {"password": SECRET}), 200, "the password alone is a check")
    changed = server.send("PATCH", "/item/1", {"password": SECRET, "discounted_price": 1500000})
    checks.equal(changed.json.get("discounted_price"), 1500000, "the price paid is changed")
    checks.equal(server.get("/api/products/1").json["discounted_price"], 150000, "other editions show an amount off")
    gone = server.send("DELETE", "/item/1", {"id": 1, "password": SECRET})
    checks.equal(gone.body, b'{"id":1}', "a deletion with an id returns exactly that id")
    checks.status(place.curl(late_url + "/api/products/1"), 404, "it is gone in every edition")

    # A repeated request, across a restart.
    key = ("-H", "Idempotency-Key: order-1")
    first = server.post([place.photos["small"]], *key)
    checks.status(first, 201, "a request with a key lists a product")
    server.stop()
    server.start()
    second = server.post([place.photos["small"]], *key)
    checks.that(second.status == 201 and second.headers.get("idempotent-replayed") == "true" and second.body == first.body,
                "repeated after a restart, it gets the first response", second.text)
    checks.status(server.post([place.photos["small"]], *key, price=1), 422, "the same key with other fields is 422")
    checks.equal(server.get("/api/products").json["total_count"], 2, "the product was listed once")

    # Pictures in an edit.
    product = first.json
    params = place.new_path("params")
    params.write_text(json.dumps({"secret": SECRET, "image_ids": [product["images"][0]["id"]]}))
    edited = place.curl(f"{server.url}/api/products/{product['id']}", "-X", "PATCH", "-F", f"params=<{params}",
                        "-F", f"images=@{place.photos['small']}")
    checks.that(edited.status == 202 and [image["id"] for image in edited.json["images"]][:1] == [product["images"][0]["id"]]
                and len(edited.json["images"]) == 2, "a form keeps pictures and adds new ones", edited.text)

    # For operators.
    health = server.get("/health")
    checks.that(health.status == 200 and health.json["database"] == health.json["images"] == "ok", "/health reports ok",
                health.text)
    if not place.cluster:
        # Asking would keep the server busy.
        checks.that(wait_until(lambda: "database check finished" in server.log.read_text()), "the whole database is checked")
        checks.that(wait_until(lambda: server.get("/health").json["database_check"] == "over"), "which /health says")
    metrics = server.get("/metrics").text
    checks.that('openmarket_http_requests_total{route="/api/products",method="POST",status="201"}' in metrics,
                "metrics count by route", metrics)
    checks.that(server.get("/openapi.json").json["openapi"].startswith("3.1"), "/openapi.json describes the API")
    checks.that("</html>" in server.get("/docs").text, "/docs describes it for people")
    placeholder = place.curl(items_url + "/images/placeholder.png")
    checks.that(placeholder.status == 200 and placeholder.media_type == "image/png", "the placeholder is served")
    known = place.command("vendor", "add", "--known", "--data", server.data)
    checks.that(known.returncode == 0 and known.stdout.count("Added") == 13, "the known vendors are added", known.stdout)
    again = place.command("vendor", "add", "--known", "--data", server.data)
    checks.that(again.returncode == 0 and again.stdout.count("already") == 13, "they are added once", again.stdout)
    server.stop()

    taken = free_port()
    blocker = place.market("blocker", port=taken)
    refused = place.command("serve", "--port", str(free_port()), "--edition-port", f"items={taken}",
                            "--data", place.new_path("blocked"))
    checks.that(refused.returncode == 1 and str(taken) in refused.stderr and "--edition-port" in refused.stderr,
                "an edition's port that is in use is reported", refused.stderr)
    blocker.stop()
    whole = place.market("whole", "--whole-prices")
    checks.status(whole.post([place.photos["small"]], price=19.99, currency="USD", discounted_price=0), 400,
                  "whole prices: a fraction is refused")
