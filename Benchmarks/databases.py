#!/usr/bin/env python3
"""Compares a market in its folder with the same market in PostgreSQL, in one run.

    Benchmarks/databases.py MARKET FILL

MARKET is the release build of the market, FILL that of `openmarket-bench-fill`. Environment variables: PRODUCTS (100000),
ROUNDS (3), SECONDS_EACH (3), LOADS, a regular expression for the kinds of load, all by default, ONLY_LOADS=1 for nothing
after them, and KEEP, a folder in which the markets stay and are found by the next run with ONLY_LOADS=1, because filling and
moving a million products takes half an hour. The market is filled in its folder and moved to PostgreSQL with `openmarket move`. Both servers are measured in
turn, each kind of load in every round. Then what connections wait for while 8 writers list products is counted, writers and
searches are measured with and without `fastupdate`, and the market is moved back. Needs wrk and PostgreSQL; only this machine
is used.
"""

import http.client
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlencode

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Tests" / "Smoke"), str(HERE.parent / "Tests" / "Outages")]

from bench import SECRET, say, wrk  # noqa: E402
from cluster import Node  # noqa: E402
from photos import make_photos  # noqa: E402
from servers import Server, free_port  # noqa: E402

PRODUCTS = int(os.environ.get("PRODUCTS", 100_000))
ROUNDS = int(os.environ.get("ROUNDS", 3))
SECONDS = int(os.environ.get("SECONDS_EACH", 3))
LOADS = os.environ.get("LOADS", ".")
ONLY_LOADS = os.environ.get("ONLY_LOADS") == "1"
INDEX = "product_search_keys"
SEARCHES = {
    "의자 (half have it)": {"search_value": "의자"},
    "ㅇㅈ (initial consonants)": {"search_value": "ㅇㅈ"},
    "one product's number": {"search_value": str(PRODUCTS // 2 + 1)},
    "two words that no product has together": {"search_value": "chair 의자"},
    "chair, page 333": {"search_value": "chair", "page_no": 333},
    "chair, cheapest first": {"search_value": "chair", "sort": "price_asc"},
    "chair, most expensive first (all others are dearer)": {"search_value": "chair", "sort": "price_desc"},
    "a category, cheapest first": {"category": "phones", "sort": "price_asc"},
    "all, most expensive first": {"sort": "price_desc"},
}


def start(market, data, log, *options):
    port = free_port()
    budget = "1000000:1000000"
    return Server(
        [market, "serve", "--port", port, "--data", data, "--log-level", "error", "--listing-budget", budget,
         "--total-listing-budget", budget, *options], port, log)


class Client:
    """One writer, with a connection of its own."""

    def __init__(self, port, photo, number):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.photo = photo
        self.headers = {"identifier": f"d0000000-0000-4000-8000-{number:012}"}
        self.own = None
        while not self.own:
            self.own = self.post()

    def ask(self, method, path, body, headers):
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status == 503:
            return None
        if answer.status // 100 != 2:
            raise RuntimeError(f"{method} {path} was answered with {answer.status}: {text[:200]}")
        return json.loads(text)

    def post(self):
        fields = json.dumps({"name": "Benchmark", "price": 1000, "currency": "KRW", "secret": SECRET})
        body = (f"--b\r\nContent-Disposition: form-data; name=\"params\"\r\n\r\n{fields}\r\n--b\r\n"
                "Content-Disposition: form-data; name=\"images\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
                ).encode() + self.photo + b"\r\n--b--\r\n"
        headers = {**self.headers, "Content-Type": "multipart/form-data; boundary=b"}
        listed = self.ask("POST", "/api/products", body, headers)
        return listed and listed["id"]

    def edit(self):
        body = json.dumps({"stock": random.randrange(1, 1000), "secret": SECRET})
        return self.ask("PATCH", f"/api/products/{self.own}", body, {"Content-Type": "application/json"})


def writes(server, photo, kind, count):
    """Returns how many writes a second that many writers do."""
    clients = [Client(server.port, photo, number) for number in range(count)]
    end = time.monotonic() + SECONDS
    done = [0] * count

    def work(number):
        while time.monotonic() < end:
            # What is refused because too many wait isn't counted.
            done[number] += getattr(clients[number], kind)() is not None
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / (time.monotonic() - began)


def search(server, query):
    """Returns the median time of a search that no cache answers, in ms."""
    times = []
    for _ in range(9):
        path = "/api/products?" + urlencode({"items_per_page": 20, **query, "n": random.random()})
        began = time.monotonic()
        status, _ = server.get(path)
        times.append((time.monotonic() - began) * 1000)
        if status != 200:
            raise RuntimeError(f"the search for {query} was answered with {status}")
    return statistics.median(times)


def waits(node, server, photo):
    """Returns what the connections of the market wait for while 8 writers list products, and how often."""
    seen, is_over = Counter(), threading.Event()
    command = [*node.as_user(), str(node.bin / "psql"), "-X", "-q", "-t", "-A", "-h", str(node.folder), "-U", "market", "market"]
    question = """SELECT coalesce(wait_event_type || ': ' || wait_event, 'nothing') FROM pg_stat_activity
        WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid();\n"""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as sampler:
        def sample():
            while not is_over.wait(0.01):
                sampler.stdin.write(question)
                sampler.stdin.flush()
            sampler.stdin.close()
        threads = [threading.Thread(target=sample),
                   threading.Thread(target=lambda: seen.update(line.strip() for line in sampler.stdout))]
        for thread in threads:
            thread.start()
        rate = writes(server, photo, "post", 8)
        is_over.set()
        for thread in threads:
            thread.join()
    return rate, seen


def with_fastupdate(node, server, photo):
    """Prints how quick writers and a search are with and without `fastupdate`, in turn."""
    figures = {}
    for number in range(ROUNDS):
        for setting in (("off", "on"), ("on", "off"))[number % 2]:
            node.sql("market", f"ALTER INDEX {INDEX} SET (fastupdate = {setting})")
            node.sql("market", f"SELECT gin_clean_pending_list('{INDEX}')")
            say(f"round {number + 1}: fastupdate {setting}")
            figures.setdefault(setting, []).append((
                writes(server, photo, "post", 1), writes(server, photo, "post", 8),
                search(server, {"search_value": "의자"}), search(server, {"search_value": str(PRODUCTS // 2 + 1)})))
    node.sql("market", f"ALTER INDEX {INDEX} SET (fastupdate = off)")
    print("\n| `fastupdate` | posts/s, 1 writer | 8 writers | 의자 afterwards, ms | one product's number, ms |\n"
          "|---|---:|---:|---:|---:|")
    for setting in ("off", "on"):
        print(f"| {setting} | " + " | ".join(f"{statistics.median(values):,.1f}" for values in zip(*figures[setting])) + " |")


def move(market, source, destination, server):
    """Moves a market as an operator does, and prints what was printed and how long it took."""
    for is_last in (False, True):
        if is_last:
            server.stop()
        began = time.monotonic()
        moved = subprocess.run(
            [market, "move", "--from", str(source), "--to", str(destination)], stdout=subprocess.PIPE, text=True)
        print(f"{moved.stdout}\nThat took {time.monotonic() - began:.1f} s, with exit code {moved.returncode}.\n", flush=True)
        if moved.returncode == 0:
            break
    if moved.returncode:
        raise RuntimeError("the market was not moved")


def loads(photo):
    """All kinds of load: a title, the unit, and what measures it on a server."""
    last = max(1, PRODUCTS // 20)

    def rate(path, *script):
        return lambda server: wrk(f"http://127.0.0.1:{server.port}{path}", 16, SECONDS, *script)["rate"]

    def hot_rate(path, *script):
        def measure(server):
            # Until everything is in memory.
            wrk(f"http://127.0.0.1:{server.port}{path}", 16, 2, *script)
            return rate(path, *script)(server)
        return measure
    first = "/api/products?page_no=1&items_per_page=20"
    kinds = [
        ("list of 20, hot", "1/s", hot_rate(first)),
        ("details of 1,000 products, hot", "1/s", hot_rate("/api/products/1", "details", min(1000, PRODUCTS))),
        ("list of 20, cold", "1/s", rate(first, "pages", 0, last)),
        ("details of all products, cold", "1/s", rate("/api/products/1", "details", PRODUCTS)),
        ("page 1, cold", "1/s", rate(first, "page", 1)),
        (f"page {last // 2:,}, cold", "1/s", rate(first, "page", last // 2)),
        (f"page {last:,}, cold", "1/s", rate(first, "page", last)),
    ]
    for title, query in SEARCHES.items():
        kinds.append((f"search: {title}", "ms", lambda server, query=query: search(server, query)))
    for count in (1, 8, 32):
        for kind in ("post", "edit"):
            kinds.append((
                f"{kind}s with {count} writers", "1/s",
                lambda server, kind=kind, count=count: writes(server, photo, kind, count)))
    return [kind for kind in kinds if re.search(LOADS, kind[0])]


def start_database(node):
    node.start("fsync=on", "shared_buffers=512MB")


def prepare(market, fill, folder, node, url):
    """Fills a market in its folder, and moves a copy to PostgreSQL."""
    if not (folder / "sqlite").exists():
        say(f"Filling a market with {PRODUCTS} products …")
        subprocess.run([fill, folder / "sqlite", str(PRODUCTS), "--attributes"], check=True)
    shutil.copytree(folder / "sqlite", folder / "moved")
    node.create()
    start_database(node)
    node.run("createdb", "-h", node.folder, "-U", "market", "-T", "template0", "market")
    move(market, folder / "moved", url, start(market, folder / "moved", folder / "log"))


def main():
    market, fill = (Path(argument).resolve() for argument in sys.argv[1:3])
    kept = os.environ.get("KEEP")
    folder = Path(kept) if kept else Path(tempfile.mkdtemp(prefix="openmarket-databases-"))
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)
    servers = []
    node = Node(folder, "postgres")
    try:
        photo = make_photos(folder)["small"].read_bytes()
        url = f"postgres://market@/market?host={node.folder}"
        if not (folder / "complete").exists():
            prepare(market, fill, folder, node, url)
            (folder / "complete").touch()
        else:
            start_database(node)
        servers = [start(market, folder / "sqlite", folder / "log"),
                   start(market, folder / "moved", folder / "log", "--database", url)]
        figures = {}
        for number in range(ROUNDS):
            for title, unit, measure in loads(photo):
                say(f"round {number + 1}: {title}")
                for place, server in enumerate(servers if number % 2 == 0 else servers[::-1]):
                    place = place if number % 2 == 0 else 1 - place
                    figures.setdefault((title, unit), ([], []))[place].append(measure(server))
        print("| what | unit | SQLite | PostgreSQL | of SQLite |\n|---|---|---:|---:|---:|")
        for (title, unit), both in figures.items():
            sqlite, postgres = (statistics.median(values) for values in both)
            print(f"| {title} | {unit} | {sqlite:,.0f} | {postgres:,.0f} | {postgres / sqlite:.2f} |" if unit != "ms" else
                  f"| {title} | {unit} | {sqlite:,.1f} | {postgres:,.1f} | {postgres / sqlite:.2f} |")
        print("\nmemory of the server at the end, MB: " + ", ".join(f"{server.memory('VmRSS'):.0f}" for server in servers), flush=True)
        if ONLY_LOADS:
            return
        rate, seen = waits(node, servers[1], photo)
        print(f"\nWhile 8 writers listed {rate:.0f} products a second, active connections waited for: " + ", ".join(
            f"{what} {count / max(1, seen.total()):.0%}" for what, count in seen.most_common()), flush=True)
        with_fastupdate(node, servers[1], photo)
        move(market, url, folder / "moved", servers.pop())
    finally:
        for server in servers:
            server.stop()
        node.stop()
        if not kept:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
