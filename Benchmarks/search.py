#!/usr/bin/env python3
"""Measures searches in a market of 100,000 products and in one of 1,000,000.

    Benchmarks/search.py OPENMARKET FILL [COUNT …]

Each request has a different target, so that no response comes from the cache. Prints a table of the median and the 99th
percentile, in milliseconds. In the markets that FILL creates, half of all products are chairs, which are cheaper than
all others, and half are 의자; a quarter of all, none of them a chair, is priced in dollars.
"""

import http.client
import statistics
import subprocess
import sys
import tempfile
import time
from urllib.parse import urlencode

SIZES = [100_000, 1_000_000]
ROUNDS = 300
SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split()


def model(number):
    """Returns the model's name of a product, as FILL generates it."""
    number = number * 7919
    return "".join(SYLLABLES[number // 20 ** place % 20] for place in range(4))


def typo(word, number):
    """Returns a word with one letter wrong, missing or extra, or with two swapped."""
    at = 1 + number % (len(word) - 2)
    return [word[:at] + "q" + word[at + 1:], word[:at] + word[at + 1:], word[:at] + "q" + word[at:],
            word[:at] + word[at + 1] + word[at] + word[at + 2:]][number // 7 % 4]


KINDS = {
    "two syllables (의자)": lambda n: {"search_value": "의자"},
    "one syllable (자)": lambda n: {"search_value": "자"},
    "a word (chair)": lambda n: {"search_value": "chair"},
    "a long word (second-hand)": lambda n: {"search_value": "second-hand"},
    "two words": lambda n: {"search_value": "chair second"},
    "two words, one of them rare": lambda n: {"search_value": f"chair {model(2 * n + 1)}"},
    "two common words that no product has together": lambda n: {"search_value": "chair 의자"},
    "joined words (의자팝니다)": lambda n: {"search_value": "의자팝니다"},
    "initials (ㅇㅈ)": lambda n: {"search_value": "ㅇㅈ"},
    "a seller": lambda n: {"search_value": f"bulk {n % 100 + 1}"},
    "a seller and a word": lambda n: {"search_value": f"vendor {n % 100 + 1} chair"},
    "one product": lambda n: {"search_value": str(50_000 + n)},
    "a typo": lambda n: {"search_value": typo(model(n + 1), n)},
    "a word and a typo": lambda n: {"search_value": "chair " + typo(model(2 * n + 1), n)},
    "no match (냉장고)": lambda n: {"search_value": "냉장고"},
    "a word, cheapest first": lambda n: {"search_value": "chair", "sort": "price_asc"},
    "a word that only the cheapest have, dearest first": lambda n: {"search_value": "chair", "sort": "price_desc"},
    "a rare word, dearest first": lambda n: {"search_value": model(n + 1), "sort": "price_desc"},
    "a word, in stock": lambda n: {"search_value": "chair", "in_stock": 1},
    "a word, of one seller, dearest first": lambda n: {"search_value": "chair", "vendor_id": 52, "sort": "price_desc"},
    "a word, page 333": lambda n: {"search_value": "chair", "page_no": 333},
    "a word, cheapest first, page 333": lambda n: {"search_value": "chair", "sort": "price_asc", "page_no": 333},
    "all, cheapest first": lambda n: {"sort": "price_asc"},
    "all, dearest first, page 333": lambda n: {"sort": "price_desc", "page_no": 333},
    "all in stock": lambda n: {"in_stock": 1},
    "the plain list": lambda n: {"page_no": 1},
}


def measure(binary, fill, count):
    """Returns medians and 99th percentiles by kind."""
    with tempfile.TemporaryDirectory(prefix="openmarket-search-") as folder:
        began = time.monotonic()
        subprocess.run([fill, folder, str(count)], check=True)
        print(f"{count} products filled and indexed in {time.monotonic() - began:.0f} s", file=sys.stderr)
        server = subprocess.Popen(
            [binary, "serve", "--port", "0", "--data", folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            port = int(server.stdout.readline().rsplit(":", 1)[1])
            connection = http.client.HTTPConnection("127.0.0.1", port)
            return {kind: times(connection, kind, make) for kind, make in KINDS.items()}
        finally:
            server.terminate()
            server.wait()


def times(connection, kind, make):
    taken = []
    for number in range(ROUNDS):
        query = urlencode({"items_per_page": 30, **make(number), "n": number})
        began = time.perf_counter()
        connection.request("GET", f"/api/products?{query}")
        answer = connection.getresponse()
        answer.read()
        taken.append((time.perf_counter() - began) * 1000)
        assert answer.status == 200, answer.status
    middle, late = statistics.median(taken), statistics.quantiles(taken, n=100)[98]
    print(f"{kind}: {middle:.2f} ms, {late:.2f} ms", file=sys.stderr)
    return middle, late


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sizes = [int(size) for size in sys.argv[3:]] or SIZES
    measured = [measure(sys.argv[1], sys.argv[2], size) for size in sizes]
    print("| search |" + "".join(f" {size:,} products: p50 | p99 |" for size in sizes))
    print("|---|" + "---:|---:|" * len(sizes))
    for kind in KINDS:
        print(f"| {kind} |" + "".join(f" {one[kind][0]:.2f} ms | {one[kind][1]:.2f} ms |" for one in measured))


main()
