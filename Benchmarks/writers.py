"""Writes that run while something else is measured."""

import http.client
import json
import threading
import time

from servers import OwnerSocket


class Writer:
    """Calls `write` this many times a second, with as many threads as necessary, until it is stopped."""

    def __init__(self, per_second, make_write, threads=1):
        self.count = 0
        self.failures = 0
        self.stopping = threading.Event()
        self.began = time.monotonic()
        self.threads = [
            threading.Thread(target=self.run, args=(make_write(), threads / per_second)) for _ in range(threads)]
        for thread in self.threads:
            thread.start()

    def run(self, write, pause):
        due = time.monotonic()
        while not self.stopping.is_set():
            if write():
                self.count += 1
            else:
                self.failures += 1
            due = max(due + pause, time.monotonic() - 0.2)
            self.stopping.wait(max(0, due - time.monotonic()))

    def stop(self):
        """Returns the number of writes a second."""
        self.stopping.set()
        for thread in self.threads:
            thread.join()
        if self.failures:
            raise RuntimeError(f"{self.failures} writes failed")
        return self.count / (time.monotonic() - self.began)


def owner_writes(data):
    """Blocks and unblocks a vendor without listings: a synced commit that invalidates every cached list, and little more."""
    def make():
        socket, state = OwnerSocket(data), [False]
        made = socket.ask({"addVendor": {"name": "Benchmark", "identifier": "benchmark-writer"}})
        vendor = next(iter(made.values()))["_0"]["id"]

        def write():
            state[0] = not state[0]
            answer = socket.ask({"setBlocked": {"vendor": vendor, "isBlocked": state[0], "reason": "Benchmark"}})
            return "vendorChanged" in answer
        return write
    return make


def edits(port, product, secret):
    """Edits as users make them: each takes an argon2id hash, about 20 ms of a core."""
    def make():
        connection, stock = http.client.HTTPConnection("127.0.0.1", port), [0]

        def write():
            stock[0] += 1
            body = json.dumps({"stock": stock[0], "secret": secret})
            connection.request("PATCH", f"/api/products/{product}", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            return answer.status == 202
        return write
    return make
