"""How much of a page comes, and that nothing jumps. Benchmarks/pages.py measures how soon it is shown."""

import gzip
import http.server
import re
import threading
import urllib.request
from pathlib import Path
from types import SimpleNamespace
from urllib.request import urlopen

import pytest

pytestmark = pytest.mark.motion

SCRIPTS = Path(__file__).resolve().parents[2] / "Sources" / "WebAssets" / "packed"
KIB = 1024


def packed(data):
    return len(gzip.compress(data, 9))


def weigh(market, *names):
    """Returns the transferred size of each file."""
    version = re.search(r'data-version="(\w+)"', urlopen(market.url).read().decode()).group(1)
    weight = sum(packed(urlopen(f"{market.url}/assets/{version}/{name}.js").read()) for name in names)
    print(f"{', '.join(names)}: {weight / KIB:.2f} KiB")
    return weight


def test_all_scripts_together_are_at_most_24_kib(demo):
    assert weigh(demo, *sorted(file.stem for file in SCRIPTS.glob("*.js"))) <= 24 * KIB


@pytest.mark.parametrize("names", [
    ("app", "shared", "kept", "store", "list", "search"), ("app", "shared", "kept", "store", "product", "gallery")])
def test_the_scripts_of_a_page_that_only_browses_are_at_most_10_kib(demo, names):
    assert weigh(demo, *names) <= 10 * KIB


def test_the_first_page_is_at_most_32_kib_with_style_and_scripts(visit, demo):
    page = visit(demo)
    addresses = page.page.evaluate("""[location.href, ...performance.getEntriesByType('resource')
        .filter(({ initiatorType, name }) => !/\\/images\\//.test(name)).map(({ name }) => name)]""")
    weights = {address: packed(page.page.request.get(address).body()) for address in set(addresses)}
    print(f"first page: {sum(weights.values()) / KIB:.1f} KiB in {len(weights)} files")
    assert sum(weights.values()) <= 32 * KIB
    assert any(address.endswith("list.js") for address in weights)
    # The first page contains the style; no round trip is needed for it.
    assert not any(address.endswith(".css") for address in weights)
    assert page.page.evaluate("getComputedStyle(document.querySelector('header.bar')).position") == "sticky"


def test_after_the_first_page_the_style_comes_from_the_cache(visit, demo):
    page = visit(demo, service_workers="allow")
    page.until("document.cookie.includes('style=')")
    for path in ["/products/1", "/"]:
        page.go(path)
        assert page.find("head style").count() == 0
        assert page.page.evaluate("getComputedStyle(document.querySelector('header.bar')).position") == "sticky"
        style = page.page.evaluate("""() => performance.getEntriesByType('resource')
            .filter(({ name }) => name.endsWith('/app.css')).map(({ transferSize }) => transferSize)""")
        assert style == [0]


@pytest.mark.parametrize("path", [
    "/", "/products/1", "/products/1/contact", "/products/new", "/favorites", "/products/1/edit", "/nowhere"])
def test_pages_name_all_their_scripts_at_once(visit, demo, path):
    page = visit(demo, path)
    page.find("html.ready").wait_for(state="attached")
    named, loaded = page.page.evaluate("""() => [
        [...document.querySelectorAll('script[src], link[rel=modulepreload]')].map((one) => one.src ?? one.href),
        performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))]""")
    assert set(loaded) == set(named)


SHIFT = """() => new Promise((done) => {
    const shifts = []
    const where = ({ node, previousRect, currentRect }) =>
        [node?.outerHTML?.slice(0, 80) ?? node?.textContent, JSON.stringify([previousRect, currentRect])]
    new PerformanceObserver((list) => {
        for (const { hadRecentInput, value, sources } of list.getEntries()) {
            if (!hadRecentInput) shifts.push([value, ...sources.map(where)])
        }
    }).observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => done(shifts)))
})"""


@pytest.mark.matrix
@pytest.mark.parametrize("screen", ["phone", "landscape", "desktop"])
@pytest.mark.parametrize("path", ["/", "/products/1", "/products/new", "/sellers/1"])
def test_nothing_jumps_while_pictures_load(visit, demo, screen, path):
    assert shown(visit(demo, path, screen=screen)).page.evaluate(SHIFT) == []


def shown(page):
    """Waits until all pictures in view are shown."""
    return page.until("""[...document.images].every((one) => one.naturalWidth
        || one.getBoundingClientRect().top > innerHeight || !one.checkVisibility())""")


class Slow(http.server.BaseHTTPRequestHandler):
    """Passes a market's answers on. A page comes in two parts, cut after what is between the bar and the list begins. With
    `unblocked` in its address, the browser shows the first part before the second one comes."""

    cut = b'<form id="view-form"'
    unblocked = "?unblocked"

    def log_message(self, *_):
        pass

    def do_GET(self):
        headers = {"Accept-Language": self.headers["Accept-Language"], "Accept": self.headers["Accept"]}
        path, is_unblocked, _ = self.path.partition(self.unblocked)
        request = urllib.request.Request(self.server.market.url + path, headers=headers)
        with urllib.request.urlopen(request, timeout=300) as answer:
            body = answer.read()
        if is_unblocked:
            body = body.replace(b'blocking="render"', b"")
        self.send_response(200)
        self.send_header("Content-Type", answer.headers["Content-Type"])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        first, found, rest = body.partition(self.cut)
        self.wfile.write(first + found)
        if found:
            self.wfile.flush()
            self.server.may_go_on.wait()
        self.wfile.write(rest)


@pytest.mark.matrix
@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_nothing_jumps_while_a_page_arrives(visit, demo, screen):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Slow) as server:
        server.market, server.may_go_on = demo, threading.Event()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        site = SimpleNamespace(url=f"http://127.0.0.1:{server.server_port}")
        page, unblocked = [visit(site, "/offline", screen=screen) for _ in range(2)]
        page.page.goto("/", wait_until="commit")
        # Where the first part is shown, the rest moves it: by then it would have been shown on the page, too.
        unblocked.page.goto("/" + Slow.unblocked, wait_until="commit")
        unblocked.until("performance.getEntriesByName('first-contentful-paint').length > 0")
        server.may_go_on.set()
        shifts, others = [shown(one.ready()).page.evaluate(SHIFT) for one in (page, unblocked)]
        server.shutdown()
    assert shifts == []
    # On a phone, the first part fills the window.
    assert others or screen == "phone"


def test_nothing_jumps_while_scrolling_on(visit, crowd):
    page = visit(crowd)
    for y in range(0, 9000, 300):
        page.scroll_to(y).until("y => document.documentElement.scrollHeight > y + innerHeight + 600", y)
    assert page.rows.count() > 60
    assert page.page.evaluate(SHIFT) == []
