"""Five photos of 12 megapixels, rotated by their orientation, with the seller's location in them."""

import re

from photos import CAMERA, UPRIGHT, corners, segments, size


def run(checks, place):
    server = place.market("phone")
    answer = server.post(place.photos["phone"], name="Phone photos", contact="010-0000-0000")
    if not checks.status(answer, 201, "five photos of 12 megapixels are listed"):
        return
    product = answer.json
    checks.equal(len(product["images"]), 5, "it has all five")
    links = [(image["url"], image["thumbnail_url"]) for image in product["images"]]
    pattern = re.compile(re.escape(server.url) + r"/\S+\.(jpg|jpeg|png|webp)$")
    checks.that(
        all(pattern.match(link) for pair in links for link in pair) and pattern.match(product["thumbnail"]),
        "image URLs are absolute and end in a file extension", links[0])

    for number, (full_link, thumbnail_link) in enumerate(links, start=1):
        for kind, link, bound in (("full", full_link, 2048), ("thumbnail", thumbnail_link, 400)):
            picture = server.get(link)
            title = f"photo {number}, {kind}"
            if not checks.status(picture, 200, f"{title}: can be fetched at once"):
                continue
            file = place.new_path("picture.jpg")
            file.write_bytes(picture.body)
            width, height = size(file)
            checks.that(max(width, height) == bound, f"{title}: its longer side is {bound} px", f"{width}×{height}")
            checks.equal(corners(file), UPRIGHT, f"{title}: is upright")
            markers = segments(picture.body)
            private = [f"{marker:02X}" for marker in markers if marker in range(0xE1, 0xF0) or marker == 0xFE]
            checks.that(
                not private and b"Exif" not in picture.body and CAMERA.encode() not in picture.body,
                f"{title}: has no metadata", private)
            file.unlink()

    picture = server.get(links[0][0])
    checks.equal(picture.media_type, "image/jpeg", "pictures are image/jpeg")
    caching = picture.headers.get("cache-control", "")
    checks.that("immutable" in caching and "max-age=31536000" in caching, "pictures can be cached forever", caching)
    tag = picture.headers.get("etag", "")
    again = server.get(links[0][0], "-H", f"If-None-Match: {tag}")
    checks.that(tag and again.status == 304 and again.body == b"", "a cached picture is not sent again", again.status)
    checks.status(server.get(links[0][0].replace(".jpg", "x.jpg")), 404, "an unknown picture is 404")
    checks.status(server.get("/images/..%2fmarket.sqlite"), 404, "picture paths can't leave the folder")

    contact = server.get(f"/api/products/{product['id']}/contact")
    checks.that(contact.status == 200 and contact.json.get("contact") == "010-0000-0000",
                "the contact can be requested",
                contact.text)
    shown = server.get(f"/api/products/{product['id']}").text + server.get("/api/products").text
    checks.that("010-0000-0000" not in shown and "010-0000-0000" not in answer.text,
                "the contact is in no list and no detail")
