"""Three nodes of one market behind HAProxy, without sticky sessions: what they share, and nodes that are killed under load."""

import re
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Outages"))

from chapters.postgres import Cluster
from market import SECRET, wait_until
from nodes import Nodes, Proxy
from objects import ObjectStore
from people import Load
from photos import is_whole_jpeg

KILLS = 6
PLENTY = "1000000:1000000"


def run(checks, place):
    cluster = Cluster()
    store = ObjectStore(place.new_path("objects"))
    proxy = None
    try:
        nodes = Nodes(
            place, cluster.create("market"), "--listing-budget", PLENTY, "--total-listing-budget", PLENTY,
            "--drain-seconds", "4", store=store)
        proxy = Proxy(place, nodes.ports)
        health(checks, place, nodes, proxy)
        forms(checks, place, nodes)
        load = Load(proxy, place.photos["small"])
        try:
            kills(checks, place, nodes, proxy, load)
            replacement(checks, nodes, load)
        finally:
            load.end()
        everything_is_there(checks, cluster, load)
        outage(checks, place, cluster, nodes, proxy)
        checks.equal([server.stop() for server in nodes.servers], [0, 0, 0], "all nodes stop as usual")
    finally:
        place.stop_all()
        if proxy:
            proxy.end()
        store.end()
        cluster.end()


def health(checks, place, nodes, proxy):
    for server in nodes.servers:
        ready = server.get("/health/ready")
        checks.that(ready.status == 200 and ready.json["status"] == "ready" and ready.json["lag_milliseconds"] < 5000,
                    f"{server.data.name} is ready", ready.text)
    checks.equal([place.curl(f"{proxy.url}{path}").status for path in ("/health", "/health/ready", "/HEALTH/live", "/metrics")],
                 [404] * 4, "the proxy shows nobody how the nodes are")
    metrics = nodes.servers[0].get("/metrics").text
    checks.that('openmarket_postgres_connections_limit{pool="pg"} 8' in metrics
                and "openmarket_change_log_lag_seconds 0" in metrics, "metrics tell about the connections and the lag", metrics)


def forms(checks, place, nodes):
    """A form that is refused by one node is sent again to another one, with the images that the first one keeps."""
    first, second, third = nodes.servers
    jar = place.new_path("cookies")
    cookies = ("-b", jar, "-c", jar)
    page = first.get("/products/new", *cookies).text
    fields = dict(re.findall(r'<input type="hidden" name="(csrf|key)" value="([^"]*)"', page))
    form = [part for name, value in {**fields, "price": "1000", "currency": "KRW", "password": SECRET}.items()
            for part in ("-F", f"{name}={value}")]
    refused = first.get("/products", *cookies, *form, "-F", f"images=@{place.photos['small']};type=image/jpeg")
    kept = re.findall(r'name="kept" value="([^"]*)"', refused.text)
    checks.that(refused.status == 422 and len(kept) == 1, "a form without a name is refused, and keeps its image",
                f"{refused.status} {kept}")
    listed = second.get("/products", *cookies, *form, "-F", "name=Lamp", "-F", f"kept={''.join(kept)}")
    checks.that(listed.status == 303, "the other node lists it",
                f"{listed.status} {re.findall(r'<p[^>]*error[^>]*>[^<]+', listed.text)}")
    product = re.search(r"/products/(\d+)", listed.headers.get("location", ""))
    images = third.get(f"/api/products/{product.group(1)}").json["images"] if product else []
    checks.that(len(images) == 1 and is_whole_jpeg(third.get("/" + images[0]["url"].split("/", 3)[3]).body),
                "with the image that the first one has kept", images)
    page = first.get("/move", *cookies).text
    csrf = re.search(r'name="csrf" value="([^"]*)"', page).group(1)
    link = re.search(r"/receive\?token=([0-9a-f]{32})", first.get("/move/link", *cookies, "-d", f"csrf={csrf}").text)
    checks.that(link, "one node makes a link for another browser")
    if not link:
        return
    opened = []
    for server in (second, third):
        other = place.new_path("cookies")
        page = server.get(link.group(0), "-b", other, "-c", other)
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.text))
        data = [part for name in ("csrf", "token") for part in ("-d", f"{name}={fields.get(name, '')}")]
        answer = server.get("/receive", "-b", other, "-c", other, *data)
        opened.append((answer.status, "seller" in Path(other).read_text()))
    checks.that(opened[0] == (303, True) and not opened[1][1], "another node gives it to one browser, and a third one to no other",
                opened)


