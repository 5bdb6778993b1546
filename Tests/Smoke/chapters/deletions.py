"""The two ways of deleting."""

import json
import re

from market import SECRET, wait_until

UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def run(checks, place):
    server = place.market("deletions")
    ids = [server.post([photo], name=f"To go {number}").json["id"]
           for number, photo in enumerate([place.photos["phone"][0]] + [place.photos["small"]] * 6)]
    path = [f"/api/products/{product}" for product in ids]
    picture = server.get(path[0]).json["images"][0]["url"]

    checks.status(server.send("POST", path[0] + "/secret", {"secret": "guess"}), 403, "the wrong secret gets no token")
    token = server.send("POST", path[0] + "/secret", {"secret": SECRET})
    checks.that(token.status == 200 and UUID.fullmatch(token.text),
                "the right secret gets a token in the form of a UUID", token.text)
    checks.equal(token.media_type, "text/plain", "the token is plain text")
    checks.status(server.send("DELETE", f"{path[1]}/{token.text}"), 400, "a token isn't valid for another product")
    gone = server.send("DELETE", f"{path[0]}/{token.text}")
    checks.that(gone.status == 200 and gone.json["id"] == ids[0], "the token deletes the product and returns it",
                gone.text)
    checks.status(server.send("DELETE", f"{path[0]}/{token.text}"), 400, "a token works once")
    checks.status(server.get(path[0]), 404, "the product is gone")
    wait_until(lambda: server.get(picture).status != 200)
    checks.status(server.get(picture), 404, "its picture is gone")
    kept = server.get(server.get(path[1]).json["images"][0]["url"])
    checks.status(kept, 200, "a picture that another product uses stays")

    bare = server.send("POST", path[1] + "/secret", json.dumps(SECRET, ensure_ascii=False))
    checks.status(bare, 200, "the secret may be a bare JSON text")
    checks.status(server.send("DELETE", f"{path[1]}/%22{bare.text}%22"), 200, "the token may be in quotes")

    archived = server.send("POST", path[2] + "/archived", {"secret": SECRET})
    checks.that(re.fullmatch("/api/products/[^/]+", archived.text), "/archived returns a path", archived.text)
    checks.status(server.send("DELETE", archived.text), 200, "a DELETE of the path deletes the product")
    archived = server.send("POST", path[3] + "/archived", {"secret": SECRET})
    behind = server.send("DELETE", "/api/products/" + archived.text, None, "--path-as-is")
    checks.status(behind, 200, "so does the path appended to /api/products/")
    archived = server.send("POST", path[4] + "/archived", {"secret": SECRET})
    checks.status(server.send("DELETE", f"/api/products/{archived.text.rsplit('/', 1)[1]}/"), 200,
                  "so does the bare token with a trailing slash")
    checks.status(server.send("DELETE", "/api/products/00000000-0000-4000-8000-000000000000"), 400,
                  "an unknown token is 400")
    checks.status(server.send("DELETE", path[5]), 400, "a product's id isn't a token")
    checks.equal([row["id"] for row in server.get("/api/products").json["pages"]], ids[:4:-1],
                 "the other products are still listed")
    newest = server.post([place.photos["small"]]).json["id"]
    checks.that(newest > max(ids), "ids are not reused", newest)
