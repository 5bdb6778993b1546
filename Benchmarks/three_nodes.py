#!/usr/bin/env python3
"""What several nodes cost, how far one is behind another, and what images in an object store cost.

    Benchmarks/three_nodes.py OPENMARKET [staleness|speed|images …]

Three nodes on one PostgreSQL and one OpenStack Swift, behind HAProxy with the file of Deployment/, all on this machine. What is
compared is loaded in turn, and medians of the rounds are printed. ROUNDS (5) and SECONDS_EACH (4) say how long; COUNT (500)
is how many writes `staleness` makes. Needs wrk, vips, haproxy, PostgreSQL and Swift: `Scripts/install-packages.sh test bench`.
"""

import http.client
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "Tests"
sys.path += [str(TESTS / "Smoke"), str(TESTS / "TestClusters")]

from market import Place, wait_until  # noqa: E402
from nodes import Nodes, Proxy  # noqa: E402
from objects import ObjectStore  # noqa: E402
from photos import photo  # noqa: E402
from postgres_cluster import Cluster  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS", 5))
SECONDS = int(os.environ.get("SECONDS_EACH", 4))
COUNT = int(os.environ.get("COUNT", 500))
NEWEST = "/api/products?page_no=1&items_per_page=1"
PLENTY = "1000000:1000000"
SETTINGS = ["--listing-budget", PLENTY, "--total-listing-budget", PLENTY, "--log-level", "error"]


