"""A photo is listed; after a restart of the server everything is still there."""

from photos import is_whole_jpeg


def fetch_all(server, product):
    links = [product["thumbnail"]] + [image[key] for image in product["images"] for key in ("url", "thumbnail_url")]
    return {link: server.get(link) for link in links}


def run(checks, place):
    server = place.market("story")
    health = server.get("/healthChecker")
    checks.that(health.status == 200 and health.text == '"OK"', "health is \"OK\" with quotes", health.text)
    empty = server.get("/api/products").json
    checks.that(empty["pages"] == [] and empty["total_count"] == 0, "a new market is empty", empty)

    answer = server.post([place.photos["small"]])
    checks.status(answer, 201, "one JPEG is listed")
    checks.equal(answer.media_type, "application/json", "the answer is JSON")
    product = answer.json
    checks.equal(product["name"], "나무 의자", "the name is returned")
    checks.equal(
        (product["price"], product["bargain_price"], product["discounted_price"], product["stock"]),
        (12000, 10000, 2000, 3), "price, bargain price, discount and stock are returned")
    path = f"/api/products/{product['id']}"
    before = server.get(path)
    pictures = fetch_all(server, before.json)
    checks.that(
        all(picture.status == 200 and is_whole_jpeg(picture.body) for picture in pictures.values()),
        "its pictures are complete JPEGs", {link: picture.status for link, picture in pictures.items()})

    checks.equal(server.stop(), 0, "on SIGTERM, the server exits with 0")
    server.start()
    after = server.get(path)
    checks.that(after.body == before.body, "after a restart the product is the same, byte for byte", after.text)
    again = fetch_all(server, after.json)
    checks.that(
        {link: picture.body for link, picture in again.items()}
        == {link: picture.body for link, picture in pictures.items()},
        "after a restart the pictures are the same, byte for byte")
    listed = server.get("/api/products").json
    checks.equal([row["id"] for row in listed["pages"]], [product["id"]], "after a restart it is listed")
