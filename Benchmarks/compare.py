#!/usr/bin/env python3
"""Compares two builds of the market, for example from before and after a change, in turn in one run.

    Benchmarks/compare.py BEFORE AFTER [--products 200000] [--rounds 5] [--seconds 3]

BEFORE and AFTER are folders of release builds, with `openmarket` and `openmarket-bench-fill`; each build fills a market
of its own. The order alternates from round to round, and the first round isn't counted. Prints medians of requests per
second and of CPU time per request, which other work on the machine changes less; then of listings with a picture.
`pictures.py` compares large uploads.
Needs wrk.
"""

import argparse
import http.client
import json
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from cold import listings
from servers import market, wait_for_the_check_of_the_data

HERE = Path(__file__).resolve().parent
CONNECTIONS = (16, 64)
DETAILS = 10_000


def wrk(server, path, connections, seconds, *script):
    """Returns requests per second, and the server's CPU time per request in microseconds."""
    before = server.cpu_seconds()
    result = subprocess.run(
        ["wrk", "-t2", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "-s", HERE / "load.lua",
         f"http://127.0.0.1:{server.port}{path}", "--", *map(str, script or ("same",))],
        capture_output=True, text=True, check=True)
    figures = json.loads(result.stdout.strip().splitlines()[-1])
    if figures["failed"]:
        raise RuntimeError(f"{figures['failed']} requests to {path} failed")
    cost = (server.cpu_seconds() - before) / figures["requests"] * 1e6
    return figures["requests"] / figures["seconds"], cost


def cases(pages, turn):
    first = turn * 7919 % pages
    return {
        "list, hot": ("/api/products",),
        f"detail, hot, {DETAILS:,} products": ("/api/products", "details", DETAILS),
        "list, cold, page after page": ("/api/products", "pages", first, pages),
        "last page, cold": ("/api/products", "page", pages),
        "market's page (HTML), hot": ("/",),
        "product's page (HTML), cold": ("/products", "cold-page", DETAILS),
    }


def measure(servers, options):
    figures = defaultdict(list)
    pages = max(1, options.products // 20)
    for turn in range(options.rounds + 1):
        print(f"Round {turn} of {options.rounds} …", file=sys.stderr, flush=True)
        for name, (path, *script) in cases(pages, turn).items():
            for connections in CONNECTIONS:
                for n in (0, 1) if turn % 2 else (1, 0):
                    figure = wrk(servers[n], path, connections, options.seconds, *script)
                    if turn > 0:
                        figures[name, connections, n].append(figure)
    return figures


def searches(servers, options, count=200):
    """Searches, one after the other, each with another address."""
    kinds = {
        "search for a word that half have": lambda n: f"search_value=chair&page_no={n % 50 + 1}",
        "search for one product": lambda n: f"search_value={n * 37 % options.products + 1}",
        "the cheapest": lambda n: f"sort=price_asc&page_no={n % 50 + 1}",
    }
    print("| what | before, CPU µs | after, CPU µs | ratio |")
    print("|---|---:|---:|---:|")
    for name, query in kinds.items():
        costs = ([], [])
        for turn in range(options.rounds + 1):
            for n in (0, 1) if turn % 2 else (1, 0):
                connection = http.client.HTTPConnection("127.0.0.1", servers[n].port)
                before = servers[n].cpu_nanoseconds()
                for number in range(count):
                    connection.request("GET", f"/api/products?items_per_page=20&{query(number)}&n={turn}-{number}")
                    response = connection.getresponse()
                    response.read()
                    if response.status != 200:
                        raise RuntimeError(f"{name} failed with {response.status}")
                connection.close()
                if turn > 0:
                    costs[n].append((servers[n].cpu_nanoseconds() - before) / count / 1000)
        before, after = map(statistics.median, costs)
        print(f"| {name} | {before:.0f} | {after:.0f} | {after / before:.2f} |", flush=True)


def show(figures):
    print("| what | connections | before, /s | after, /s | ratio | CPU before, µs | CPU after, µs | ratio |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for name, connections in dict.fromkeys((name, connections) for name, connections, _ in figures):
        (rate, cost), (new_rate, new_cost) = (
            [statistics.median(column) for column in zip(*figures[name, connections, n])] for n in (0, 1))
        print(f"| {name} | {connections} | {rate:,.0f} | {new_rate:,.0f} | {new_rate / rate:.2f} "
              f"| {cost:.1f} | {new_cost:.1f} | {new_cost / cost:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("builds", nargs=2, metavar="BUILD", type=Path)
    parser.add_argument("--products", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    options = parser.parse_args()
    servers = []
    with tempfile.TemporaryDirectory(prefix="openmarket-compare-") as name:
        try:
            for n, build in enumerate(options.builds):
                data = Path(name) / f"market {n}"
                print(f"Filling a market with {build} …", file=sys.stderr, flush=True)
                subprocess.run([build / "openmarket-bench-fill", data, str(options.products)], check=True)
                servers.append(market(build / "openmarket", data, Path(name) / f"log {n}"))
            for server in servers:
                wait_for_the_check_of_the_data(server)
            show(measure(servers, options))
            searches(servers, options)
            listings({"before": servers[0], "after": servers[1]}, Path(name), options)
        finally:
            for server in servers:
                server.stop()


main()
