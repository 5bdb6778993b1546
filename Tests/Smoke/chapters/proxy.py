"""Caddy, nginx and HAProxy in front of the market, as Documentation/Operating.md and Deployment/ have them."""

import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from chapters.hostile import HONEST, HOSTILE, send_heads
from market import wait_until
from nodes import CaddyProxy, Proxy

OPERATING = Path(__file__).resolve().parents[3] / "Documentation" / "Operating.md"
TOKEN = "0123456789abcdef0123456789abcdef"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


def nginx_block():
    """Returns the indented lines of the document from `upstream` to the end of `server`."""
    text = OPERATING.read_text(encoding="utf-8")
    found = re.search(r"^    upstream openmarket \{\n(?:    .*\n|\n)+", text, re.MULTILINE)
    if not found:
        raise RuntimeError("Documentation/Operating.md has no nginx block")
    return found.group(0)


def connections_to(port):
    """Returns the number of recent TCP connections to a port: open ones, and those in TIME_WAIT."""
    remote = f"0100007F:{port:04X}"
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return sum(1 for line in lines if line.split()[2] == remote and line.split()[3] in ("01", "06"))


def run(checks, place):
    trace = place.new_path("trace")
    server = place.market("proxied", "--trust-forwarded", "--log-level", "debug", "--trace-log", trace)
    nodes = [server.port] * 3
    for title, start in {
        # It waits for a market that restarts; here, nobody starts it meanwhile.
        "Caddy": lambda: CaddyProxy(place, server.port, logs_requests=True, changes=[("lb_try_duration 10s", "lb_try_duration 1s")]),
        "nginx as documented": lambda: Proxy(
            place, [server.port], "nginx", text=nginx_block(), addresses=["127.0.0.1:8080"], logs_requests=True),
        "nginx": lambda: Proxy(place, nodes, "nginx", logs_requests=True),
        "HAProxy": lambda: Proxy(place, nodes, "haproxy", logs_requests=True),
    }.items():
        proxy = start()
        try:
            passes(checks, place, server, proxy, title)
            holds_one_address(checks, proxy, title)
            keeps_tokens(checks, server, proxy, title)
        finally:
            proxy.end()
        server.start()
    server.stop()
    own = server.log.read_text() + trace.read_text()
    checks.that("/link" in own and TOKEN not in own, "no token is in the market's log and traces")
    checks.that("without X-Forwarded-For" not in own, "each proxy says for whom it asks")
    checks.that("/api/products" in own and TRACE not in own, "clients don't decide what is traced")


def passes(checks, place, server, proxy, title):
    before = connections_to(server.port)
    answers = [proxy.curl("/api/products", "-H", f"traceparent: 00-{TRACE}-00f067aa0ba902b7-01") for _ in range(40)]
    checks.that(all(answer.status == 200 for answer in answers), f"{title}: requests get through")
    if getattr(proxy, "has_ipv6", False):
        answer = place.curl(f"http://[::1]:{proxy.port}/api/products", "-H", "Host: market.example")
        checks.status(answer, 200, f"{title}: so do those over IPv6")
    made = connections_to(server.port) - before
    # Those of HAProxy include the ones with which it asks whether the market is there.
    if title != "HAProxy":
        checks.that(made <= 4, f"{title}: connections to the market are used again", f"{made} connections for 40 requests")
    posted = proxy.curl(
        "/api/products", "-H", "identifier: c0ffee00-0000-4000-8000-000000000002",
        "-F", 'params={"name":"의자","descriptions":"","price":1,"currency":"KRW","secret":"s"};type=application/json',
        "-F", f"images=@{place.photos['phone'][0]};type=image/jpeg")
    checks.status(posted, 201, f"{title}: a phone's photo gets through")
    if posted.status == 201:
        link = posted.json["images"][0]["url"]
        checks.that(link.startswith(f"{proxy.public}/images/"), f"{title}: links use the public host name", link)


def connect(port, source):
    connection = socket.socket()
    connection.bind((source, 0))
    connection.connect(("127.0.0.1", port))
    return connection


def holds_one_address(checks, proxy, title):
    """Whatever one client does with its connections, another one is served."""
    held = []
    for _ in range(4300):
        try:
            held.append(connect(proxy.port, HOSTILE))
        except OSError:
            pass
    for begin, send in {
        "sockets": lambda: None,
        "heads without bodies": lambda: send_heads(held),
    }.items():
        send()
        begun = time.monotonic()
        # More than the connections to the market that the proxy has open already. Without room for others, they would wait
        # until the market closes idle connections, after 75 s.
        ask = lambda number: proxy.curl(f"/api/products/1?of={begin}{number}".replace(" ", ""), "--interface", HONEST, "--max-time", "50").status
        with ThreadPoolExecutor(20) as people:
            statuses = set(people.map(ask, range(20)))
        checks.equal(statuses, {200}, f"{title}: 4300 {begin} from one address don't block another")
        print(f"      answered after {time.monotonic() - begun:.2f} s")
    for connection in held:
        connection.close()


def keeps_tokens(checks, server, proxy, title):
    """The token of a link is in no log, whether the market responds or not; the queries of other pages are."""
    def logged(mark):
        for path in ("/link", "/LINK", "//Link/", "/receive", "//Receive//"):
            proxy.curl(f"{path}?from=x&token={TOKEN}")
        proxy.curl(f"/?q={mark}")
        wait_until(lambda: f"q={mark}" in proxy.log.read_text())
        return proxy.log.read_text()

    opened = proxy.curl(f"//LINK?token={TOKEN}")
    checks.that(opened.status == 303 and TOKEN in opened.headers["set-cookie"], f"{title}: a link is opened", opened)
    links = re.findall(r'(?:"GET |"uri": ?")/+(?:link|receive)/*(?: HTTP|\?from=x"|")', logged("answered"), re.IGNORECASE)
    checks.equal(len(links), 6, f"{title}: requests of links are logged")
    server.stop()
    log = logged("unanswered")
    checks.that("q=answered" in log and "q=unanswered" in log, f"{title}: other queries are logged", log)
    checks.that(TOKEN not in log, f"{title}: no token is logged", log)
