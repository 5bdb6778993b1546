#!/usr/bin/env python3
"""Compares cold lists and products of the market with a plain Go server over the same file, side by side in one run.

    Benchmarks/cold.py BUILD [--before BUILD] [--products 1000000] [--rounds 5] [--seconds 2] [--postgres] [--keep FOLDER]

BUILD is a folder of a release build, with `openmarket` and `openmarket-bench-fill`; that of `--before` fills a market of
its own. Every request has another address, so none is answered from memory. First, random responses of the market and of
the Go server must have equal bytes. The order of the servers is reversed from round to round, the first round isn't counted,
and ratios are medians of the ratios of neighbouring runs. CPU time comes from the kernel's clocks of the processes, and
other work on the machine hardly changes it.

Then hot answers are compared with nginx, which serves the same bytes as a file; the market's file is evicted from the
kernel's page cache, and a hot list is loaded beside cold products; and products with a picture are listed, one after the
other. With --postgres, only cold lists and products are compared, of both builds on PostgreSQL, with what PostgreSQL takes.
With --keep, the markets stay in a folder, and aren't filled again the next time.
Needs wrk, nginx, vips, Debian's golang-go and golang-github-mattn-go-sqlite3-dev, and `taskset`.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "Tests" / "Smoke"), str(HERE.parent / "Tests" / "Outages")]

from cluster import Node  # noqa: E402
from photos import photo  # noqa: E402
from servers import Server, cpu_nanoseconds, free_port, market, nginx, wait_for_the_check_of_the_data  # noqa: E402

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
        # Links name the port, and other numbers may have its digits.
        if (one[0], one[1].replace(f":{ours.port}/".encode(), b"/")) != (other[0], other[1].replace(f":{go.port}/".encode(), b"/")):
            raise RuntimeError(f"{path} differs:\n{one[1][:600]}\n{other[1][:600]}")
    say(f"{count} random responses have equal bytes.")


def ratio(pairs):
    return statistics.median(one / other for one, other in pairs)


def loads(servers, cases, options, connections=CONNECTIONS):
    """Loads the servers in turn, and prints the market's ratios to each of the others."""
    others = [name for name in servers if name != "market"]
    heading = [f"{name}, {unit}" for unit in ("/s", "CPU µs") for name in servers]
    heading += [f"{what} of {name}" for what in ("rate", "CPU") for name in others]
    print("| what | connections | " + " | ".join(heading) + " |")
    print("|---|" + "---:|" * (len(heading) + 1))
    for name, load in cases.items():
        for count in connections:
            figures = {server: [] for server in servers}
            for turn in range(options.rounds + 1):
                for server in list(servers)[:: 1 if turn % 2 else -1]:
                    figure = load(servers[server], count)
                    if turn > 0:
                        figures[server].append(figure)
            cells = [f"{statistics.median(f[0] for f in figures[server]):,.0f}" for server in servers]
            cells += [f"{statistics.median(f[1] for f in figures[server]):.0f}" for server in servers]
            cells += [f"{ratio((a[n], b[n]) for a, b in zip(figures['market'], figures[other])):.2f}"
                      for n in (0, 1) for other in others]
            print(f"| {name} | {count} | " + " | ".join(cells) + " |", flush=True)


