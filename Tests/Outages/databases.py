"""PostgreSQL that crashes, restarts, fails over, and loses connections in the middle of commits."""

import os
import random
import shutil
import signal
import time

from asking import Freshness
from cluster import Node
from cutting import CuttingProxy
from killing import prepared_nodes
from market import wait_until
from people import Load


def cuts(outages, folder, name):
    node = outages.prepared(folder, name)
    front = folder / "proxy"
    front.mkdir()
    proxy = CuttingProxy(front, node.folder)
    direct = outages.url
    server = outages.market(name, f"postgres://market@/market?host={front}")
    load = Load(server, outages.photo)
    count = int(os.environ.get("OUTAGE_CUTS", 200))
    while proxy.cut_count < count:
        before = proxy.cut_count
        proxy.arm(random.random() < 0.5)
        wait_until(lambda: proxy.cut_count > before)
        load.wait_for_writes(3)
    outages.url = direct
    outages.verify(f"{count} cuts in mid-commit", [server], load, node, [])


def crashes(outages, folder, name):
    node = outages.prepared(folder, name)
    server = outages.market(name, outages.url)
    load = Load(server, outages.photo)
    times = []
    count = int(os.environ.get("OUTAGE_CRASHES", 10))
    for _ in range(count):
        load.wait_for_writes(20)
        moment = time.monotonic()
        node.crash()
        time.sleep(0.2)
        times.append(0.2 + load.next_answer(moment + 0.2))
    outages.verify(f"{count} crashes", [server], load, node, times)


def restarts(outages, folder, name):
    node = outages.prepared(folder, name)
    server = outages.market(name, outages.url)
    load = Load(server, outages.photo)
    times = []
    count = int(os.environ.get("OUTAGE_RESTARTS", 5))
    for number in range(count):
        load.wait_for_writes(20)
        if number % 2:
            node.kill()
            (node.data / "postmaster.pid").unlink(missing_ok=True)
        else:
            node.stop()
        node.start()
        times.append(load.next_answer(time.monotonic()))
    outages.verify(f"{count} restarts, every second after SIGKILL", [server], load, node, times)


def failovers(outages, folder, name):
    # Each commit waits for the standby, as it must if nothing answered may be lost with a machine.
    node = outages.prepared(folder, name)
    nodes = [node.folder, folder / "second", folder / "third", folder / "fourth"]
    count = min(int(os.environ.get("OUTAGE_FAILOVERS", 3)), 3)
    hosts = ",".join(str(host) for host in nodes[:count + 1])
    outages.url = f"postgres://market@/market?host={hosts}"
    server = outages.market(name, outages.url)
    load = Load(server, outages.photo)
    times = []
    for number in range(count):
        standby = add_standby(outages, node, folder, nodes[number + 1].name)
        load.wait_for_writes(60)
        moment = time.monotonic()
        node.kill()
        standby.promote()
        times.append(load.next_answer(time.monotonic()))
        print(f"  failover {number + 1}: promoted after {time.monotonic() - moment - times[-1]:.2f} s", flush=True)
        node = standby
    outages.verify(f"{count} failovers to a synchronous standby", [server], load, node, times)


def add_standby(outages, node, folder, name):
    """Starts a standby for which each commit waits."""
    standby = Node(folder, name)
    standby.copy(node)
    standby.start()
    outages.ends.append(standby.stop)
    node.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")
    node.sql("postgres", "SELECT pg_reload_conf()")
    wait_until(lambda: node.sql("postgres", "SELECT sync_state FROM pg_stat_replication") == "sync")
    return standby


def use_numbers(load, node):
    """Has nodes read the log up to numbers that the next crash loses, while nobody writes."""
    load.hold()
    # What nobody waits for isn't written.
    node.signal("walwriter", signal.SIGSTOP)
    node.use_numbers(3000)
    # Each node looks four times a second.
    time.sleep(0.6)
    return node.next_number()


def recoveries(outages, folder, name):
    """PostgreSQL is killed, or one of its processes, again and again, and three nodes go on."""
    node, nodes, proxy = prepared_nodes(outages, folder, name)
    load = Load(proxy, outages.photo, guesses=True)
    freshness = Freshness(load, nodes.servers)
    times, again = [], 0
    count = int(os.environ.get("OUTAGE_RECOVERIES", 50))
    for number in range(count):
        load.wait_for_writes(12)
        freshness.wait_for_round()
        # Every second time, writes are under way instead.
        before = use_numbers(load, node) if number % 2 else 0
        load.emptied += 1
        moment = time.monotonic()
        if number % 4 < 2:
            node.kill()
            (node.data / "postmaster.pid").unlink(missing_ok=True)
            node.start()
        else:
            node.crash_and_recover("walwriter")
        again += node.next_number() < before
        load.may_write.set()
        times.append(load.next_answer(moment + 0.1) + 0.1)
    freshness.verify(outages.check, name)
    print(f"  {again} of {count} times, numbers were given again that nodes remembered", flush=True)
    outages.verify_nodes(f"{count} crashes of PostgreSQL, half of them of one process", node, nodes, load, times)


def promotions(outages, folder, name):
    """A synchronous standby takes over, again and again, and three nodes go on."""
    count = int(os.environ.get("OUTAGE_PROMOTIONS", 20))
    # The address leads to whichever server is the primary.
    link = folder / "primary"
    link.symlink_to(folder / "first")
    node, nodes, proxy = prepared_nodes(outages, folder, name, url=f"postgres://market@/market?host={link}")
    load = Load(proxy, outages.photo, guesses=True)
    freshness = Freshness(load, nodes.servers)
    times, again = [], 0
    for number in range(count):
        standby = add_standby(outages, node, folder, f"standby{number}")
        load.wait_for_writes(12)
        freshness.wait_for_round()
        before = use_numbers(load, node) if number % 2 else 0
        load.emptied += 1
        moment = time.monotonic()
        node.kill()
        standby.promote()
        link.unlink()
        link.symlink_to(standby.folder)
        again += standby.next_number() < before
        load.may_write.set()
        times.append(load.next_answer(moment + 0.1) + 0.1)
        shutil.rmtree(node.data)
        node = standby
    freshness.verify(outages.check, name)
    print(f"  {again} of {count} times, numbers were given again that nodes remembered", flush=True)
    outages.url = f"postgres://market@/market?host={link}"
    outages.verify_nodes(f"{count} promotions of a synchronous standby", node, nodes, load, times)