def kills(checks, place, nodes, proxy, load):
    product = load.list("guessed", "guessed", 0)
    guesses = []
    for number in range(KILLS):
        load.wait_for_writes(8)
        moment = time.monotonic()
        nodes.servers[number % 3].kill()
        load.next_answer(moment)
        # All within a minute, each to any node.
        if time.monotonic() - moment < 5:
            guesses += [load.request("POST", f"/api/products/{product}/secret", '{"secret":"guess"}')[0] for _ in range(3)]
        load.wait_for_writes(4)
        nodes.servers[number % 3].start()
    checks.that(not load.problems, f"{KILLS} nodes are killed, and each answer is what was asked for", load.problems[:3])
    checks.that(guesses.count(403) <= 10 or 200 in guesses, "guesses count together on all nodes", guesses)


def replacement(checks, nodes, load):
    """A node is stopped as usual and started again."""
    server = nodes.servers[0]
    wait_until(lambda: all(node.get("/health/ready").status == 200 for node in nodes.servers))
    # The proxy has seen all nodes by then.
    load.wait_for_writes(30)
    before = load.unanswered
    server.process.send_signal(signal.SIGTERM)
    draining = wait_until(lambda: server.get("/health/ready").status == 503)
    status = server.get("/health/ready")
    alive = server.get("/health/live").status
    checks.that(draining and status.json["status"] == "draining" and alive == 200, "a node that was told to stop says so first",
                status.text)
    checks.equal(server.process.wait(300), 0, "and then stops")
    server.start()
    load.wait_for_writes(20)
    checks.equal(load.unanswered - before, 0, "meanwhile no client is left without an answer")


def everything_is_there(checks, cluster, load):
    rows = [line.split("|") for line in cluster.sql("market", """
        SELECT p.name, p.id, p.stock, (SELECT count(*) FROM image AS i WHERE i.product_id = p.id) FROM product AS p
        WHERE p.name ~ '^w[0-9]'""").splitlines()]
    stored = {name: (int(product), int(stock)) for name, product, stock, _ in rows}
    expected = {name: state for name, state in load.answered.items() if state and name.startswith("w")}
    checks.that(len(stored) == len(rows) and stored == expected, f"each of {len(load.answers)} answered writes is there once",
                {name: (stored.get(name), expected.get(name)) for name in stored.keys() ^ expected.keys()})
    checks.equal({count for *_, count in rows}, {"1"}, "and whole")
    broken = []
    for product, _ in list(expected.values())[:20]:
        status, text = load.request("GET", f"/api/products/{product}")
        for link in re.findall(r'"(?:url|thumbnail_url)":"https?://[^/]*(/images/[^"]*)"', text.decode().replace("\\/", "/")):
            status, data = load.request("GET", link)
            if status != 200 or not is_whole_jpeg(data):
                broken.append((link, status))
    checks.equal(broken, [], "with its image")


def outage(checks, place, cluster, nodes, proxy):
    """PostgreSQL hangs: no node is ready, and each still serves what it can."""
    server = nodes.servers[0]
    image = re.search(r'"thumbnail":"https?://[^/]*(/images/[^"]*)"',
                      server.get("/api/products?page_no=1&items_per_page=1").text.replace("\\/", "/")).group(1)
    cluster.signal_all(signal.SIGSTOP)
    try:
        wait_until(lambda: server.get("/health/ready").status == 503)
        status = server.get("/health/ready").json
        checks.equal((status["status"], status["database"], status["images"]), ("down", "down", "ok"), "a node says what isn't ready")
        checks.status(server.get("/health/live"), 200, "it is alive")
        wait_until(lambda: all(node.get("/health/ready").status == 503 for node in nodes.servers))
        # The proxy has left all nodes by then, or still asks them.
        served = wait_until(lambda: place.curl(proxy.url + image).status == 200)
        listed = place.curl(proxy.url + "/api/products?page_no=1&items_per_page=1")
        checks.that(served and listed.status == 503 and "retry-after" in listed.headers,
                    "images are served through the proxy, and lists are 503", f"{listed.status} {listed.headers}")
    finally:
        cluster.signal_all(signal.SIGCONT)
    checks.that(wait_until(lambda: all(node.get("/health/ready").status == 200 for node in nodes.servers)), "then all are ready again")
    checks.that(wait_until(lambda: place.curl(proxy.url + "/api/products?page_no=1&items_per_page=1").status == 200),
                "and lists are shown again")
