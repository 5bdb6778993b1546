"""Outages of PostgreSQL and of nodes under load: what was answered is there, once and whole, and the market goes on by itself."""

import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Smoke"))

from cluster import Node
from cutting import CuttingProxy
from market import Place, wait_until
from nodes import Nodes, Proxy
from people import Load
from photos import is_whole_jpeg, make_photos


class Outages:
    def __init__(self, binary, folder):
        self.place = Place(binary=binary, folder=folder)
        self.photo = make_photos(folder)["small"]
        self.failed = 0
        self.passed = 0

    def check(self, is_right, what, detail=""):
        if is_right:
            self.passed += 1
        else:
            self.failed += 1
            print(f"  FAILED: {what} {detail}")

    def run(self, name, fail):
        folder = Path(tempfile.mkdtemp(prefix="openmarket-outage-"))
        folder.chmod(0o755)
        try:
            fail(self, folder, name)
        finally:
            self.place.stop_all()
            shutil.rmtree(folder, ignore_errors=True)

    def market(self, name, url):
        return self.place.market(
            name, "--database", url, "--listing-budget", "100000:100000", "--total-listing-budget", "100000:100000",
            "--log-level", "error")

    def verify(self, name, server, load, node, times):
        """Compares everything that was answered with what is stored."""
        load.end()
        for problem in load.problems[:5]:
            print(f"  {problem}")
        self.check(not load.problems, f"{name}: every answer is what was asked for", f"({len(load.problems)})")
        stored = {}
        rows = node.sql("market", """
            SELECT p.name, p.id, p.stock, d.description, (SELECT count(*) FROM image AS i WHERE i.product_id = p.id),
                p.thumbnail_id IS NOT NULL FROM product AS p JOIN product_detail AS d ON d.product_id = p.id""")
        for row in rows.splitlines():
            product_name, *values = row.split("|")
            stored.setdefault(product_name, []).append(values)
        lost, twice, half, wrong = 0, 0, 0, 0
        for product_name, state in load.answered.items():
            found = stored.pop(product_name, [])
            if state is None:
                wrong += bool(found)
                continue
            lost += not found
            twice += len(found) > 1
            for product, stock, description, images, has_thumbnail in found:
                half += (images, has_thumbnail, description) != ("1", "t", f"stock {stock}")
                wrong += (int(product), int(stock)) != state
        self.check(not lost, f"{name}: no answered write is lost", f"({lost})")
        self.check(not twice, f"{name}: none is there twice", f"({twice})")
        self.check(not half, f"{name}: none is there in part", f"({half})")
        self.check(not wrong, f"{name}: each is as it was answered", f"({wrong})")
        self.check(not stored, f"{name}: nothing is there that wasn't answered", f"({len(stored)})")
        total = int(node.sql("market", "SELECT count(*) FROM product"))
        shown = wait_until(lambda: json.loads(load.request("GET", "/api/products?page_no=1&items_per_page=1")[1] or b"{}")
                           .get("total_count") == total)
        self.check(shown, f"{name}: the list counts what is stored")
        self.check(server.stop() == 0, f"{name}: the server stops as usual")
        result = self.place.command("check", "--data", server.data, "--database", self.url)
        self.check(result.returncode == 0, f"{name}: check finds nothing", result.stdout + result.stderr)
        line = f"{name}: {len(load.answers)} answered writes, {load.unanswered} tries without an answer"
        if times:
            ordered = sorted(times)
            line += (f"; next answer after {ordered[len(ordered) // 2]:.2f} s (median), {ordered[-1]:.2f} s (worst of "
                     f"{len(ordered)})")
        print(line, flush=True)

    def prepared(self, folder, name, *settings):
        node = Node(folder, "first")
        node.create()
        node.start(*settings)
        node.run("createdb", "-h", node.folder, "-U", "market", "-T", "template0", "market")
        self.url = f"postgres://market@/market?host={node.folder}"
        return node


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
    outages.verify(f"{count} cuts in mid-commit", server, load, node, [])
    node.stop()


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
    outages.verify(f"{count} crashes", server, load, node, times)
    node.stop()


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
    outages.verify(f"{count} restarts, every second after SIGKILL", server, load, node, times)
    node.stop()


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
        standby = Node(folder, nodes[number + 1].name)
        standby.copy(node)
        standby.start()
        node.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")
        node.sql("postgres", "SELECT pg_reload_conf()")
        wait_until(lambda: node.sql("postgres", "SELECT sync_state FROM pg_stat_replication") == "sync")
        load.wait_for_writes(60)
        moment = time.monotonic()
        node.kill()
        standby.promote()
        times.append(load.next_answer(time.monotonic()))
        print(f"  failover {number + 1}: promoted after {time.monotonic() - moment - times[-1]:.2f} s", flush=True)
        node = standby
    outages.verify(f"{count} failovers to a synchronous standby", server, load, node, times)
    node.stop()