class Client:
    """A connection that stays."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def send(self, method, path, body=None, **headers):
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, json.dumps(body) if body else None, fields)
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def item(self, title):
        fields = {"title": title, "descriptions": "", "price": 1, "currency": "KRW", "stock": 1, "password": "sesame"}
        status, headers, body = self.send("POST", "/item", fields)
        if status != 200:
            raise RuntimeError(f"a listing failed: {status} {body[:200]}")
        return json.loads(body)["id"], headers["market-revision"]

    def newest(self, **headers):
        return json.loads(self.send("GET", NEWEST, **headers)[2])["pages"][0]["id"]

    def first_byte(self, path):
        """Returns the time until the response begins, and until it ends, in seconds."""
        begin = time.monotonic()
        self.connection.request("GET", path)
        answer = self.connection.getresponse()
        first = time.monotonic() - begin
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        return first, time.monotonic() - begin


class Bench:
    def __init__(self, binary, folder):
        self.place = Place(binary=binary, folder=folder)
        self.cluster = Cluster()
        self.store = ObjectStore(folder / "objects")
        self.nodes = Nodes(self.place, self.cluster.create("market"), *SETTINGS, store=self.store)

    def end(self):
        self.place.stop_all()
        self.store.end()
        self.cluster.end()


def milliseconds(times):
    ordered = sorted(times)
    return (f"{ordered[len(ordered) // 2] * 1000:.1f} | {ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)] * 1000:.1f} | "
            f"{ordered[-1] * 1000:.1f}")


def staleness(bench):
    """Strangers on the other nodes look again and again; whoever has written looks once, with the revision."""
    writers, owners, strangers = ([Client(server.port) for server in bench.nodes.servers] for _ in range(3))
    behind, own, missing = [], [], 0

    def look(node, product, begin):
        while strangers[node].newest() != product:
            pass
        behind.append(time.monotonic() - begin)

    for number in range(COUNT):
        time.sleep(random.uniform(0, 0.3))
        writer = number % 3
        product, revision = writers[writer].item(f"Stale {number}")
        begin = time.monotonic()
        threads = [threading.Thread(target=look, args=(node, product, begin)) for node in range(3) if node != writer]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # On a second product, so that the looks above don't help.
        product, revision = writers[writer].item(f"Own {number}")
        begin = time.monotonic()
        missing += owners[(number + 1) % 3].newest(Market_Revision=revision) != product
        own.append(time.monotonic() - begin)
    print(f"\n{COUNT} writes on three nodes\n\n| who looks on another node | median, ms | 99 %, ms | longest, ms |\n|---|---:|---:|---:|")
    print(f"| strangers, until they see it | {milliseconds(behind)} |")
    print(f"| whoever has written, at once; {missing} times without it | {milliseconds(own)} |")


def wrk(port, path, *mode, connections=32):
    script = Path(__file__).with_name("load.lua")
    result = subprocess.run(
        ["wrk", "-t2", f"-c{connections}", f"-d{SECONDS}s", "-s", script, f"http://127.0.0.1:{port}{path}", "--", *map(str, mode)],
        check=True, capture_output=True, text=True)
    found = json.loads(result.stdout.strip().split("\n")[-1])
    if found["failed"]:
        print(f"{found['failed']} requests of {path} failed", file=sys.stderr)
    return found["requests"] / found["seconds"]


def writes(port, threads=8):
    """Returns the listings that a second permits."""
    counts, over = [0] * threads, time.monotonic() + SECONDS

    def work(index):
        client = Client(port)
        while time.monotonic() < over:
            client.item(f"Written {index}")
            counts[index] += 1
    workers = [threading.Thread(target=work, args=(index,)) for index in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sum(counts) / SECONDS


def speed(bench):
    """The same load for one node and for three, each behind HAProxy, and for one without HAProxy."""
    ports = bench.nodes.ports
    for number in range(200):
        Client(ports[0]).item(f"Filled {number}")
    one, three = Proxy(bench.place, [ports[0]] * 3), Proxy(bench.place, ports)
    try:
        loads = {
            "list of 20, hot": lambda port: wrk(port, "/api/products?page_no=1&items_per_page=20", "same"),
            "list of 20, cold": lambda port: wrk(port, "/", "page", 1),
            "product, hot": lambda port: wrk(port, "/", "details", 200),
            "listings without an image, 8 at once": writes,
        }
        targets = {"one, direct": ports[0], "one": one.port, "three": three.port}
        found = {(load, target): [] for load in loads for target in targets}
        for turn in range(ROUNDS + 1):
            for load, run in loads.items():
                for target in (list(targets) if turn % 2 else reversed(list(targets))):
                    servers = bench.nodes.servers if target == "three" else bench.nodes.servers[:1]
                    before = cpu_seconds(servers)
                    rate = run(targets[target])
                    if turn:  # the first one warms up
                        found[load, target].append((rate, (cpu_seconds(servers) - before) / (rate * SECONDS) * 1e6))
        print("\n| | one node, direct | one behind HAProxy | three behind HAProxy | CPU of one, µs each | of three |")
        print("|---|---:|---:|---:|---:|---:|")
        for load in loads:
            rates = [statistics.median(rate for rate, _ in found[load, target]) for target in targets]
            cpu = [statistics.median(cpu for _, cpu in found[load, target]) for target in ("one", "three")]
            print(f"| {load} | {rates[0]:,.0f} | {rates[1]:,.0f} | {rates[2]:,.0f} | {cpu[0]:,.0f} | {cpu[1]:,.0f} |")
    finally:
        one.end()
        three.end()


def cpu_seconds(servers):
    """Returns the CPU time of nodes, without that of PostgreSQL and HAProxy."""
    total = 0
    for server in servers:
        fields = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def images(bench):
    """The same photos in a folder, and in an object store."""
    place, store = bench.place, bench.store
    pictures = [photo(place.folder / f"image {number}.jpg", 2048, 1536, 1, seed=number) for number in range(24)]
    folder = place.market("folder", *SETTINGS)
    # What lies in the folder of the first node isn't on the second one.
    first, second, third = bench.nodes.servers
    paths = []
    for number, picture in enumerate(pictures):
        paths.append("/images/" + folder.post([picture]).json["images"][0]["url"].split("/")[-1])
        if not wait_until(lambda: first.post([picture], name=f"{number}").status == 201):
            raise RuntimeError("the store refuses images")
    size = len(folder.get(paths[0]).body)
    uncached, from_store, from_folder = [], [], []
    for turn in range(ROUNDS):
        for path in paths:
            client = Client(second.port)
            client.send("GET", "/health/live")
            uncached.append(client.first_byte(path))
            from_store.append(client.first_byte(path))
            client = Client(folder.port)
            client.send("GET", "/health/live")
            from_folder.append(client.first_byte(path))
        second.stop()
        shutil.rmtree(second.data / "image-cache")
        second.start()
    print(f"\n{len(uncached)} full renditions of about {size / 1000:.0f} kB, one at a time")
    print("\n| the first byte of | median, ms | 99 %, ms | longest, ms |\n|---|---:|---:|---:|")
    print(f"| an image from the object store | {milliseconds([pair[0] for pair in uncached])} |")
    print(f"| the same again, from the node's folder | {milliseconds([pair[0] for pair in from_store])} |")
    print(f"| one of a market with its images in a folder | {milliseconds([pair[0] for pair in from_folder])} |")
    thumbnail = paths[0].replace(".jpg", "-thumb.jpg")
    found = {(kind, port): [] for kind in (paths[0], thumbnail) for port in (folder.port, first.port)}
    for turn in range(ROUNDS + 1):
        for kind in (paths[0], thumbnail):
            for port in (folder.port, first.port) if turn % 2 else (first.port, folder.port):
                value = wrk(port, kind, "same")
                if turn:
                    found[kind, port].append(value)
    print("\n| images a second, 32 connections | folder | object store, from the node's folder | of the folder |\n|---|---:|---:|---:|")
    for kind, title in ((paths[0], "a full rendition"), (thumbnail, "a thumbnail")):
        own, other = (statistics.median(found[kind, port]) for port in (folder.port, first.port))
        print(f"| {title} | {own:,.0f} | {other:,.0f} | {other / own:.2f} |")


PARTS = {"staleness": staleness, "speed": speed, "images": images}


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(PARTS):
        sys.exit(f"usage: three_nodes.py OPENMARKET [{'|'.join(PARTS)} …]")
    folder = Path(tempfile.mkdtemp(prefix="openmarket-bench-"))
    folder.chmod(0o755)
    bench = Bench(Path(sys.argv[1]).resolve(), folder)
    try:
        for name in sys.argv[2:] or PARTS:
            PARTS[name](bench)
            sys.stdout.flush()
    finally:
        bench.end()
        shutil.rmtree(folder, ignore_errors=True)


main()
