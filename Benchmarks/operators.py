#!/usr/bin/env python3
"""Measures the operators' pages in a large market: of 1,000,000 products, 100,000 held, and 10,000 open reports.

    Benchmarks/operators.py BUILD [--products 1000000] [--postgres] [--requests 200]

BUILD is a folder of a release build, with `openmarket` and `openmarket-bench-fill`. A tenth of the products is held, the
reports are about a hundredth of them, and as many decisions are in the log. Prints the median and the 99th percentile of each
page, in milliseconds, for one operator who asks for one page after the other.
"""

import argparse
import contextlib
import http.client
import http.cookiejar
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from urllib.parse import quote, urlencode

sys.path.append(str(Path(__file__).resolve().parents[1] / "Tests" / "Outages"))

from cluster import Node  # noqa: E402
from servers import market, wait_for_the_check_of_the_data  # noqa: E402

# Both databases have the same tables.
MODERATED = """
    INSERT INTO listing_hold (product_id, reason, created_at, state, was_listed)
        SELECT id, 'It looks like a scam.', {now} - id, 0, true FROM product WHERE id % 10 = 0 AND state = 0;
    UPDATE product SET state = 3, is_listed = false WHERE id IN (SELECT product_id FROM listing_hold);
    INSERT INTO report (receipt_hash, product_id, vendor_id, reason, text, created_at)
        SELECT 'hash ' || id, id, vendor_id, 'scam', 'The seller wants the money first.', {now} - id FROM product
        WHERE id % 100 < 2 ORDER BY id LIMIT {reports};
    INSERT INTO moderation_log (action, product_id, vendor_id, reason, created_at)
        SELECT 'hidden', id, vendor_id, 'It looks like a scam.', {now} - id FROM product
        WHERE id % 100 = 0 ORDER BY id LIMIT {reports};
"""


def pages(products, reports):
    """The addresses of each kind of page, by the number of the request."""
    return {
        "reports": lambda n: "/operator",
        "a report": lambda n: f"/operator/reports/{n * 37 % reports + 1}",
        "listings": lambda n: "/operator/listings",
        "hidden listings": lambda n: "/operator/listings?hidden=1",
        "listings, in the middle": lambda n: f"/operator/listings?after={n * 7919 % products + 1}",
        "a search that many match": lambda n: f"/operator/listings?q={quote('의자')}",
        "a search for one listing": lambda n: f"/operator/listings?q={n * 7919 % products + 1}",
        "a search that nothing matches": lambda n: f"/operator/listings?q=nothing{n}",
        "a listing": lambda n: f"/operator/listings/{n * 7919 % products + 1}",
        "a seller of a hundredth": lambda n: f"/operator/sellers/{n % 100 + 1}",
        "log": lambda n: "/operator/log",
        "sessions": lambda n: "/operator/sessions",
        "operators": lambda n: "/operator/team",
    }


def sign_in(server, build, place):
    """Makes an operator, and returns the cookie of their browser."""
    said = subprocess.run([build / "openmarket", "operator", "add", "Kim", *place], check=True, capture_output=True, text=True)
    link = re.search(r"/operator/in\?token=[0-9a-f]{32}", said.stdout + said.stderr).group()
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    address = f"http://127.0.0.1:{server.port}"
    page = browser.open(address + link).read().decode()
    fields = dict(re.findall(r'<input type="hidden" name="(csrf|token)" value="([^"]*)"', page))
    request = urllib.request.Request(f"{address}/operator/in", urlencode(fields).encode(), {"Origin": address})
    browser.open(request).read()
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar if cookie.path == "/" or cookie.path == "/operator")


def measure(server, cookie, address, requests):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    with contextlib.closing(connection):
        times = []
        for number in range(requests + 5):
            began = time.perf_counter()
            connection.request("GET", address(number), headers={"Cookie": cookie})
            answer = connection.getresponse()
            body = answer.read()
            if answer.status != 200:
                raise RuntimeError(f"{address(number)} failed with {answer.status}: {body[:200]}")
            times.append((time.perf_counter() - began) * 1000)
    # The first requests open connections and prepare statements.
    times = sorted(times[5:])
    return statistics.median(times), times[int(len(times) * 0.99)]


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
        cookie = sign_in(server, options.build, ["--data", data])
        print(f"| {'PostgreSQL' if options.postgres else 'SQLite'}, {options.products:,} products | median, ms | p99, ms |")
        print("|---|---:|---:|")
        for kind, address in pages(options.products, reports).items():
            median, p99 = measure(server, cookie, address, options.requests)
            print(f"| {kind} | {median:.1f} | {p99:.1f} |", flush=True)


if __name__ == "__main__":
    main()
