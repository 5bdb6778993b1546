"""Two servers on one database, at once. `SMOKE_ROUNDS` is how often each thing is tried (by default 12 times).

The images are in one folder, which both data folders link to.
"""

import http.client
import json
import os
import threading
from collections import Counter

from market import SECRET
from photos import is_whole_jpeg
from postgres_cluster import Cluster

ROUNDS = int(os.environ.get("SMOKE_ROUNDS", "12"))
EDGE = "edge-of-parts"
PLENTY = "1000000:1000000"
SETTINGS = [
    "--listing-budget", PLENTY, "--total-listing-budget", PLENTY, "--guess-budget", PLENTY, "--total-guess-budget", PLENTY]


class Client:
    """A connection to one server."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=300)

    def send(self, method, path, body=None, **headers):
        data = json.dumps(body) if isinstance(body, dict) else body
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, data, fields)
        answer = self.connection.getresponse()
        return answer.status, dict((name.lower(), value) for name, value in answer.getheaders()), answer.read()

    def item(self, title, **headers):
        """Lists a product without a picture."""
        fields = {"title": title, "descriptions": "", "price": 1, "currency": "KRW", "stock": 1, "password": SECRET}
        return self.send("POST", "/item", fields, **headers)

    def listing(self, photo, **headers):
        fields = {"name": "Chair", "descriptions": "", "price": 1, "currency": "KRW", "secret": SECRET}
        body = (f'--{EDGE}\r\nContent-Disposition: form-data; name="params"\r\n\r\n{json.dumps(fields)}\r\n--{EDGE}\r\n'
                f'Content-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n').encode()
        body += photo + f"\r\n--{EDGE}--\r\n".encode()
        return self.send("POST", "/api/products", body, Content_Type=f"multipart/form-data; boundary={EDGE}",
                         identifier="c0ffee00-0000-4000-8000-000000000001", **headers)


def at_once(*calls):
    """Calls all at the same time, and returns their results."""
    results = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def work(index):
        barrier.wait()
        results[index] = calls[index]()

    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def run(checks, place):
    cluster = Cluster()
    try:
        url = cluster.create("market")
        images = place.new_path("images")
        images.mkdir()
        servers = []
        for name in ("first", "second"):
            data = place.new_path(name)
            data.mkdir(mode=0o700)
            (data / "images").symlink_to(images)
            (data / "market.json").write_text('{"images": "shared"}')
            servers.append(place.market(name, "--database", url, *SETTINGS, data=data))
        clients = [Client(server) for server in servers]
        keys(checks, cluster, clients)
        edits(checks, clients)
        guesses(checks, clients)
        pictures(checks, clients, place.photos["small"].read_bytes())
        own_writes(checks, clients)
        checks.equal([server.stop() for server in servers], [0, 0], "both servers stop as usual")
    finally:
        place.stop_all()
        cluster.end()


def keys(checks, cluster, clients):
    """The same request with the same key, on both servers at once."""
    seen = Counter()
    wrong = []
    for number in range(ROUNDS):
        key = f"key-{number}"
        answers = at_once(*(lambda client=client: client.item(f"Key {number}", Idempotency_Key=key) for client in clients))
        kinds = sorted("replayed" if head.get("idempotent-replayed") else str(status) for status, head, _ in answers)
        seen[" and ".join(kinds)] += 1
        # Whoever was refused gets the product with the next try.
        ids = {json.loads(client.item(f"Key {number}", Idempotency_Key=key)[2])["id"] for client in clients}
        listed = {json.loads(body)["id"] for status, _, body in answers if status == 200}
        if len(ids) != 1 or not listed <= ids or kinds.count("200") > 1:
            wrong.append((kinds, ids, listed))
    checks.equal(wrong, [], f"one key on both servers at once lists one product, {ROUNDS} times ({dict(seen)})")
    checks.equal(cluster.sql("market", "SELECT count(*) FROM product"), str(ROUNDS), "and no other product is stored")


def edits(checks, clients):
    """The same version of a product is edited on both servers at once."""
    product = json.loads(clients[0].item("Edited")[2])["id"]
    path = f"/api/products/{product}"
    seen = Counter()
    for number in range(ROUNDS):
        tag = clients[number % 2].send("GET", path)[1]["etag"]
        seen[" and ".join(sorted(str(status) for status, _, _ in at_once(*(
            lambda client=client, stock=stock: client.send(
                "PATCH", path, {"stock": stock, "secret": SECRET}, If_Match=tag)
            for stock, client in enumerate(clients, start=2 * number)))))] += 1
    checks.equal(dict(seen), {"202 and 412": ROUNDS}, "one version is edited once by both servers at once")
    checks.equal(json.loads(clients[0].send("GET", path)[2])["version"], ROUNDS + 1, "each edit is a version")
    without = at_once(*(lambda client=client: [
        client.send("PATCH", path, {"stock": 5, "secret": SECRET})[0] for _ in range(ROUNDS)] for client in clients))
    checks.equal(Counter(sum(without, [])), {202: 2 * ROUNDS}, "edits without a version are all accepted")


def guesses(checks, clients):
    """Wrong passwords for one product on both servers at once: 10 a minute are answered."""
    seen = Counter()
    for number in range(ROUNDS):
        product = json.loads(clients[0].item(f"Guessed {number}")[2])["id"]
        statuses = sum(at_once(*(lambda client=client: [
            client.send("POST", f"/api/products/{product}/secret", {"secret": f"guess {guess}"})[0]
            for guess in range(12)] for client in clients)), [])
        seen[statuses.count(403), statuses.count(429)] += 1
    checks.equal(dict(seen), {(10, 14): ROUNDS}, "guesses on both servers at once count together")


def pictures(checks, clients, photo):
    """A product is deleted on one server while another one with the same picture is listed on the other."""
    before = json.loads(clients[0].listing(photo)[2])
    wrong = []
    for number in range(ROUNDS):
        remover, seller = clients[number % 2], clients[1 - number % 2]
        _, _, token = remover.send("POST", f"/api/products/{before['id']}/archived", {"secret": SECRET})
        (deleted, _, _), (listed, _, body) = at_once(
            lambda: remover.send("DELETE", token.decode()), lambda: seller.listing(photo))
        if (deleted, listed) != (200, 201):
            wrong.append((deleted, listed))
            break
        before = json.loads(body)
        path = "/" + before["images"][0]["url"].split("/", 3)[3]
        for client in clients:
            for link in (path, path.replace(".jpg", "-thumb.jpg")):
                status, _, data = client.send("GET", link)
                if status != 200 or not is_whole_jpeg(data):
                    wrong.append((number, link, status))
    checks.equal(wrong, [], f"a picture that is deleted and listed at once is there, {ROUNDS} times")


def own_writes(checks, clients):
    """What was written on one server is shown by the other one to whoever has written it."""
    missing = 0
    for number in range(ROUNDS):
        writer, reader = clients[number % 2], clients[1 - number % 2]
        path = "/api/products?page_no=1&items_per_page=1"
        reader.send("GET", path)
        _, head, body = writer.item(f"Own {number}")
        newest = json.loads(reader.send("GET", path, Market_Revision=head["market-revision"])[2])["pages"][0]
        missing += newest["id"] != json.loads(body)["id"]
    checks.equal(missing, 0, f"whoever has written sees it on the other server at once, {ROUNDS} times")
