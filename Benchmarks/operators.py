#!/usr/bin/env python3
"""Measures the operators' pages in a large market: of 1,000,000 products, 100,000 held, and 10,000 open reports.

    Benchmarks/operators.py BUILD [--products 1000000] [--postgres] [--requests 200]

BUILD is a folder of a release build, with `openmarket` and `openmarket-bench-fill`. A tenth of the products is held, the
reports are about a hundredth of them, and as many decisions are in the log; twenty products share a contact, and of a
tenth the network is known. Prints the median and the 99th percentile of each
page, in milliseconds, for one operator who asks for one page after the other; then those of a seller's changes of state, one
after the other, on a quiet market and while three sellers with a hundredth of all products each are blocked and unblocked.
Needs vips.
"""

import argparse
import contextlib
import http.client
import http.cookiejar
import json
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import uuid
from pathlib import Path
from urllib.parse import quote, urlencode

TESTS = Path(__file__).resolve().parents[1] / "Tests"
sys.path += [str(TESTS / "Smoke"), str(TESTS / "Outages")]

from cluster import Node  # noqa: E402
from photos import photo  # noqa: E402
from servers import market, wait_for_the_check_of_the_data  # noqa: E402

# Both databases have the same tables.
MODERATED = """
    INSERT INTO listing_hold (product_id, kind, reason, created_at, state, was_listed)
        SELECT id, 'hidden', 'It looks like a scam.', {now} - id, 0, true FROM product WHERE id % 20 = 0 AND state = 0;
    INSERT INTO listing_hold (product_id, kind, created_at, state, was_listed, has_waited)
        SELECT id, 'waiting', {now} - id, 0, true, true FROM product WHERE id % 20 = 10 AND state = 0;
    UPDATE product SET state = 3, is_listed = false WHERE id IN (SELECT product_id FROM listing_hold);
    INSERT INTO report (receipt_hash, product_id, vendor_id, reason, text, created_at)
        SELECT 'hash ' || id, id, vendor_id, 'scam', 'The seller wants the money first.', {now} - id FROM product
        WHERE id % 100 < 2 ORDER BY id LIMIT {reports};
    INSERT INTO moderation_log (action, product_id, vendor_id, reason, created_at)
        SELECT 'hidden', id, vendor_id, 'It looks like a scam.', {now} - id FROM product
        WHERE id % 100 = 0 ORDER BY id LIMIT {reports};
    INSERT INTO blocked_contact (key, reason, created_at, is_blocked)
        SELECT 'text:' || id, 'It looks like a scam.', {now} - id, true FROM product WHERE id % 100 = 0 ORDER BY id LIMIT {reports};
    INSERT INTO contact_key (product_id, key) SELECT id, 'tel:' || id % 50000 FROM product;
    INSERT INTO listing_network (product_id, network, created_at)
        SELECT id, 'network ' || id % 50000, {now} - id FROM product WHERE id % 10 = 0;
    INSERT INTO invitation (hash, vendor_id, created_at, ends_at)
        SELECT 'hash ' || id, id % 100 + 1, {now} - id, {now} + 600000 FROM product WHERE id % 100 = 0 ORDER BY id LIMIT {reports};
"""


def pages(products, reports):
    """The addresses of each kind of page, by the number of the request."""
    return {
        "reports": lambda n: "/operator",
        "a report": lambda n: f"/operator/reports/{n * 37 % reports + 1}",
        "listings": lambda n: "/operator/listings",
        "hidden listings": lambda n: "/operator/listings?hidden=1",
        "listings that wait": lambda n: "/operator/listings?waiting=1",
        "changed listings": lambda n: "/operator/listings?changed=1",
        "listings, in the middle": lambda n: f"/operator/listings?after={n * 7919 % products + 1}",
        "a search that many match": lambda n: f"/operator/listings?q={quote('의자')}",
        "a search for one listing": lambda n: f"/operator/listings?q={n * 7919 % products + 1}",
        "a search that nothing matches": lambda n: f"/operator/listings?q=nothing{n}",
        "a listing": lambda n: f"/operator/listings/{n * 7919 % products + 1}",
        "a seller of a hundredth": lambda n: f"/operator/sellers/{n % 100 + 1}",
        "blocked contacts": lambda n: "/operator/contacts",
        "invitations": lambda n: "/operator/invitations",
        "log": lambda n: "/operator/log",
        "sessions": lambda n: "/operator/sessions",
        "operators": lambda n: "/operator/team",
        "settings": lambda n: "/operator/settings",
        "a page of the market's own": lambda n: "/operator/settings/terms-en",
    }


