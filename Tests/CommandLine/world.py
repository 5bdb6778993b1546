"""Shared state of the tests: the program, the running markets, and a folder."""

import json
import os
import re
import subprocess
import threading
import time
import urllib.request


class Market:
    """One `openmarket serve` with an empty data folder of its own."""

    OPEN = re.compile(r"^Open Market is open: http://\S+:(\d+)\n", re.MULTILINE)

    def __init__(self, program, folder, *flags):
        folder.mkdir()
        environment = {key: value for key, value in os.environ.items() if not key.startswith("OPENMARKET_")}
        self.log = folder / "log"
        self.data = folder / "data"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [program, "serve", "--host", "127.0.0.1", "--port", "0", "--data", folder / "data", *flags],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environment, cwd=folder)
        self.port = self.announced_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def announced_port(self):
        """Returns the port that the market got, once it listens."""
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline and self.process.poll() is None:
            if found := self.OPEN.search(self.log.read_text(errors="replace")):
                return int(found[1])
            time.sleep(0.05)
        raise RuntimeError(f"the market did not open: {self.log.read_text(errors='replace')[-600:]}")

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def request(self, method, path, body=None, headers=None):
        """Returns the response of the HTTP API, as JSON."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method, headers=headers or {})
        with urllib.request.urlopen(request, timeout=300) as answer:
            return json.load(answer)

    def product(self, number):
        return self.request("GET", f"/api/products/{number}")

    def names(self):
        """Returns the names of all products, newest first."""
        return [product["name"] for product in self.request("GET", "/api/products?items_per_page=800")["pages"]]


class World:
    def begin(self, binary, server, folder):
        self.binary, self.server, self.folder = binary, server, folder
        self.counter = 0
        self.markets = []
        self.shared = None
        self.lock = threading.RLock()

    def end(self):
        for market in self.markets:
            market.end()

    def new_folder(self, name):
        folder = self.new_path(name)
        folder.mkdir()
        return folder

    def new_path(self, name):
        with self.lock:
            self.counter += 1
            return self.folder / f"{self.counter}-{name}"

    def market(self):
        """The market that most tests share."""
        with self.lock:
            self.shared = self.shared or self.empty_market()
            return self.shared

    def empty_market(self, *flags):
        market = Market(self.server, self.new_path("market"), *flags)
        self.markets.append(market)
        return market


world = World()