def cold(products, seconds):
    return {f"{kind}, cold": lambda server, connections, kind=kind, count=count:
            wrk(server, connections, seconds, f"cold-{kind}", count)
            for kind, count in (("list", products // 20), ("detail", products))}


def hot(markets, folder, options):
    """A list and a product of each market, and of an nginx that serves the market's bytes, at the same address."""
    # nginx's workers have another user.
    folder.chmod(0o755)
    for kind, path in (("list", "/api/products"), ("detail", "/api/products/1")):
        (folder / kind).mkdir()
        beside = nginx(folder / kind, markets["market"].get(path)[1])
        try:
            servers = {**markets, "nginx": beside}

            def load(server, connections, path=path):
                server.path = path if server is not beside else "/api/products"
                return wrk(server, connections, options.seconds, "same")

            loads(servers, {f"{kind}, hot": load}, options)
        finally:
            beside.stop()
            for server in markets.values():
                server.path = "/api/products"


def listings(markets, folder, options, count=40):
    """One listing with a picture of 40 kB after the other, by one client."""
    picture = picture_of_40_kB(folder)
    print("| market | a listing with a picture, ms, median | CPU ms |")
    print("|---|---:|---:|")
    figures = {name: [] for name in markets}
    for turn in range(options.rounds + 1):
        for name in list(markets)[:: 1 if turn % 2 else -1]:
            before = markets[name].cpu_nanoseconds()
            times = [list_for_sale(markets[name], picture) for _ in range(count)]
            if turn > 0:
                cost = (markets[name].cpu_nanoseconds() - before) / count / 1e6
                figures[name].append((statistics.median(times) * 1000, cost))
    for name, found in figures.items():
        taken, cost = (statistics.median(column) for column in zip(*found))
        print(f"| {name} | {taken:.1f} | {cost:.1f} |", flush=True)


def picture_of_40_kB(folder):
    for width in range(200, 800, 20):
        path = photo(folder / f"picture {width}.jpg", width, width * 3 // 4, 1, seed=width)
        if path.stat().st_size >= 40_000:
            return path.read_bytes()
    raise RuntimeError("no picture has 40 kB")


def list_for_sale(server, picture):
    """Lists a product and returns the seconds until the response."""
    mark = "a-boundary-that-is-in-no-picture"
    fields = json.dumps({"name": "Benchmark", "description": "", "price": 1000, "currency": "KRW", "secret": "benchmark"})
    body = (f'--{mark}\r\nContent-Disposition: form-data; name="params"\r\nContent-Type: application/json\r\n\r\n{fields}\r\n'
            f'--{mark}\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
            ).encode() + picture + f"\r\n--{mark}--\r\n".encode()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    with contextlib.closing(connection):
        began = time.perf_counter()
        connection.request("POST", "/api/products", body, {
            "Content-Type": f"multipart/form-data; boundary={mark}", "identifier": "b0000000-0000-4000-8000-000000000001"})
        response = connection.getresponse()
        answer = response.read()
        taken = time.perf_counter() - began
        if response.status != 201:
            raise RuntimeError(f"a listing failed with {response.status}: {answer[:200]}")
        return taken


def fill(build, place, products):
    """Fills a market and returns the CPU seconds that it took."""
    say(f"Filling a market with {build} …")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([build / "openmarket-bench-fill", place, str(products)], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def on_postgres(builds, folder, options):
    """Cold lists and products of each build on a PostgreSQL server of its own."""
    folder.chmod(0o755)
    with contextlib.ExitStack() as ended:
        servers, databases = {}, {}
        for name, build in builds.items():
            node = Node(folder, name)
            node.create()
            node.start("shared_buffers=512MB", "maintenance_work_mem=512MB", "max_wal_size=4GB")
            ended.callback(node.stop)
            place = f"postgres://market@/postgres?host={node.folder}"
            data = folder / f"data {name}"
            fill(build, data, options.products)
            # A market of another version is only moved by its own program.
            subprocess.run([build / "openmarket", "move", "--from", data, "--to", place], check=True, stdout=subprocess.DEVNULL)
            node.run("vacuumdb", "-h", node.folder, "-U", "market", "--analyze", "postgres")
            servers[name] = market(build / "openmarket", data, folder / f"{name}.log", "--database", place)
            ended.callback(servers[name].stop)
            databases[name] = node
        for server in servers.values():
            wait_for_the_check_of_the_data(server)
        loads(servers, cold(options.products, options.seconds), options)
        shares(servers, databases, options)


def shares(servers, databases, options):
    """Where the CPU time of a request goes: in the market, and in PostgreSQL, of which no market can take less."""
    print("| what | market | CPU µs of the market | of PostgreSQL |")
    print("|---|---|---:|---:|")
    for kind, load in cold(options.products, options.seconds).items():
        for name, server in servers.items():
            runs = []
            for _ in range(options.rounds):
                before = cpu_nanoseconds(databases[name].process.pid)
                rate, cost, _ = load(server, 16)
                used = cpu_nanoseconds(databases[name].process.pid) - before
                runs.append((cost, used / (rate * options.seconds) / 1000))
            cost, used = (statistics.median(column) for column in zip(*runs))
            print(f"| {kind} | {name} | {cost:.0f} | {used:.0f} |", flush=True)


def evicted(servers, options):
    """A hot list on 4 connections beside random products on 16, whose pages are on the disk."""
    figures = {name: [] for name in servers}
    for turn in range(options.rounds + 1):
        for name in list(servers)[:: 1 if turn % 2 else -1]:
            server, data = servers[name]
            for _ in range(3):
                server.get("/api/products")
            evict(data / "market.sqlite")
            cold = subprocess.Popen(
                ["wrk", "-t1", "-c16", f"-d{options.seconds + 1}s", "--timeout", "10s", "-s", HERE / "load.lua", server.url,
                 "--", "cold-detail", str(options.products)], stdout=subprocess.PIPE, text=True)
            time.sleep(0.5)
            rate, _, p99 = wrk(server, 4, options.seconds, "same")
            found = json.loads(cold.communicate()[0].strip().splitlines()[-1])
            if turn > 0:
                figures[name].append((rate, p99, found["requests"] / found["seconds"]))
    print("| beside cold products on the disk | hot lists, /s | p99, ms | products, /s | rate of before | p99 of before |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, found in figures.items():
        rate, p99, products = (statistics.median(column) for column in zip(*found))
        ratios = [ratio((a[n], b[n]) for a, b in zip(found, figures[next(iter(figures))])) for n in (0, 1)]
        print(f"| {name} | {rate:,.0f} | {p99:.2f} | {products:,.0f} | {ratios[0]:.2f} | {ratios[1]:.2f} |", flush=True)


def pinned(servers, options):
    """Cold answers on one connection, with the server on one core and its client on the other one, so that neither can use
    the other's."""
    # Linux moves processes between its processors, and may wake one for each request.
    processors = sorted(os.sched_getaffinity(0))
    try:
        for server in servers.values():
            place(server, processors[0])
        other = ("taskset", "-c", str(processors[-1]))
        loads(servers, {
            f"{kind}, cold, pinned": lambda server, connections, kind=kind, count=count:
                wrk(server, connections, options.seconds, f"cold-{kind}", count, prefix=other)
            for kind, count in (("list", options.products // 20), ("detail", options.products))}, options, connections=(1,))
    finally:
        for server in servers.values():
            place(server, *processors)


def place(server, *processors):
    """Lets a server, with all of its threads, run on these processors only."""
    where = ",".join(map(str, processors))
    subprocess.run(["taskset", "-a", "-c", "-p", where, str(server.process.pid)], check=True, stdout=subprocess.DEVNULL)


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
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    builds = {"before": options.before, "market": options.build} if options.before else {"market": options.build}
    servers, folders = {}, {}
    with tempfile.TemporaryDirectory(prefix="openmarket-cold-") as name:
        folder = Path(name)
        if options.postgres:
            return on_postgres(builds, folder, options)
        try:
            for label, build in builds.items():
                folders[label] = (options.keep or folder) / label
                if not (folders[label] / "market.sqlite").exists():
                    seconds = fill(build, folders[label], options.products)
                    print(f"Filling the market of {label} took {seconds:.1f} s of CPU.", flush=True)
                servers[label] = market(build / "openmarket", folders[label], folder / f"{label}.log")
            for server in servers.values():
                wait_for_the_check_of_the_data(server)
            markets = dict(servers)
            servers["Go"] = go_server(folder, folders["market"])
            compare_bytes(servers["market"], servers["Go"], options.products)
            loads(servers, cold(options.products, options.seconds), options)
            pinned(servers, options)
            for label in markets:
                print(f"Memory of {label} after cold load: {servers[label].memory('VmRSS'):.0f} MB")
            hot(markets, folder, options)
            evicted({label: (servers[label], folders[label]) for label in folders}, options)
            listings(markets, folder, options)
        finally:
            for server in servers.values():
                server.stop()


if __name__ == "__main__":
    main()
