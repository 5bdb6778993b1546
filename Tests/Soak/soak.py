"""Mixed load on a market for a chosen time: `make soak SOAK_MINUTES=60`.

    soak.py BINARY MINUTES FOLDER

Sellers list, change and delete, buyers read lists, products, pictures and searches, all concurrently. Every few seconds
memory, descriptors, threads and latencies are written to FOLDER/soak.csv; plot.py draws them as FOLDER/soak.svg. At the
end every acknowledged write must be there, and a check of the market must find no errors.
"""

import csv
import http.client
import json
import os
import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import quote

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Smoke")]

import load  # noqa: E402
import plot  # noqa: E402
from market import Place  # noqa: E402
from photos import png  # noqa: E402

SELLERS = 3
BUYERS = 6
# Seconds between two rows of the table; shorter ones would show noise, longer ones hide peaks.
INTERVAL = 5
WORDS = ["chair", "Chair 1", "sits", "의자", "chiar", "well"]


class Buyer(threading.Thread):
    """Reads, and records response times. From time to time it opens a new connection, as people's clients do."""

    def __init__(self, port, stopping, seed):
        super().__init__(daemon=True)
        self.port = port
        self.stopping = stopping
        self.chance = random.Random(seed)
        self.lock = threading.Lock()
        self.times = []
        self.failures = 0

    def run(self):
        connection = None
        while not self.stopping.is_set():
            try:
                if connection is None or self.chance.random() < 0.02:
                    connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
                self.visit(connection)
            except (OSError, http.client.HTTPException):
                connection = None
                self.failures += not self.stopping.is_set()
            # Users look at the page for a while.
            self.stopping.wait(self.chance.random() * 0.05)

    def get(self, connection, path):
        began = time.monotonic()
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        with self.lock:
            self.times.append(time.monotonic() - began)
            # A recent product may have been deleted.
            self.failures += answer.status not in (200, 404)
        return answer.status, body

    def visit(self, connection):
        roll = self.chance.random()
        if roll < 0.15:
            self.get(connection, "/api/products?search_value=" + quote(self.chance.choice(WORDS)))
            return
        if roll < 0.3:
            self.get(connection, "/")
            return
        status, body = self.get(connection, f"/api/products?page_no={self.chance.randint(1, 20)}&items_per_page=20")
        rows = json.loads(body)["pages"] if status == 200 else []
        if not rows:
            return
        row = self.chance.choice(rows)
        status, body = self.get(connection, f"/api/products/{row['id']}")
        if status == 200 and (images := json.loads(body).get("images")):
            path = "/" + images[0]["url"].split("/", 3)[3]
            self.get(connection, self.chance.choice([path, path.replace(".jpg", "-400.webp")]))

    def take(self):
        with self.lock:
            times, self.times = self.times, []
        return times


def main():
    binary, minutes, folder = Path(sys.argv[1]).resolve(), float(sys.argv[2]), Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="openmarket-soak-") as name:
        place = Place(binary=binary, folder=Path(name))
        try:
            faults = soak(place, minutes, folder)
        finally:
            place.stop_all()
    for fault in faults:
        print(f"FAIL {fault}")
    sys.exit(1 if faults else 0)


def soak(place, minutes, folder):
    pictures = [png(place.new_path("own.png"), 640, 480, seed=number).read_bytes() for number in range(60)]
    server = place.market("soak")
    ledger, stopping = load.Ledger(), threading.Event()
    sellers = [load.Seller(number, server.port, ledger, pictures, stopping, number) for number in range(SELLERS)]
    buyers = [Buyer(server.port, stopping, number) for number in range(BUYERS)]
    for thread in sellers + buyers:
        thread.start()
    began = time.monotonic()
    with open(folder / "soak.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["seconds", "memory_mb", "descriptors", "threads", "requests_per_s", "p50_ms", "p99_ms", "writes"])
        while time.monotonic() - began < minutes * 60 and server.process.poll() is None:
            time.sleep(INTERVAL)
            table.writerow(sample(server, ledger, buyers, time.monotonic() - began))
            file.flush()
    stopping.set()
    for thread in sellers + buyers:
        thread.join()
    plot.draw(folder / "soak.csv", folder / "soak.svg")
    return conclude(place, server, ledger, buyers)


def sample(server, ledger, buyers, seconds):
    process = f"/proc/{server.process.pid}"
    times = sorted(value for buyer in buyers for value in buyer.take())

    def quantile(share):
        return round(1000 * times[min(len(times) - 1, int(len(times) * share))], 2) if times else ""

    return [
        round(seconds, 1), round(server.memory("VmRSS"), 1), len(os.listdir(process + "/fd")),
        len(os.listdir(process + "/task")), round(len(times) / INTERVAL, 1), quantile(0.5), quantile(0.99), ledger.answered]


def conclude(place, server, ledger, buyers):
    faults = load.faults(server.port, ledger.products)[:20]
    failures = sum(buyer.failures for buyer in buyers)
    if failures:
        faults.append(f"{failures} reads failed")
    health = server.get("/health").json
    if health["status"] != "ok":
        faults.append(f"health: {health}")
    if server.stop() != 0:
        faults.append("the server did not stop cleanly")
    check = place.command("check", "--data", server.data)
    if check.returncode != 0:
        faults.append(f"check: {check.stdout[-500:]}")
    print(f"{ledger.answered} acknowledged writes, {len(ledger.products)} products, {len(faults)} faults")
    return faults


if __name__ == "__main__":
    main()