def operations(products):
    """The addresses that a program asks for with an operator's key, by the number of the request."""
    return {
        "API: open reports": lambda n: "/api/operator/reports?open=1",
        "API: listings": lambda n: f"/api/operator/products?after={n * 7919 % products + 1}",
        "API: listings that wait": lambda n: "/api/operator/products?state=waiting",
        "API: log": lambda n: "/api/operator/log",
    }


def sign_in(server, build, place):
    """Makes an operator, and returns the cookie of their browser."""
    link = said(build, r"/operator/in\?token=[0-9a-f]{32}", "operator", "add", "Kim", *place)
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    address = f"http://127.0.0.1:{server.port}"
    page = browser.open(address + link).read().decode()
    fields = dict(re.findall(r'<input type="hidden" name="(csrf|token)" value="([^"]*)"', page))
    request = urllib.request.Request(f"{address}/operator/in", urlencode(fields).encode(), {"Origin": address})
    browser.open(request).read()
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar if cookie.path == "/" or cookie.path == "/operator")


def said(build, pattern, *command):
    """Runs a command of the market, and returns what of its output matches."""
    ran = subprocess.run([build / "openmarket", *command], check=True, capture_output=True, text=True)
    return re.search(pattern, ran.stdout + ran.stderr).group()


def measure(server, headers, address, requests):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    with contextlib.closing(connection):
        times = []
        for number in range(requests + 5):
            began = time.perf_counter()
            connection.request("GET", address(number), headers=headers)
            answer = connection.getresponse()
            body = answer.read()
            if answer.status != 200:
                raise RuntimeError(f"{address(number)} failed with {answer.status}: {body[:200]}")
            times.append((time.perf_counter() - began) * 1000)
    # The first requests open connections and prepare statements.
    times = sorted(times[5:])
    return statistics.median(times), times[int(len(times) * 0.99)]


class Seller(threading.Thread):
    """Reserves a listing of their own and opens it again, one after the other."""

    def __init__(self, server, picture):
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.product = self.list_for_sale(picture)
        self.times = []
        self.is_over = threading.Event()

    def list_for_sale(self, picture):
        mark = "a-boundary-that-is-in-no-picture"
        fields = json.dumps({"name": "Oak chair", "price": 1, "currency": "KRW", "secret": "a password for it"})
        body = (f'--{mark}\r\nContent-Disposition: form-data; name="params"\r\n\r\n{fields}\r\n--{mark}\r\nContent-Disposition: '
                'form-data; name="images"; filename="a.jpg"\r\n\r\n').encode() + picture + f"\r\n--{mark}--\r\n".encode()
        return json.loads(self.send("POST", "/api/products", body, f"multipart/form-data; boundary={mark}"))["id"]

    def send(self, method, path, body, kind="application/json"):
        self.connection.request(method, path, body, {"Content-Type": kind, "identifier": str(uuid.uuid4())})
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path} failed with {answer.status}: {text[:200]}")
        return text

    def run(self):
        while not self.is_over.is_set():
            for state in ({"state": "reserved", "until": "2099-01-01"}, {"state": "open"}):
                began = time.perf_counter()
                self.send("PUT", f"/api/products/{self.product}/state",
                          json.dumps({**state, "secret": "a password for it"}))
                self.times.append((time.perf_counter() - began) * 1000)


