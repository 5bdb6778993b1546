#!/usr/bin/env python3
"""Compares cold lists and products of the market with a plain Go server over the same file, side by side in one run.

    Benchmarks/cold.py BUILD [--before BUILD] [--products 1000000] [--rounds 5] [--seconds 2]

BUILD is a folder of a release build, with `openmarket` and `openmarket-bench-fill`; that of `--before` fills a market of
its own. Every request has another address, so none is answered from memory. First, random responses of the market and of
the Go server must have equal bytes. The order of the servers is reversed from round to round, the first round isn't counted,
and ratios are medians of the ratios of neighbouring runs. CPU time comes from the kernel's accounts of the threads, and
other work on the machine hardly changes it.

Then the market's file is evicted from the kernel's page cache, and a hot list is loaded beside cold products.
Needs wrk, Debian's golang-go and golang-github-mattn-go-sqlite3-dev, and `taskset`.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from servers import Server, free_port, market, wait_for_the_check_of_the_data

HERE = Path(__file__).resolve().parent
CONNECTIONS = (1, 16, 64)


def say(text):
    print(text, file=sys.stderr, flush=True)


def go_server(folder, data):
    binary = folder / "go-server"
    subprocess.run(["go", "build", "-o", binary, "."], cwd=HERE / "GoServer", check=True,
                   env={**os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode"})
    port = free_port()
    return Server([binary, port, data / "market.sqlite"], port, folder / "go.log")


def wrk(server, connections, seconds, *script, prefix=()):
    """Returns requests per second, the server's CPU time per request in microseconds, and the p99 in milliseconds."""
    before = server.cpu_nanoseconds()
    result = subprocess.run(
        [*prefix, "wrk", f"-t{min(2, connections)}", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "-s",
         HERE / "load.lua", server.url, "--", *map(str, script)], capture_output=True, text=True, check=True)
    figures = json.loads(result.stdout.strip().splitlines()[-1])
    if figures["failed"]:
        raise RuntimeError(f"{figures['failed']} requests failed")
    cost = (server.cpu_nanoseconds() - before) / figures["requests"] / 1000
    return figures["requests"] / figures["seconds"], cost, figures["p99"]


def compare_bytes(ours, go, products, count=2000):
    picked = random.Random(7)
    for _ in range(count):
        path = picked.choice([f"/api/products/{picked.randint(1, products)}",
                              f"/api/products?page_no={picked.randint(1, products // 20)}&items_per_page=20"])
        one, other = ours.get(path), go.get(path)
        if (one[0], one[1].replace(str(ours.port).encode(), b"")) != (other[0], other[1].replace(str(go.port).encode(), b"")):
            raise RuntimeError(f"{path} differs:\n{one[1][:600]}\n{other[1][:600]}")
    say(f"{count} random responses have equal bytes.")


def ratio(pairs):
    return statistics.median(one / other for one, other in pairs)


def loads(servers, options):
    print("| what | connections | " + " | ".join(f"{name}, /s" for name in servers)
          + " | of Go | " + " | ".join(f"{name}, CPU µs" for name in servers) + " | of Go |")
    print("|---|---:|" + "---:|" * (2 * len(servers) + 2))
    for kind, count in (("list", options.products // 20), ("detail", options.products)):
        for connections in CONNECTIONS:
            figures = {name: [] for name in servers}
            for turn in range(options.rounds + 1):
                for name in list(servers)[:: 1 if turn % 2 else -1]:
                    figure = wrk(servers[name], connections, options.seconds, f"cold-{kind}", count)
                    if turn > 0:
                        figures[name].append(figure)
            rates = {name: statistics.median(f[0] for f in figures[name]) for name in servers}
            costs = {name: statistics.median(f[1] for f in figures[name]) for name in servers}
            rate = ratio((a[0], b[0]) for a, b in zip(figures["market"], figures["Go"]))
            cost = ratio((a[1], b[1]) for a, b in zip(figures["market"], figures["Go"]))
            print(f"| {kind}, cold | {connections} | " + " | ".join(f"{rates[n]:,.0f}" for n in servers) + f" | {rate:.2f} | "
                  + " | ".join(f"{costs[n]:.0f}" for n in servers) + f" | {cost:.2f} |", flush=True)


def evicted(servers, options):
    """A hot list on 4 connections beside random products on 16, whose pages are on the disk."""
    print("| beside cold products on the disk | hot lists, /s | p99, ms | products, /s |")
    print("|---|---:|---:|---:|")
    for name, (server, data) in servers.items():
        runs = []
        for _ in range(3):
            for _ in range(3):
                server.get("/api/products")
            evict(data / "market.sqlite")
            cold = subprocess.Popen(
                ["wrk", "-t1", "-c16", f"-d{options.seconds + 1}s", "--timeout", "10s", "-s", HERE / "load.lua", server.url,
                 "--", "cold-detail", str(options.products)], stdout=subprocess.PIPE, text=True)
            time.sleep(0.5)
            rate, _, p99 = wrk(server, 4, options.seconds, "same")
            figures = json.loads(cold.communicate()[0].strip().splitlines()[-1])
            runs.append((rate, p99, figures["requests"] / figures["seconds"]))
        rate, p99, products = (statistics.median(column) for column in zip(*runs))
        print(f"| {name} | {rate:,.0f} | {p99:.2f} | {products:,.0f} |", flush=True)


def evict(path):
    file = os.open(path, os.O_RDONLY)
    os.fsync(file)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--products", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=2)
    options = parser.parse_args()
    servers, folders = {}, {}
    with tempfile.TemporaryDirectory(prefix="openmarket-cold-") as name:
        folder = Path(name)
        try:
            for label, build in (("before", options.before), ("market", options.build)):
                if build is None:
                    continue
                folders[label] = folder / label
                say(f"Filling a market with {build} …")
                subprocess.run([build / "openmarket-bench-fill", folders[label], str(options.products)], check=True)
                servers[label] = market(build / "openmarket", folders[label], folder / f"{label}.log")
            for server in servers.values():
                wait_for_the_check_of_the_data(server)
            servers["Go"] = go_server(folder, folders["market"])
            compare_bytes(servers["market"], servers["Go"], options.products)
            loads(servers, options)
            evicted({label: (servers[label], folders[label]) for label in folders}, options)
            for label in folders:
                print(f"Memory of {label} afterwards: {servers[label].memory('VmRSS'):.0f} MB")
        finally:
            for server in servers.values():
                server.stop()


main()
