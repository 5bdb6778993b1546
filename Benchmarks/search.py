#!/usr/bin/env python3
"""How long a search takes in a market of 100 products and in one of 100,000.

    Benchmarks/search.py OPENMARKET FILL

Each request has a target of its own, so that every answer is made anew. Prints a table of medians in milliseconds.
"""

import http.client
import statistics
import subprocess
import sys
import tempfile
import time
from urllib.parse import quote

SIZES = [100, 100_000]
ROUNDS = 150
KINDS = {
    "two syllables": "search_value=" + quote("의자"),
    "one syllable": "search_value=" + quote("자"),
    "a word": "search_value=chair",
    "two words, one a syllable": "search_value=" + quote("중 의자"),
    "one product": "search_value=" + quote("팝니다 98"),
    "nothing": "search_value=" + quote("냉장고"),
    "a word, cheapest first": "sort=price_asc&search_value=chair",
    "a word, in stock": "in_stock=1&search_value=chair",
    "all, dearest first": "sort=price_desc",
    "all in stock": "in_stock=1",
    "the plain list": "page_no=1",
}


def measure(binary, fill, count):
    """Medians by kind."""
    with tempfile.TemporaryDirectory(prefix="openmarket-search-") as folder:
        began = time.monotonic()
        subprocess.run([fill, folder, str(count)], check=True)
        print(f"{count} products filled and indexed in {time.monotonic() - began:.0f} s", file=sys.stderr)
        server = subprocess.Popen(
            [binary, "serve", "--port", "0", "--data", folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            port = int(server.stdout.readline().rsplit(":", 1)[1])
            connection = http.client.HTTPConnection("127.0.0.1", port)
            return {kind: median(connection, query) for kind, query in KINDS.items()}
        finally:
            server.terminate()
            server.wait()


def median(connection, query):
    times = []
    for number in range(ROUNDS):
        began = time.perf_counter()
        connection.request("GET", f"/api/products?items_per_page=30&{query}&n={number}")
        answer = connection.getresponse()
        answer.read()
        times.append((time.perf_counter() - began) * 1000)
        assert answer.status == 200, answer.status
    return statistics.median(times)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    small, large = (measure(sys.argv[1], sys.argv[2], count) for count in SIZES)
    print(f"| search | {SIZES[0]:,} products | {SIZES[1]:,} products |\n|---|---:|---:|")
    for kind in KINDS:
        print(f"| {kind} | {small[kind]:.2f} ms | {large[kind]:.2f} ms |")


main()
