"""kill -9 during 200 uploads, and after another program has read the database: every acknowledged upload is complete, and nothing is
half stored."""

import contextlib
import sqlite3
from concurrent.futures import ThreadPoolExecutor

from photos import is_whole_jpeg, png

UPLOADS = 200
KILL_AFTER = 80


def run(checks, place):
    server = place.market("crash")
    pictures = [png(place.new_path("unique.png"), 320, 240, seed=number) for number in range(UPLOADS * 2)]
    answered = []

    def upload(number):
        if server.process.poll() is not None:
            return
        answer = server.post(pictures[number * 2:number * 2 + 2], name=f"Crash {number}")
        if answer.status == 201:
            answered.append(answer.json)
            if len(answered) >= KILL_AFTER:
                server.process.kill()

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(upload, range(UPLOADS)))
    server.process.wait()
    checks.that(len(answered) >= KILL_AFTER, f"the server is killed after {KILL_AFTER} of {UPLOADS} uploads", len(answered))

    server.start()
    checks.that(True, "it starts again")
    listed = []
    while True:
        page = server.get(f"/api/products?items_per_page=100&page_no={len(listed) // 100 + 1}").json
        listed += page["pages"]
        if not page["has_next"]:
            break
    total = page["total_count"]
    checks.equal(total, len(listed), "the total count matches the list")
    known = {row["id"] for row in listed}
    checks.that(all(product["id"] in known for product in answered), "each acknowledged product is listed",
                len([product for product in answered if product["id"] not in known]))
    with ThreadPoolExecutor(8) as pool:
        faults = [fault for found in pool.map(lambda row: look(server, row["id"]), listed) for fault in found]
    checks.that(not faults, f"all {len(listed)} listed products are complete, with their pictures", faults[:3])
    checks.that(all(same(server, product) for product in answered[-10:]), "they match their responses")

    names = {image["url"].rsplit("/", 1)[1].removesuffix(".jpg")
             for row in listed for image in server.get(f"/api/products/{row['id']}").json["images"]}
    unfinished = [path.name for folder in ("incoming", "images/incoming") for path in (server.data / folder).glob("*")]
    checks.equal(unfinished, [], "no unfinished files are left")
    files = {path.name for path in picture_files(server)}
    missing = [name for name in names if not {f"{name}.jpg", f"{name}-thumb.jpg"} <= files]
    checks.equal(missing, [], "each picture has both its files")
    checks.status(server.post([place.photos["small"]]), 201, "listing still works")

    # Another program that closes the database must not take itself for the last one, which deletes the log of the writes.
    with contextlib.closing(sqlite3.connect(server.data / "market.sqlite")) as database:
        database.execute("SELECT count(*) FROM product").fetchone()
    later = server.post([place.photos["small"]], name="After the look").json
    server.process.kill()
    server.process.wait()
    server.start()
    checks.status(server.get(f"/api/products/{later['id']}"), 200,
                  "what was listed after another program had read the database survives kill -9")
    checks.equal(server.stop(), 0, "the server stops")


def look(server, product):
    """Returns what is wrong with a product."""
    detail = server.get(f"/api/products/{product}")
    if detail.status != 200:
        return [f"product {product}: {detail.status}"]
    images = detail.json["images"]
    faults = [] if len(images) == 2 else [f"product {product}: {len(images)} pictures"]
    for image in images:
        for link in (image["url"], image["thumbnail_url"]):
            picture = server.get(link)
            if picture.status != 200 or not is_whole_jpeg(picture.body):
                faults.append(f"product {product}: {link} {picture.status}, {len(picture.body)} bytes")
    return faults


def same(server, product):
    return server.get(f"/api/products/{product['id']}").json == product


def picture_files(server):
    return list((server.data / "images").rglob("*.jpg"))
