#!/usr/bin/env python3
"""Measures searches in a market of 100,000 products and in one of 1,000,000.

    Benchmarks/search.py OPENMARKET FILL [--filters] [--postgres] [COUNT …]

Each request has a different target, so that no response comes from the cache. Prints a table of the median and the 99th
percentile, in milliseconds. In the markets that FILL creates, half of all products are chairs, which are cheaper than
all others, and half are 의자; a quarter of all, none of them a chair, is priced in dollars. With --filters, lists are
narrowed by attributes instead: four products in five have one of 21 categories, 5 conditions, 3 ways of hand-over and 25
places each, independently of each other. With --postgres, the markets are in PostgreSQL.
"""

import contextlib
import http.client
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

sys.path.append(str(Path(__file__).resolve().parents[1] / "Tests" / "Outages"))

from cluster import Node  # noqa: E402

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
    "a word that only the cheapest have, most expensive first": lambda n: {"search_value": "chair", "sort": "price_desc"},
    "a rare word, most expensive first": lambda n: {"search_value": model(n + 1), "sort": "price_desc"},
    "a word, in stock": lambda n: {"search_value": "chair", "in_stock": 1},
    "a word, of one seller, most expensive first": lambda n: {"search_value": "chair", "vendor_id": 52, "sort": "price_desc"},
    "a word, page 333": lambda n: {"search_value": "chair", "page_no": 333},
    "a word, cheapest first, page 333": lambda n: {"search_value": "chair", "sort": "price_asc", "page_no": 333},
    "all, cheapest first": lambda n: {"sort": "price_asc"},
    "all, most expensive first, page 333": lambda n: {"sort": "price_desc", "page_no": 333},
    "all in stock": lambda n: {"in_stock": 1},
    "the plain list": lambda n: {"page_no": 1},
}
CATEGORIES = ["electronics", "phones", "computers", "furniture", "lighting", "books", "music", "food"]
PLACES = ["망원동", "합정", "서초", "잠실동", "송도", "서울 망원동", "삼성동"]
CONDITIONS = ["new", "like_new", "good", "fair", "for_parts"]


def category(number):
    return {"category": CATEGORIES[number % len(CATEGORIES)]}


def condition(number):
    return {"condition": CONDITIONS[number % len(CONDITIONS)]}


def handover(number):
    return {"handover": ["pickup", "parcel"][number % 2]}


def place(number):
    return {"place": PLACES[number % len(PLACES)]}


def won(least, most):
    return {"price_min": least, "price_max": most, "price_currency": "KRW"}


FILTERS = {
    "a category": category,
    "a category, page 333": lambda n: {**category(n), "page_no": 333},
    "a category, cheapest first": lambda n: {**category(n), "sort": "price_asc"},
    "a condition": condition,
    "a hand-over": handover,
    "a place": place,
    "a part of a place that a third has (서울시)": lambda n: {"place": "서울시"},
    "one syllable of most places (동)": lambda n: {"place": "동"},
    "a place whose words are joined (서울망원동)": lambda n: {"place": "서울망원동"},
    "a word and a place in the search (chair 망원동)": lambda n: {"search_value": f"chair {place(n)['place']}"},
    "a place, page 333": lambda n: {**place(n), "page_no": 333},
    "a place, cheapest first": lambda n: {**place(n), "sort": "price_asc"},
    "a place, most expensive first": lambda n: {**place(n), "sort": "price_desc"},
    "category, condition, hand-over and place": lambda n: {**category(n), **condition(n), **handover(n), **place(n)},
    "the same, cheapest first": lambda n: {**category(n), **condition(n), **handover(n), **place(n), "sort": "price_asc"},
    "a category and a word": lambda n: {**category(n), "search_value": "chair"},
    "a category and a rare word": lambda n: {**category(n), "search_value": model(n + 1)},
    "a price range that half are in": lambda n: won(1000, 20_000),
    "a price range that few are in": lambda n: won(5000 + n % 40 * 100, 5000 + n % 40 * 100),
    "a price range that none is in": lambda n: won(30_000, 90_000),
    "a category and a price range": lambda n: {**category(n), **won(5000, 6000)},
    "a category and a price range that none is in": lambda n: {**category(n), **won(30_000, 90_000)},
    "a category, a place and a price range, most expensive first":
        lambda n: {**category(n), **place(n), **won(1000, 9000), "sort": "price_desc"},
    "free only (none is)": lambda n: {"free": 1},
    "free only in a category": lambda n: {**category(n), "free": 1},
    "a category, in stock": lambda n: {**category(n), "in_stock": 1},
    "a category, of one seller": lambda n: {**category(n), "vendor_id": 52},
    "all, last moved to the top first": lambda n: {"sort": "bumped"},
    "a category, last moved to the top first": lambda n: {**category(n), "sort": "bumped"},
    "a place, last moved to the top first": lambda n: {**place(n), "sort": "bumped"},
    "sold items too": lambda n: {"sold": 1},
    "a category, sold items too, cheapest first": lambda n: {**category(n), "sold": 1, "sort": "price_asc"},
    "a place that doesn't exist": lambda n: {"place": f"Nowhere {n}"},
    "the plain list": lambda n: {"page_no": 1},
}


def measure(binary, fill, count, kinds, is_in_postgres):
    """Returns medians and 99th percentiles by kind."""
    with tempfile.TemporaryDirectory(prefix="openmarket-search-") as folder, contextlib.ExitStack() as ended:
        Path(folder).chmod(0o755)
        # A market's folder can be entered by nobody else, PostgreSQL included.
        data = f"{folder}/data"
        place, options = data, []
        if is_in_postgres:
            node = Node(folder, "postgres")
            node.create()
            node.start("shared_buffers=512MB", "maintenance_work_mem=512MB", "max_wal_size=4GB")
            ended.callback(node.stop)
            place = f"postgres://market@/postgres?host={node.folder}"
            options = ["--database", place]
        began = time.monotonic()
        attributes = ["--attributes"] if kinds is FILTERS else []
        subprocess.run([fill, place, str(count), *attributes], check=True)
        print(f"{count} products filled and indexed in {time.monotonic() - began:.0f} s", file=sys.stderr)
        server = subprocess.Popen(
            [binary, "serve", "--port", "0", "--data", data, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)
        ended.callback(server.wait)
        ended.callback(server.terminate)
        port = int(server.stdout.readline().rsplit(":", 1)[1])
        connection = http.client.HTTPConnection("127.0.0.1", port)
        return {kind: times(connection, kind, make) for kind, make in kinds.items()}


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
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    if len(arguments) < 2:
        sys.exit(__doc__)
    kinds = FILTERS if "--filters" in sys.argv else KINDS
    sizes = [int(size) for size in arguments[2:]] or SIZES
    measured = [measure(*arguments[:2], size, kinds, "--postgres" in sys.argv) for size in sizes]
    print("| list |" if kinds is FILTERS else "| search |", end="")
    print("".join(f" {size:,} products: p50 | p99 |" for size in sizes))
    print("|---|" + "---:|---:|" * len(sizes))
    for kind in kinds:
        print(f"| {kind} |" + "".join(f" {one[kind][0]:.2f} ms | {one[kind][1]:.2f} ms |" for one in measured))


main()
