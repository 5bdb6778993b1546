"""The benchmark: see run.sh."""

import argparse
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Tests" / "Smoke"))

from photos import make_photos  # noqa: E402: the smoke test's photos
from report import Report  # noqa: E402
from servers import constant, market, nginx  # noqa: E402
from writers import Writer, edits, owner_writes  # noqa: E402

CONNECTIONS = (16, 64)
SECRET = "benchmark"
DETAILS = 10_000
WRITES = 50
UPLOADS_AT_ONCE = 32
IDENTIFIER = "b0000000-0000-4000-8000-000000000001"


def say(text):
    print(text, file=sys.stderr, flush=True)


def wrk(url, connections, seconds, *script):
    result = subprocess.run(
        ["wrk", "-t2", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "-s", HERE / "load.lua", url, "--",
         *map(str, script or ("same",))], capture_output=True, text=True, check=True)
    figures = json.loads(result.stdout.strip().splitlines()[-1])
    if figures["failed"]:
        raise RuntimeError(f"{figures['failed']} requests to {url} failed")
    return {"rate": figures["requests"] / figures["seconds"], "p50": figures["p50"], "p99": figures["p99"]}


def post(server, photos):
    form = [argument for photo in photos for argument in ("-F", f"images=@{photo}")]
    fields = json.dumps({"name": "Benchmark", "price": 1000, "currency": "KRW", "secret": SECRET})
    result = subprocess.run(
        ["curl", "-sS", "-w", "\n%{http_code}", f"http://127.0.0.1:{server.port}/api/products", "-F", f"params={fields}",
         "-H", f"identifier: {IDENTIFIER}", *form], capture_output=True, text=True, check=True)
    body, status = result.stdout.rsplit("\n", 1)
    if status != "201":
        raise RuntimeError(f"an upload failed with {status}: {body}")
    return json.loads(body)


class Bench:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.log = folder / "log"
        self.data = folder / "market"
        self.report = Report(options)
        self.pages = max(1, options.products // 20)

    def run(self):
        say("Drawing photos …")
        self.photos = make_photos(self.folder)["phone"]
        self.uploads()
        say(f"Filling a market with {self.options.products} products …")
        subprocess.run([self.options.fill, self.data, str(self.options.products)], check=True)
        self.starts()
        self.loads()
        self.report.show()

    # MARK: Uploads

    def uploads(self):
        say("Uploads …")
        server = market(self.options.market, self.folder / "uploads", self.log)
        try:
            time.sleep(2)
            self.report.memory["idle"] = server.memory("VmRSS")
            costs = []
            for _ in range(5):
                before = server.cpu_seconds()
                post(server, self.photos)
                costs.append(server.cpu_seconds() - before)
            self.report.upload_cpu = statistics.median(costs)
            self.report.vips_cpu = statistics.median(self.vipsthumbnail() for _ in range(5))
        finally:
            server.stop()
        server = market(self.options.market, self.folder / "many uploads", self.log)
        try:
            with ThreadPoolExecutor(UPLOADS_AT_ONCE) as pool:
                list(pool.map(lambda _: post(server, self.photos), range(UPLOADS_AT_ONCE)))
            self.report.memory["uploads"] = server.memory("VmHWM")
            time.sleep(3)
            self.report.memory["after uploads"] = server.memory("VmRSS")
        finally:
            server.stop()

    def vipsthumbnail(self):
        """Returns the CPU seconds for both sizes of all photos, as the market generates them: JPEG, quality 82, no
        metadata, the thumbnail from the full size."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        sources = self.photos
        for side in (2048, 400):
            target = self.folder / f"made {side}"
            target.mkdir(exist_ok=True)
            subprocess.run(
                ["vipsthumbnail", "--size", f"{side}x{side}", "--eprofile", "srgb", "-o", f"{target}/%s.jpg[Q=82,strip]",
                 *sources], check=True, env={**os.environ, "VIPS_CONCURRENCY": "1"})
            sources = [target / f"{photo.stem}.jpg" for photo in self.photos]
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    # MARK: Start

    def starts(self):
        say("Starts …")
        times = []
        for _ in range(3):
            server = market(self.options.market, self.data, self.log)
            times.append(server.seconds_to_answer)
            server.stop()
        self.report.start_seconds = statistics.median(times)

    # MARK: Load

    def loads(self):
        ours = market(self.options.market, self.data, self.log)
        others = []
        try:
            self.report.memory["large, idle"] = ours.memory("VmRSS")
            # The writers' product is the newest, so it is in the list that is measured.
            product = post(ours, self.photos[:1])
            body = ours.get("/api/products")[1]
            file = self.folder / "list.json"
            file.write_bytes(body)
            self.report.list_bytes = len(body)
            beside, still = nginx(self.folder, body), constant(self.options.constant, file, self.log)
            others = [beside, still]
            for other in others:
                if other.get("/api/products")[1] != body:
                    raise RuntimeError("the servers don't return the same bytes")
            self.rounds(ours, beside, still, product)
            self.report.memory["large, loaded"] = ours.memory("VmHWM")
        finally:
            for server in [ours, *others]:
                server.stop()

    def rounds(self, ours, beside, still, product):
        seconds = self.options.seconds
        wrk(ours.url, 16, 2, "details", DETAILS)  # Responses are generated and cached.
        cases = [
            ("nginx, the list as a file", lambda c: wrk(beside.url, c, seconds)),
            ("constant route", lambda c: wrk(still.url, c, seconds)),
            ("list, hot", lambda c: wrk(ours.url, c, seconds)),
            (f"list, hot, {WRITES} commits/s", lambda c: self.written(
                ours, c, Writer(WRITES, owner_writes(self.data)))),
            (f"list, hot, {WRITES} edits/s", lambda c: self.written(
                ours, c, Writer(WRITES, edits(ours.port, product["id"], SECRET), threads=4))),
            (f"detail, hot, {DETAILS} products", self.warmed_details(ours)),
            ("list, cold, page after page", lambda c: wrk(
                ours.url, c, seconds, "pages", int(time.time() * 7919) % self.pages, self.pages)),
            ("page 1, cold", lambda c: wrk(ours.url, c, seconds, "page", 1)),
            (f"page {self.pages}, cold", lambda c: wrk(ours.url, c, seconds, "page", self.pages)),
        ]
        self.report.last_page = self.pages
        for number in range(self.options.rounds):
            for connections in CONNECTIONS:
                for name, measure in cases:
                    say(f"Round {number + 1}: {name}, {connections} connections …")
                    self.report.add(name, connections, measure(connections))

    def warmed_details(self, ours):
        def measure(connections):
            wrk(ours.url, connections, 2, "details", DETAILS)
            return wrk(ours.url, connections, self.options.seconds, "details", DETAILS)
        return measure

    def written(self, ours, connections, writer):
        try:
            figures = wrk(ours.url, connections, self.options.seconds)
        finally:
            rate = writer.stop()
        figures["writes"] = rate
        return figures


def main():
    # However this ends, the servers must end, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    parser = argparse.ArgumentParser()
    for name in ("market", "constant", "fill"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--products", type=int, default=1_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="openmarket-bench-") as folder:
        Bench(options, Path(folder)).run()


if __name__ == "__main__":
    main()
