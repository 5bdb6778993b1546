"""Nodes behind a load balancer that are killed, frozen, stopped and replaced."""

import os
import signal
import time
import uuid

from market import wait_until
from nodes import Nodes, Proxy
from objects import ObjectStore
from people import Load
from verifying import Deadlines


def prepared_nodes(outages, folder, name, kind="haproxy", url=None, arguments=()):
    """Starts PostgreSQL, an object store, three nodes and a load balancer."""
    node = outages.prepared(folder, name)
    outages.store = ObjectStore(folder / "objects", os.environ.get("OUTAGE_MOTO"))
    outages.ends.append(outages.store.end)
    nodes = Nodes(
        outages.place, url or outages.url, "--drain-seconds", "4", "--listing-budget", "100000:100000",
        "--total-listing-budget", "100000:100000", "--log-level", "error", *arguments, store=outages.store)
    proxy = Proxy(outages.place, nodes.ports, kind)
    outages.ends.append(proxy.end)
    return node, nodes, proxy


def are_ready(nodes):
    return all(server.get("/health/ready").status == 200 for server in nodes.servers)


def kills(outages, folder, name, kind="haproxy"):
    """Nodes are killed one after the other, every few seconds."""
    node, nodes, proxy = prepared_nodes(outages, folder, name, kind)
    load = Load(proxy, outages.photo, guesses=True)
    deadlines = Deadlines(load, node)
    times = []
    count = int(os.environ.get("OUTAGE_KILLS", 100))
    for number in range(count):
        server = nodes.servers[number % 3]
        load.wait_for_writes(20)
        deadlines.pass_by(1)
        moment = time.monotonic()
        server.kill()
        times.append(load.next_answer(moment))
        load.wait_for_writes(10)
        server.start()
    deadlines.verify(outages.check, name)
    outages.verify_nodes(f"{count} nodes killed behind {kind}", node, nodes, load, times)


def kills_behind_nginx(outages, folder, name):
    kills(outages, folder, name, "nginx")


def freezes(outages, folder, name):
    """A node stops for a while and goes on, with what it knew before."""
    node, nodes, proxy = prepared_nodes(outages, folder, name)
    load = Load(proxy, outages.photo, guesses=True)
    times = []
    seconds = int(os.environ.get("OUTAGE_FREEZE_SECONDS", 60))
    count = int(os.environ.get("OUTAGE_FREEZES", 3))
    for number in range(count):
        server = nodes.servers[number % 3]
        load.wait_for_writes(20)
        moment = time.monotonic()
        server.process.send_signal(signal.SIGSTOP)
        times.append(load.next_answer(moment))
        time.sleep(seconds)
        # What it knows of the market from here on is older than it may be.
        listed = load.list(f"w{number}frozen", str(uuid.uuid4()), number)
        server.process.send_signal(signal.SIGCONT)
        seen = wait_until(lambda: server.get(f"/api/products/{listed}").status == 200)
        page = server.get("/api/products?page_no=1&items_per_page=100").json["pages"]
        outages.check(seen and any(item["id"] == listed for item in page), f"{name}: a woken node knows what is new")
    outages.verify_nodes(f"{count} nodes frozen for {seconds} s", node, nodes, load, times)


def replacements(outages, folder, name):
    """Nodes are stopped as usual and started again, one by one, and no client notices."""
    node, nodes, proxy = prepared_nodes(outages, folder, name)
    load = Load(proxy, outages.photo, guesses=True)
    count = int(os.environ.get("OUTAGE_REPLACEMENTS", 12))
    for number in range(count):
        server = nodes.servers[number % 3]
        load.wait_for_writes(20)
        outages.check(server.stop() == 0, f"{name}: a node stops as usual")
        server.start()
        wait_until(lambda: server.get("/health/ready").status == 200)
        # Two checks of the proxy.
        load.wait_for_writes(40)
    outages.check(not load.lost, f"{name}: no request is left without an answer", load.lost[:3])
    outages.verify_nodes(f"{count} nodes replaced", node, nodes, load, [])


def second_signals(outages, folder, name):
    """Whoever stops a node that drains doesn't want to wait: what is under way is finished all the same."""
    node, nodes, proxy = prepared_nodes(outages, folder, name)
    for server in nodes.servers:
        server.arguments[server.arguments.index("--drain-seconds") + 1] = "600"
        server.stop()
        server.start()
    load = Load(proxy, outages.photo, guesses=True)
    count = int(os.environ.get("OUTAGE_SECOND_SIGNALS", 6))
    times = []
    for number in range(count):
        server = nodes.servers[number % 3]
        wait_until(lambda: are_ready(nodes))
        load.wait_for_writes(20)
        server.process.send_signal(signal.SIGTERM)
        outages.check(wait_until(lambda: server.get("/health/ready").status == 503), f"{name}: the node drains")
        load.wait_for_writes(5)
        moment = time.monotonic()
        outages.check(server.stop() == 0, f"{name}: the second signal ends it as usual")
        times.append(time.monotonic() - moment)
        server.start()
    print(f"  ends {max(times):.2f} s after the second signal at the latest", flush=True)
    for server in nodes.servers:
        server.arguments[server.arguments.index("--drain-seconds") + 1] = "0"
        server.kill()
        server.start()
    outages.verify_nodes(f"{count} nodes that drain are told again", node, nodes, load, [])
