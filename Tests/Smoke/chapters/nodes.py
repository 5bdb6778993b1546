"""Three nodes of one market behind HAProxy, without sticky sessions: what they share, and nodes that are killed under load."""

import re
import signal
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Outages"))

from chapters.postgres import Cluster
from market import SECRET, wait_until
from nodes import ROOT, Nodes, Proxy
from objects import ObjectStore
from people import Load
from photos import is_whole_jpeg
from stores import Probe
from verifying import compare

KILLS = 6
PLENTY = "1000000:1000000"


def run(checks, place):
    cluster = Cluster()
    store = ObjectStore(place.new_path("objects"))
    proxy = None
    try:
        nodes = Nodes(
            place, cluster.create("market"), "--listing-budget", PLENTY, "--total-listing-budget", PLENTY,
            store=store, as_in_readme=True)
        proxy = Proxy(place, nodes.ports)
        health(checks, place, nodes, proxy)
        forms(checks, place, nodes)
        load = Load(proxy, place.photos["small"], guesses=True)
        try:
            kills(checks, nodes, load)
            store_outage(checks, nodes, store, load)
            replacement(checks, nodes, proxy, load)
        finally:
            load.end()
        everything_is_there(checks, cluster, nodes, load)
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
        # A busy machine's store may be too slow at first.
        wait_until(lambda: server.get("/health/ready").status == 200)
        ready = server.get("/health/ready")
        checks.that(ready.status == 200 and ready.json["status"] == "ready" and ready.json["lag_milliseconds"] < 5000,
                    f"{server.data.name} is ready", ready.text)
    checks.equal([place.curl(f"{proxy.url}{path}").status for path in ("/health", "/health/ready", "/HEALTH/live", "/metrics")],
                 [404] * 4, "the proxy shows nobody how the nodes are")
    lag, seen = "openmarket_change_log_lag_seconds 0", []
    # A node of a busy machine may lag behind for a moment.
    wait_until(lambda: seen.append(nodes.servers[0].get("/metrics").text) or lag in seen[-1])
    metrics = seen[-1]
    pages = [(ROOT / "Documentation" / page).read_text(encoding="utf-8") for page in ("PostgreSQL.md", "Nodes.md", "S3.md")]
    named = set(re.findall(r"openmarket_\w+", "".join(pages)))
    checks.equal(sorted(name for name in named if name not in metrics), [], "each metric that the documents name is there")
    checks.that('openmarket_postgres_connections_limit{pool="pg"} 8' in metrics
                and lag in metrics, "metrics tell about the connections and the lag", metrics)


def forms(checks, place, nodes):
    """A form that is refused by one node is sent again to another one, with the images that the first one keeps."""
    first, second, third = nodes.servers
    jar = place.new_path("cookies")
    cookies = ("-b", jar, "-c", jar)
    page = first.get("/products/new", *cookies).text
    fields = dict(re.findall(r'<input type="hidden" name="(csrf|key)" value="([^"]*)"', page))
    form = [part for name, value in {**fields, "price": "1000", "currency": "KRW", "seller": "Kim", "password": SECRET}.items()
            for part in ("-F", f"{name}={value}")]
    kept, statuses = [], set()

    def is_kept():
        # Again while the store is too slow for the time that an upload has, as on a busy machine.
        refused = first.get("/products", *cookies, *form, "-F", f"images=@{place.photos['small']};type=image/jpeg")
        statuses.add(refused.status)
        kept[:] = re.findall(r'name="kept" value="([^"]*)"', refused.text)
        return kept
    wait_until(is_kept)
    checks.that(statuses == {422} and len(kept) == 1, "a form without a name is refused, and keeps its image", f"{statuses} {kept}")
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
        # The link leaves its token in a cookie, and leads to the page without it.
        server.get(link.group(0), "-b", other, "-c", other)
        page = server.get("/receive", "-b", other, "-c", other)
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.text))
        data = [part for name in ("csrf", "token") for part in ("-d", f"{name}={fields.get(name, '')}")]
        answer = server.get("/receive", "-b", other, "-c", other, *data)
        opened.append((answer.status, "seller" in Path(other).read_text()))
    checks.that(opened[0] == (303, True) and not opened[1][1], "another node gives it to one browser, and a third one to no other",
                opened)


def kills(checks, nodes, load):
    for number in range(KILLS):
        load.wait_for_writes(8)
        moment = time.monotonic()
        nodes.servers[number % 3].kill()
        load.next_answer(moment)
        load.wait_for_writes(4)
        nodes.servers[number % 3].start()
    checks.that(not load.problems, f"{KILLS} nodes are killed, and each answer is what was asked for", load.problems[:3])


def store_outage(checks, nodes, store, load):
    """The object store hangs under load."""
    probe = Probe(checks.that, "the object store hangs", nodes, load)
    store.signal(signal.SIGSTOP)
    try:
        probe.during()
        probe.goes_on()
    finally:
        store.signal(signal.SIGCONT)
    probe.after()


def replacement(checks, nodes, proxy, load):
    """A node is stopped as usual and started again, and HAProxy reads its file again."""
    server = nodes.servers[0]
    wait_until(lambda: all(node.get("/health/ready").status == 200 for node in nodes.servers))
    # The proxy has seen all nodes by then.
    load.wait_for_writes(30)
    before = len(load.lost)
    server.process.send_signal(signal.SIGTERM)
    draining = wait_until(lambda: server.get("/health/ready").status == 503)
    status = server.get("/health/ready")
    alive = server.get("/health/live").status
    checks.that(draining and status.json["status"] == "draining" and alive == 200, "a node that was told to stop says so first",
                status.text)
    checks.equal(server.process.wait(300), 0, "and then stops")
    server.start()
    proxy.reload()
    load.wait_for_writes(20)
    checks.equal(len(load.lost) - before, 0, "meanwhile no client is left without an answer")


def everything_is_there(checks, cluster, nodes, load):
    compare(checks.that, f"of {len(load.answers)} answered writes", load, cluster, nodes.servers)
    broken = []
    for product, _ in [state for name, state in load.answered.items() if state and name.startswith("w")][:20]:
        for link in load.links(load.request("GET", f"/api/products/{product}")[1]):
            status, data = load.until_shown(link)
            if status != 200 or not is_whole_jpeg(data):
                broken.append((link, status))
    checks.equal(broken, [], "each product has its image")


def outage(checks, place, cluster, nodes, proxy):
    """PostgreSQL hangs: no node is ready, and each still serves what it can."""
    server = nodes.servers[0]
    image = re.search(r'"thumbnail":"https?://[^/]*(/images/[^"]*)"',
                      server.get("/api/products?page_no=1&items_per_page=1").text.replace("\\/", "/")).group(1)
    for node in nodes.servers:
        checks.status(node.get(image), 200, "a node shows the image")
    cluster.signal_all(signal.SIGSTOP)
    try:
        # Before that, a node may say that it hears of no changes.
        wait_until(lambda: server.get("/health/ready").json["database"] == "down")
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
