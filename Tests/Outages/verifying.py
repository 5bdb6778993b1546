"""What a market must look like after outages: everything that was answered, once and whole."""

import json
import shutil
import tempfile
import uuid
from pathlib import Path

from asking import ask_nodes
from cluster import Node
from market import Place, wait_until
from people import SECRET, STATES
from photos import is_whole_jpeg, make_photos


class Outages:
    def __init__(self, binary, folder):
        self.place = Place(binary=binary, folder=folder)
        self.photo = make_photos(folder)["small"]
        self.failed = 0
        self.passed = 0
        self.store = None
        # What ends the other programs of a scenario, however that ends.
        self.ends = []

    def check(self, is_right, what, detail=""):
        if is_right:
            self.passed += 1
        else:
            self.failed += 1
            print(f"  FAILED: {what} {detail}", flush=True)
        return bool(is_right)

    def run(self, name, fail):
        folder = Path(tempfile.mkdtemp(prefix="openmarket-outage-"))
        folder.chmod(0o755)
        self.store = None
        try:
            fail(self, folder, name)
        except Exception as error:  # A scenario that raises counts as a failure, and the next one runs.
            self.check(False, f"{name}: the scenario can be finished", f"{type(error).__name__}: {error}")
        finally:
            self.place.stop_all()
            for end in reversed(self.ends):
                end()
            self.ends.clear()
            shutil.rmtree(folder, ignore_errors=True)

    def market(self, name, url):
        return self.place.market(
            name, "--database", url, "--listing-budget", "100000:100000", "--total-listing-budget", "100000:100000",
            "--log-level", "error")

    def verify(self, name, servers, load, node, times):
        """Compares everything that was answered with what is stored, and that with what each node shows."""
        load.end()
        for problem in load.problems[:5]:
            print(f"  {problem}")
        self.check(not load.problems, f"{name}: every answer is what was asked for", f"({len(load.problems)})")
        compare(self.check, name, load, node, servers)
        for server in servers:
            self.check(server.stop() == 0, f"{name}: {server.data.name} stops as usual")
        environment = self.store.environment if self.store else None
        result = self.place.command("check", "--data", servers[0].data, "--database", self.url, environment=environment)
        self.check(result.returncode == 0, f"{name}: check finds nothing", result.stdout + result.stderr)
        self.report(name, load, times)

    def verify_nodes(self, name, node, nodes, load, times):
        """Compares everything, and reads each image through the proxy."""
        load.end()
        links = set()
        for product in (state[0] for state in load.answered.values() if state):
            status, text = load.request("GET", f"/api/products/{product}")
            if status == 200:
                links.update(load.links(text))
        broken = [link for link in links if not is_whole_jpeg(load.until_shown(link)[1])]
        self.check(links and not broken, f"{name}: each of {len(links)} images is whole", broken[:3])
        self.verify(name, nodes.servers, load, node, times)

    def report(self, name, load, times):
        line = (f"{name}: {len(load.answers)} answered writes, {len(load.lost)} requests without an answer, "
                f"{len(load.failures) - len(load.lost)} refused for the moment; longest request "
                f"{load.longest:.2f} s")
        if times:
            ordered = sorted(times)
            line += (f"; next answer after {ordered[len(ordered) // 2]:.2f} s (median), {ordered[-1]:.2f} s (worst of "
                     f"{len(ordered)})")
        print(line, flush=True)

    def prepared(self, folder, name, *settings):
        node = Node(folder, "first")
        node.create()
        node.start(*settings)
        self.ends.append(node.stop)
        node.run("createdb", "-h", node.folder, "-U", "market", "-T", "template0", "market")
        self.url = f"postgres://market@/market?host={node.folder}"
        return node


class Deadlines:
    """Products whose reservations end in the course of a scenario, which one of the nodes has to notice."""

    def __init__(self, load, database, count=60):
        self.database = database
        self.products = [load.item(f"reserved {number}", str(uuid.uuid4())) for number in range(count)]
        self.left = list(self.products)
        for product in self.products:
            load.until_answered(
                "PUT", f"/api/products/{product}/state", json.dumps({"state": "reserved", "secret": SECRET}),
                {"Content-Type": "application/json"})
        self.before = self.versions()

    def versions(self):
        rows = self.database.sql(
            "market", f"SELECT id, version FROM product WHERE id IN ({', '.join(map(str, self.products))})")
        return dict(map(int, row.split("|")) for row in rows.splitlines())

    def pass_by(self, count):
        """Lets the reservations of the next few products end."""
        due, self.left = self.left[:count], self.left[count:]
        if due:
            self.database.sql(
                "market", f"UPDATE product SET state_time = 1 WHERE id IN ({', '.join(map(str, due))}) AND state = 1")

    def verify(self, check, name):
        self.pass_by(len(self.left))
        is_over = wait_until(lambda: self.database.sql("market", "SELECT count(*) FROM product WHERE state_time = 1") == "0")
        check(is_over, f"{name}: every reservation ends")
        after = self.versions()
        changes = [after[product] - self.before[product] for product in self.products]
        check(set(changes) == {1}, f"{name}: each reservation is ended once", changes)


def compare(check, name, load, database, servers):
    """Compares everything that was answered with what is in the database of PostgreSQL, and that with what nodes answer."""
    stored = {}
    rows = database.sql("market", """
        SELECT p.name, p.id, p.stock, p.state, d.description,
            (SELECT count(*) FROM image AS i WHERE i.product_id = p.id), p.thumbnail_id IS NOT NULL
        FROM product AS p JOIN product_detail AS d ON d.product_id = p.id WHERE p.name ~ '^[wt][0-9]'""")
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
        is_tapped = product_name.startswith("t")
        for product, stock, listing_state, description, images, has_thumbnail in found:
            whole = ("0", "f", "") if is_tapped else ("1", "t", f"stock {stock}")
            half += (images, has_thumbnail, description) != whole
            wrong += (int(product), STATES[int(listing_state)] if is_tapped else int(stock)) != state
    check(not lost, f"{name}: no answered write is lost", f"({lost})")
    check(not twice, f"{name}: none is there twice", f"({twice})")
    check(not half, f"{name}: none is there in part", f"({half})")
    check(not wrong, f"{name}: each is as it was answered", f"({wrong})")
    check(not stored, f"{name}: nothing is there that wasn't answered", f"({len(stored)})")
    if load.guesses:
        right, limit, refused = load.guesses_counted()
        check(0 < right <= limit and (refused or load.emptied), f"{name}: guesses at a password count together",
              f"({right} answered, {limit} permitted, {refused} refused)")
    ask_nodes(check, name, load, database, servers)
