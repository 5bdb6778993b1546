"""Outages of PostgreSQL under load: what was answered is there, once and whole, and the market goes on by itself."""

import http.client
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Smoke"))

from cluster import Node
from cutting import CuttingProxy
from market import Place, wait_until
from photos import make_photos

SECRET = "sesame"
WRITERS = 6
READERS = 2


class Load:
    """People who list, edit and delete, and repeat what wasn't answered, as clients do."""

    def __init__(self, server, photo):
        self.port = server.port
        self.photo = Path(photo).read_bytes()
        self.is_over = threading.Event()
        self.lock = threading.Lock()
        # By name: the answered state of each product; None for a deleted one.
        self.answered = {}
        self.answers = []
        self.unanswered = 0
        self.problems = []
        self.threads = [threading.Thread(target=self.write, args=(number,)) for number in range(WRITERS)]
        self.threads += [threading.Thread(target=self.read) for _ in range(READERS)]
        for thread in self.threads:
            thread.start()

    def end(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join()

    def request(self, method, path, body=None, headers=None):
        """Returns the status and the body; 0 if there was no answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except OSError:
            return 0, b""
        finally:
            connection.close()

    def until_answered(self, method, path, body=None, headers=None):
        while True:
            status, text = self.request(method, path, body, headers)
            if status not in (0, 500, 502, 503, 504):
                with self.lock:
                    self.answers.append(time.monotonic())
                return status, text
            with self.lock:
                self.unanswered += 1
            time.sleep(0.02)

    def write(self, number):
        count = 0
        while not self.is_over.is_set():
            count += 1
            name = f"w{number}n{count}x"
            key = str(uuid.uuid4())
            listed = self.list(name, key, number)
            if listed is None:
                continue
            for stock in range(2, 2 + random.randrange(4)):
                body = json.dumps({"stock": stock, "descriptions": f"stock {stock}", "secret": SECRET})
                status, text = self.until_answered("PATCH", f"/api/products/{listed}", body, {"Content-Type": "application/json"})
                self.expect(status // 100 == 2 and json.loads(text)["stock"] == stock, f"edit of {name}", status, text)
                self.answered[name] = (listed, stock)
            if count % 3 == 0:
                self.delete(name, listed)

    def list(self, name, key, number):
        boundary = "outage"
        fields = json.dumps({"name": name, "descriptions": "stock 1", "price": 1000, "currency": "KRW", "stock": 1, "secret": SECRET})
        body = (f"--{boundary}\r\nContent-Disposition: form-data; name=\"params\"\r\n\r\n{fields}\r\n"
                f"--{boundary}\r\nContent-Disposition: form-data; name=\"images\"; filename=\"a.jpg\"\r\n"
                "Content-Type: image/jpeg\r\n\r\n").encode() + self.photo + f"\r\n--{boundary}--\r\n".encode()
        status = 409
        while status == 409:
            status, text = self.until_answered("POST", "/api/products", body, {
                "Content-Type": f"multipart/form-data; boundary={boundary}", "Idempotency-Key": key,
                "identifier": f"c0ffee00-0000-4000-8000-00000000000{number}"})
            if status == 409:
                # Its first try is still under way, or could not say that it was over.
                time.sleep(0.05)
        self.expect(status == 201, f"listing of {name}", status, text)
        if status != 201:
            return None
        product = json.loads(text)["id"]
        self.answered[name] = (product, 1)
        return product

    def delete(self, name, product):
        status, token = self.until_answered(
            "POST", f"/api/products/{product}/secret", json.dumps({"secret": SECRET}), {"Content-Type": "application/json"})
        self.expect(status // 100 == 2, f"token of {name}", status, token)
        if status // 100 != 2:
            return
        status, text = self.until_answered("DELETE", f"/api/products/{product}/{token.decode()}")
        # A try whose answer was lost may have deleted it.
        # Its token is used then; whether the product is gone is looked up at the end.
        self.expect(status // 100 == 2 or status in (400, 404, 410), f"deletion of {name}", status, text)
        self.answered[name] = None

    def read(self):
        while not self.is_over.is_set():
            self.request("GET", "/api/products?page_no=1&items_per_page=20")
            time.sleep(0.01)

    def expect(self, is_right, what, status, text):
        if not is_right:
            with self.lock:
                self.problems.append(f"{what}: {status} {text[:200]!r}")

    def is_answering(self, since):
        with self.lock:
            return bool(self.answers) and self.answers[-1] > since

    def next_answer(self, since):
        """Returns how long after a moment the next write was answered, in seconds."""
        wait_until(lambda: self.is_answering(since))
        with self.lock:
            return next(moment for moment in self.answers if moment > since) - since

    def wait_for_writes(self, count):
        with self.lock:
            start = len(self.answers)
        wait_until(lambda: len(self.answers) >= start + count)


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


SCENARIOS = {"cuts": cuts, "crashes": crashes, "restarts": restarts, "failovers": failovers}


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(SCENARIOS):
        sys.exit("usage: run.sh BINARY [cuts|crashes|restarts|failovers …]")
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