def prepared_nodes(outages, folder, name, kind="haproxy"):
    node = outages.prepared(folder, name)
    nodes = Nodes(
        outages.place, outages.url, "--drain-seconds", "4", "--listing-budget", "100000:100000", "--total-listing-budget",
        "100000:100000", "--log-level", "error")
    return node, nodes, Proxy(outages.place, nodes.ports, kind)


def verify_nodes(outages, name, node, nodes, proxy, load, times):
    """Compares everything, and reads each image through the proxy."""
    load.end()
    server = nodes.servers[0]
    links = set()
    for product in (state[0] for state in load.answered.values() if state):
        status, text = load.request("GET", f"/api/products/{product}")
        if status == 200:
            links.update("/" + image[key].split("/", 3)[3] for image in json.loads(text)["images"]
                         for key in ("url", "thumbnail_url"))
    broken = [link for link in links if not is_whole_jpeg(load.request("GET", link)[1])]
    outages.check(links and not broken, f"{name}: each of {len(links)} images is whole", broken[:3])
    for other in nodes.servers[1:]:
        outages.check(other.stop() == 0, f"{name}: {other.data.name} stops as usual")
    outages.verify(name, server, load, node, times)
    proxy.end()
    node.stop()


def kills(outages, folder, name, kind="haproxy"):
    """Nodes are killed one after the other, every few seconds."""
    node, nodes, proxy = prepared_nodes(outages, folder, name, kind)
    load = Load(proxy, outages.photo)
    times = []
    count = int(os.environ.get("OUTAGE_KILLS", 100))
    for number in range(count):
        server = nodes.servers[number % 3]
        load.wait_for_writes(20)
        moment = time.monotonic()
        server.kill()
        times.append(load.next_answer(moment))
        load.wait_for_writes(10)
        server.start()
    verify_nodes(outages, f"{count} nodes killed behind {kind}", node, nodes, proxy, load, times)


def freezes(outages, folder, name):
    """A node stops for a while and goes on, with what it knew before."""
    node, nodes, proxy = prepared_nodes(outages, folder, name)
    load = Load(proxy, outages.photo)
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
        server.process.send_signal(signal.SIGCONT)
        # What it knew of the market is older than it may be.
        listed = load.list(f"frozen{number}", str(uuid.uuid4()), number)
        seen = wait_until(lambda: server.get(f"/api/products/{listed}").status == 200)
        page = server.get("/api/products?page_no=1&items_per_page=100").json["pages"]
        outages.check(seen and any(item["id"] == listed for item in page), f"{name}: a woken node knows what is new")
    verify_nodes(outages, f"{count} nodes frozen for {seconds} s", node, nodes, proxy, load, times)


def replacements(outages, folder, name):
    """Nodes are stopped as usual and started again, one by one, and no client notices."""
    node, nodes, proxy = prepared_nodes(outages, folder, name)
    load = Load(proxy, outages.photo)
    count = int(os.environ.get("OUTAGE_REPLACEMENTS", 12))
    for number in range(count):
        server = nodes.servers[number % 3]
        load.wait_for_writes(20)
        outages.check(server.stop() == 0, f"{name}: a node stops as usual")
        server.start()
        wait_until(lambda: server.get("/health/ready").status == 200)
        # Two checks of the proxy.
        load.wait_for_writes(40)
    outages.check(not load.unanswered, f"{name}: no request is left without an answer", f"({load.unanswered})")
    verify_nodes(outages, f"{count} nodes replaced", node, nodes, proxy, load, [])


def kills_behind_nginx(outages, folder, name):
    kills(outages, folder, name, "nginx")


SCENARIOS = {
    "cuts": cuts, "crashes": crashes, "restarts": restarts, "failovers": failovers, "kills": kills,
    "kills_behind_nginx": kills_behind_nginx, "freezes": freezes, "replacements": replacements,
}


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(SCENARIOS):
        sys.exit("usage: run.sh BINARY [" + "|".join(SCENARIOS) + " …]")
    folder = Path(tempfile.mkdtemp(prefix="openmarket-outages-"))
    folder.chmod(0o755)
    outages = Outages(Path(sys.argv[1]).resolve(), folder)
    try:
        for name in sys.argv[2:] or SCENARIOS:
            outages.run(name, SCENARIOS[name])
    finally:
        outages.place.stop_all()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{outages.passed} passed, {outages.failed} failed")
    sys.exit(1 if outages.failed else 0)


if __name__ == "__main__":
    main()