def beside_blocks(server, build, place, folder):
    """Prints how long a seller's changes take, alone and while others are blocked."""
    def count(vendor):
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/api/products?vendor_id={vendor}&items_per_page=1") as answer:
            return json.load(answer)["total_count"]

    def rest():
        time.sleep(10)

    def blocks():
        before = {vendor: count(vendor) for vendor in (1, 2, 3)}
        for word, goal in (("block", dict.fromkeys(before, 0)), ("unblock", before)):
            for vendor in before:
                subprocess.run([build / "openmarket", "vendor", word, str(vendor), "--reason", "It looks like a scam.", *place],
                               check=True, capture_output=True)
            # Nobody sees the listings from the first commit on; the counts follow in many.
            while any(count(vendor) != goal[vendor] for vendor in before):
                time.sleep(0.1)

    path = photo(folder / "picture.jpg", 320, 240, 1, seed=1)
    print("| a seller's change of state | number | median, ms | p99, ms | slowest, ms |")
    print("|---|---:|---:|---:|---:|")
    for kind, work in (("on a quiet market", rest), ("while three sellers are blocked and unblocked", blocks)):
        seller = Seller(server, path.read_bytes())
        seller.start()
        work()
        seller.is_over.set()
        seller.join()
        times = sorted(seller.times)
        print(f"| {kind} | {len(times)} | {statistics.median(times):.1f} | {times[int(len(times) * 0.99)]:.1f} "
              f"| {times[-1]:.1f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--products", type=int, default=1_000_000)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--requests", type=int, default=200)
    options = parser.parse_args()
    reports = min(10_000, options.products // 100)
    moderated = MODERATED.format(now=int(time.time() * 1000), reports=reports)
    with tempfile.TemporaryDirectory(prefix="openmarket-operators-") as name, contextlib.ExitStack() as ended:
        folder = Path(name)
        folder.chmod(0o755)
        data, place, serving = folder / "data", folder / "data", []
        if options.postgres:
            node = Node(folder, "postgres")
            node.create()
            node.start("shared_buffers=512MB", "maintenance_work_mem=512MB", "max_wal_size=4GB")
            ended.callback(node.stop)
            place = f"postgres://market@/postgres?host={node.folder}"
            serving = ["--database", place]
        subprocess.run([options.build / "openmarket-bench-fill", place, str(options.products)], check=True)
        if options.postgres:
            node.sql("postgres", moderated)
            node.run("vacuumdb", "-h", node.folder, "-U", "market", "--analyze", "postgres")
        else:
            with contextlib.closing(sqlite3.connect(data / "market.sqlite")) as database:
                database.executescript(moderated)
        server = market(options.build / "openmarket", data, folder / "log", *serving)
        ended.callback(server.stop)
        wait_for_the_check_of_the_data(server)
        browser = {"Cookie": sign_in(server, options.build, ["--data", data])}
        key = said(options.build, r"\b[0-9a-f]{32,}\b", "operator", "key", "add", "Kim", "benchmark", "--data", data)
        feed = said(options.build, r"/operator/feed\.atom\?token=\w+", "operator", "feed", "Kim", "--data", data)
        program = {"Authorization": f"Bearer {key}"}
        print(f"| {'PostgreSQL' if options.postgres else 'SQLite'}, {options.products:,} products | median, ms | p99, ms |")
        print("|---|---:|---:|")
        measured = [(kind, address, browser) for kind, address in pages(options.products, reports).items()]
        measured += [(kind, address, program) for kind, address in operations(options.products).items()]
        for kind, address, headers in [*measured, ("private feed", lambda n: feed, {})]:
            median, p99 = measure(server, headers, address, options.requests)
            print(f"| {kind} | {median:.1f} | {p99:.1f} |", flush=True)
        beside_blocks(server, options.build, ["--data", data], folder)


if __name__ == "__main__":
    main()
