"""An object store that fails: what needs it is refused, everything else goes on, and afterwards nothing is missing."""

import json
import os
import time
import uuid

from killing import prepared_nodes
from market import wait_until
from people import SECRET, Load, picture
from photos import is_whole_jpeg

JSON = {"Content-Type": "application/json"}
# Apps give up after 30 seconds without an answer.
LONGEST_DELETION = 30


def store_faults(outages, folder, name):
    """The store answers with 500 and 429, not at all, with half of each body, and is gone for a minute."""
    node, nodes, proxy = prepared_nodes(outages, folder, name)
    load = Load(proxy, outages.photo, guesses=True, pause=0.3)
    seconds = int(os.environ.get("OUTAGE_STORE_SECONDS", 60))
    store, times = outages.store, []

    def fault(kind):
        return lambda: store.fault("market", kind), lambda: store.clear("market")
    faults = [
        ("500", fault(500), seconds / 3), ("429", fault(429), seconds / 3), ("no answer", fault("hang"), seconds / 3),
        ("half of a body", fault("cut"), seconds / 3)]
    # moto has everything in memory.
    if not store.moto:
        faults.append(("gone", (store.end, store.start), seconds))
    for title, (begin, end), length in faults:
        load.wait_for_writes(20)
        probe = Probe(outages.check, f"{name}, {title}", nodes, load)
        begin()
        try:
            deadline = time.monotonic() + length
            probe.during()
            probe.goes_on()
            while time.monotonic() < deadline:
                probe.goes_on()
        finally:
            end()
        moment = time.monotonic()
        probe.after()
        times.append(time.monotonic() - moment)
        print(f"  {title} for {length:.0f} s: all back {times[-1]:.2f} s later; longest of {probe.count} other requests "
              f"{probe.longest:.2f} s", flush=True)
    outages.verify_nodes("faults of the object store", node, nodes, load, [])


def store_hiccups(outages, folder, name):
    """Three in ten requests to the store fail, of each kind a few. Retries are enough."""
    node, nodes, proxy = prepared_nodes(outages, folder, name)
    for kind in (500, 429, "cut", "damage", "lost"):
        outages.store.fault("market", kind, None, share=0.07)
    load = Load(proxy, outages.photo, guesses=True)
    writes = int(os.environ.get("OUTAGE_STORE_WRITES", 400))
    load.wait_for_writes(writes)
    outages.store.clear("market")
    outages.verify_nodes("three in ten of the store's answers are faults", node, nodes, load, [])


class Probe:
    """Asks one node for images that it has and others that it hasn't, and all nodes for what needs no image."""

    def __init__(self, check, title, nodes, load):
        self.report, self.title, self.nodes, self.load = check, title, nodes, load
        self.count, self.longest = 0, 0
        first, second = nodes.servers[:2]
        # The node that has received an image keeps it; the other one hasn't heard of it.
        self.kept, self.port = [], second.port
        for _ in range(4):
            name = f"w0probe{uuid.uuid4()}"
            body, headers = load.form(name, 8, picture())
            answers = []
            wait_until(lambda: answers.append(load.request("POST", "/api/products", body, headers, first.port)) or answers[-1][0] == 201)
            product = json.loads(answers[-1][1])
            load.answered[name] = (product["id"], 1)
            self.kept += load.links(answers[-1][1])
        self.unwanted = [f"w0unwanted{uuid.uuid4()}" for _ in range(2)]
        for name in self.unwanted:
            load.list(name, name, 8, picture())
        self.first = first.port
        name = f"t0probe{uuid.uuid4()}"
        self.item = load.item(name, name)
        load.answered[name] = (self.item, "open")

    def check(self, is_right, what, detail=""):
        self.report(is_right, f"{self.title}: {what}", detail)

    def during(self):
        """The first requests may wait for the store; those after them are refused at once."""
        missing = [self.load.request("GET", link, port=self.port)[0] for link in self.kept]
        self.check(set(missing) == {503}, "images that a node hasn't are 503", missing)
        body, headers = self.load.form("refused", 8, picture())
        statuses = [self.load.request("POST", "/api/products", body, headers, port)[0] for port in self.nodes.ports]
        self.check(set(statuses) == {503}, "listings with images are 503", statuses)
        for name in self.unwanted:
            begin = time.monotonic()
            self.load.delete(name, self.load.answered[name][0])
            took = time.monotonic() - begin
            self.check(took < LONGEST_DELETION, "deletions don't wait for the store", f"{took:.1f} s")

    def goes_on(self):
        """Everything without the store."""
        begin = time.monotonic()
        shown = [self.load.request("GET", link, port=self.first) for link in self.kept[:2]]
        self.check(all(is_whole_jpeg(data) for _, data in shown), "images that a node has are shown", [status for status, _ in shown])
        listed = self.load.request("GET", "/api/products?page_no=1&items_per_page=20")[0]
        self.check(listed == 200, "lists are shown", listed)
        for state in ("sold", "open"):
            status = self.load.request(
                "PUT", f"/api/products/{self.item}/state", json.dumps({"state": state, "secret": SECRET}), JSON)[0]
            self.check(status == 200, "states are changed", status)
        # Listed again and again with one key, which lists one product.
        body, headers = self.load.item_form("t0gone")
        status, text = self.load.request("POST", "/item", body, {**headers, "Idempotency-Key": "gone"})
        self.check(status == 200, "products without images are listed", f"{status} {text[:200]}")
        if status == 200:
            self.load.answered["t0gone"] = (json.loads(text)["id"], "open")
        self.count += 1
        self.longest = max(self.longest, time.monotonic() - begin)

    def after(self):
        back = [self.load.until_shown(link, self.port) for link in self.kept]
        self.check(all(is_whole_jpeg(data) for _, data in back), "afterwards no image is missing")
        self.load.next_answer(time.monotonic())
