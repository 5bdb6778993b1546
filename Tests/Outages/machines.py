"""Nodes on machines that aren't well: a wrong clock, a full disk, connections that lead nowhere, a pooler that ends."""

import os
import subprocess
import time
import uuid
from pathlib import Path

from killing import are_ready, prepared_nodes
from market import wait_until
from people import Load, picture
from photos import is_whole_jpeg
from swallowing import SwallowingProxy

POOLER = Path(__file__).resolve().parents[1] / "TestClusters" / "pooler.sh"


class Clock:
    """A wrong clock. Programs with its environment go by it."""

    def __init__(self, offset):
        # It keeps what libfaketime shares between processes. A program that has to make that itself loses its arguments.
        self.process = subprocess.Popen(
            ["faketime", "-f", offset, "sh", "-c", "env; echo; exec cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1"})
        lines = dict(line.strip().split("=", 1) for line in iter(self.process.stdout.readline, "\n") if "=" in line)
        self.environment = {key: value for key, value in lines.items() if "FAKE" in key or key == "LD_PRELOAD"}

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def clocks(outages, folder, name):
    """The clock of one node is an hour ahead, another one's an hour behind."""
    node, nodes, proxy = prepared_nodes(outages, folder, name)
    for server, offset in zip(nodes.servers, ("+1h", "-1h")):
        clock = Clock(offset)
        outages.ends.append(clock.end)
        server.stop()
        server.environment = {**server.environment, **clock.environment}
        server.start()
        outages.check(server.get("/health/live").status == 200, f"{name}: the node with {offset} is alive")
    outages.check(wait_until(lambda: are_ready(nodes)), f"{name}: all nodes are ready")
    seen = [server.get("/health/live").headers.get("date", "") for server in nodes.servers]
    outages.check(len({date[:20] for date in seen}) == 3, f"{name}: the clocks differ", seen)
    load = Load(proxy, outages.photo, guesses=True)
    seconds = int(os.environ.get("OUTAGE_CLOCK_SECONDS", 60))
    time.sleep(seconds)
    # A listing and its deletion on nodes whose clocks are two hours apart.
    for number, (first, second) in enumerate(((0, 1), (1, 0), (0, 2), (2, 1))):
        product = load.list(f"w{number}clock", f"clock{number}", number, picture())
        ports = [nodes.servers[index].port for index in (first, second)]
        headers = {"Content-Type": "application/json"}
        token = load.request("POST", f"/api/products/{product}/secret", '{"secret":"sesame"}', headers, ports[0])
        gone = load.request("DELETE", f"/api/products/{product}/{token[1].decode()}", port=ports[1])
        outages.check(gone[0] // 100 == 2, f"{name}: a delete token of one node works on another", (token, gone))
        if gone[0] // 100 == 2:
            load.answered[f"w{number}clock"] = None
    outages.check(not load.lost, f"{name}: no request is left without an answer", load.lost[:3])
    outages.verify_nodes(f"clocks an hour off, {seconds} s", node, nodes, load, [])


def full_caches(outages, folder, name):
    """The disk with the copies of images is full on one node, and another one has room for a few only."""
    if os.geteuid() != 0:
        print(f"{name}: skipped, because only root can make a small disk")
        return
    node, nodes, proxy = prepared_nodes(outages, folder, name)
    full, small, _ = nodes.servers
    cache = full.data / "image-cache"
    full.stop()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", cache], check=True)
    try:
        full.start()
        small.stop()
        small.arguments += ["--images-cache", "16"]
        small.start()
        load = Load(proxy, outages.photo, guesses=True)
        seconds = int(os.environ.get("OUTAGE_CACHE_SECONDS", 60))
        outages.check(show_all(load, (full, small), seconds) == {200}, f"{name}: images are served when the cache is full")
        # Nothing that the market could remove takes the room now.
        with open(cache / "ballast", "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(4096))
            except OSError:
                pass
        statuses = show_all(load, (full,), seconds / 4)
        outages.check(
            statuses <= {200, 503, 507}, f"{name}: a node without any room serves whole images or refuses ({statuses})")
        (cache / "ballast").unlink()
        outages.check(show_all(load, (full, small), 1) == {200}, f"{name}: images are served when there is room again")
        outages.verify_nodes(f"full disk caches, {seconds} s", node, nodes, load, [])
    finally:
        outages.place.stop_all()
        subprocess.run(["umount", cache], check=False)


def show_all(load, servers, seconds):
    """Lists products for a while and shows their images on some nodes. Returns the statuses of the images."""
    deadline = time.monotonic() + seconds
    statuses = set()
    while True:
        number = len(load.answered)
        product = load.list(f"w{number}shown", str(uuid.uuid4()), 7, picture(640, 480))
        for link in load.links(load.request("GET", f"/api/products/{product}")[1]):
            for server in servers:
                status, data = load.until_shown(link, server.port)
                statuses.add(status if status != 200 or is_whole_jpeg(data) else "damaged")
        if time.monotonic() >= deadline:
            return statuses


def half_open(outages, folder, name):
    """One node's connections to PostgreSQL are half open: first those that it has, then new ones as well."""
    front = folder / "front"
    front.mkdir()
    node, nodes, proxy = prepared_nodes(outages, folder, name)
    swallowing = SwallowingProxy(front, node.folder)
    server = nodes.servers[0]
    server.stop()
    server.arguments[server.arguments.index("--database") + 1] = f"postgres://market@/market?host={front}"
    server.start()
    wait_until(lambda: are_ready(nodes))
    load = Load(proxy, outages.photo, guesses=True)
    times, returns = [], []
    seconds = int(os.environ.get("OUTAGE_HALF_OPEN_SECONDS", 60))
    for number in range(int(os.environ.get("OUTAGE_HALF_OPEN", 4))):
        load.wait_for_writes(20)
        moment = time.monotonic()
        swallowing.swallow(new_ones=bool(number % 2))
        times.append(load.next_answer(moment))
        if number % 2:
            outages.check(wait_until(lambda: server.get("/health/ready").status == 503), f"{name}: the node says that it isn't ready")
            returns.append(time.monotonic() - moment)
            time.sleep(seconds)
            swallowing.heal()
        moment = time.monotonic()
        back = wait_until(lambda: server.get("/health/ready").status == 200 and server.get(
            f"/api/products?page_no=1&items_per_page=1&n={number}").status == 200)
        outages.check(back, f"{name}: the node is ready again")
        print(f"  ready again after {time.monotonic() - moment:.2f} s", flush=True)
    if returns:
        print(f"  not ready {max(returns):.2f} s after its connections were half open at the latest", flush=True)
    outages.verify_nodes(f"{len(times)} times half open", node, nodes, load, times)


class Pooler:
    """PgBouncer behind a link, so that the next one has the same address."""

    def __init__(self, folder, cluster):
        self.cluster = cluster
        self.link = folder / "pooler"
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["bash", str(POOLER), str(self.cluster)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        target = self.process.stdout.readline().strip()
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(target)

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def poolers(outages, folder, name):
    """PgBouncer stands between the nodes and PostgreSQL. It and the nodes are killed."""
    node, nodes, proxy = prepared_nodes(outages, folder, name)
    pooler = Pooler(folder, node.folder)
    outages.ends.append(pooler.end)
    for server in nodes.servers:
        server.stop()
        server.arguments[server.arguments.index("--database") + 1] = f"postgres://market@/market?host={pooler.link}&port=6432"
        server.arguments += ["--database-direct", outages.url]
        server.start()
    load = Load(proxy, outages.photo, guesses=True)
    times, after_pooler = [], []
    count = int(os.environ.get("OUTAGE_POOLERS", 12))
    for number in range(count):
        server = nodes.servers[number % 3]
        load.wait_for_writes(20)
        moment = time.monotonic()
        if number % 4 == 3:
            pooler.end()
            pooler.start()
            after_pooler.append(load.next_answer(time.monotonic()))
        else:
            server.kill()
            times.append(load.next_answer(moment))
            load.wait_for_writes(10)
            server.start()
    print(f"  next answer after PgBouncer's start: {max(after_pooler or [0]):.2f} s at the latest", flush=True)
    outages.verify_nodes(f"{count} ends of nodes and of PgBouncer", node, nodes, load, times)
