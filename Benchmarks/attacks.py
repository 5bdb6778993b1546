#!/usr/bin/env python3
"""Attacks a market from loopback addresses and measures what somebody else notices.

    Benchmarks/attacks.py BINARY [ATTACK …]

Each attack has a fresh market. Its clients are in networks other than that of the honest client, who reads a list, lists
a product, asks for a contact and changes a product with its password, before the attack and while it goes on (SECONDS,
5, is an environment variable). Prints the bytes that the attackers have sent, and the longest wait and the failures of
the honest client, as a table for SECURITY.md. A status of 0 is no answer within 60 s.
"""

import http.client
import json
import os
import shutil
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Tests" / "Smoke"), str(HERE.parent / "Tests" / "TestClusters")]

from market import SECRET, Place  # noqa: E402
from photos import photo  # noqa: E402

SECONDS = float(os.environ.get("SECONDS", 5))
HONEST = "127.200.0.7"


class Attack:
    """Sends requests from many addresses until it is stopped, and counts the bytes."""

    def __init__(self, server):
        self.server, self.sent, self.stopped, self.threads, self.held = server, 0, threading.Event(), [], []
        self.lock = threading.Lock()

    def count(self, number):
        with self.lock:
            self.sent += number

    def hold(self, address, head):
        """Opens a connection, sends a head and nothing more."""
        try:
            connection = socket.create_connection(("127.0.0.1", self.server.port), 60, (address, 0))
            connection.sendall(head)
        except OSError:
            return
        self.held.append(connection)
        self.count(len(head))

    def repeat(self, addresses, method, path, body=b"", headers=None):
        """Sends a request again and again from each of the addresses, in a few threads."""
        def run(own):
            number = 0
            connections = {}
            while not self.stopped.is_set():
                address = own[number % len(own)]
                number += 1
                try:
                    if address not in connections:
                        connections[address] = http.client.HTTPConnection("127.0.0.1", self.server.port, 60, (address, 0))
                    text = body(number) if callable(body) else body
                    connections[address].request(method, path(number) if callable(path) else path, text, headers or {})
                    connections[address].getresponse().read()
                    self.count(len(text) + 120)
                except (OSError, http.client.HTTPException):
                    connections.pop(address, None)
        for part in range(8):
            own = addresses[part::8]
            if own:
                self.threads.append(threading.Thread(target=run, args=(own,), daemon=True))
                self.threads[-1].start()

    def end(self):
        self.stopped.set()
        for thread in self.threads:
            thread.join()
        for connection in self.held:
            connection.close()


def addresses(networks, hosts=1):
    return [f"127.{1 + network // 250}.{network % 250}.{host + 1}" for network in range(networks) for host in range(hosts)]


def heads(attack):
    head = b"POST /api/products/1/secret HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n"
    for address in addresses(1, 17):
        for _ in range(256):
            attack.hold(address, head)


def forms(attack):
    head = b"POST /language HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n"
    for address in addresses(1, 9):
        for _ in range(130):
            attack.hold(address, head)


def empty_listings(attack):
    attack.repeat(addresses(1, 14), "POST", "/api/products", headers={"identifier": "attacker"})


def contacts(attack):
    attack.repeat(addresses(40), "GET", "/api/products/1/contact")


def guesses(attack):
    attack.repeat(addresses(1000), "PATCH", "/api/products/1", lambda number: json.dumps({"secret": f"guess {number}"}).encode())


def no_passwords(attack):
    attack.repeat([HONEST], "PATCH", "/api/products/1", json.dumps({"secret": "x" * 129}).encode())


def feeds(attack):
    attack.repeat(addresses(20), "GET", lambda number: f"/feed.atom?q=word{number}")


ATTACKS = {
    "heads": ("4352 heads without bodies, from 17 addresses", heads),
    "forms": ("1170 forms without bytes, from 9 addresses", forms),
    "empty": ("empty listings without a pause, from 14 addresses", empty_listings),
    "contacts": ("contacts without a pause, from 40 networks", contacts),
    "guesses": ("guesses at the honest client's product, from 1000 networks", guesses),
    "texts": ("texts that can't be passwords, from the honest client's address", no_passwords),
    "feeds": ("feeds of searches, from 20 networks", feeds),
}


def ask(server, picture, number):
    """Does what an honest client does, and returns the longest wait and what failed."""
    calls = [
        ("list", 200, lambda: server.get(f"/api/products?page_no=1&items_per_page={10 + number % 50}", "--interface", HONEST, timeout=60)),
        ("listing", 201, lambda: server.post([picture], "--interface", HONEST, timeout=60)),
        ("contact", 200, lambda: server.get("/api/products/2/contact", "--interface", HONEST, timeout=60)),
        ("change", 202, lambda: server.send("PATCH", "/api/products/1", {"secret": SECRET, "stock": number}, "--interface", HONEST, "--max-time", "60")),
    ]
    longest, failed = 0, []
    for name, expected, call in calls:
        begun = time.monotonic()
        status = call().status
        longest = max(longest, time.monotonic() - begun)
        if status != expected:
            failed.append(f"{name} {status}")
    return longest, failed


def measure(place, picture, name):
    title, begin = ATTACKS[name]
    server = place.market(name)
    for _ in range(2):
        server.post([picture], contact="010-1234-5678")
    quiet, _ = ask(server, picture, 0)
    attack = Attack(server)
    begin(attack)
    longest, failed, rounds = 0, [], 0
    end = time.monotonic() + SECONDS
    while time.monotonic() < end or rounds == 0:
        rounds += 1
        wait, more = ask(server, picture, rounds)
        longest, failed = max(longest, wait), failed + more
        # No more contacts than one address may see.
        time.sleep(0.3)
    attack.end()
    server.stop()
    print(f"| {title} | {attack.sent // 1000} kB | {quiet:.2f} s | {longest:.2f} s | {', '.join(sorted(set(failed))) or 'nothing'} of {4 * rounds} calls |", flush=True)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = Path(tempfile.mkdtemp(prefix="openmarket-attacks-"))
    place = Place(binary=Path(sys.argv[1]).resolve(), folder=folder, cluster=None)
    try:
        picture = photo(folder / "small.jpg", 800, 600, 1, seed=99)
        print("| attack | sent | longest wait before | during | failed |\n|---|---|---|---|---|")
        for name in sys.argv[2:] or ATTACKS:
            measure(place, picture, name)
    finally:
        place.stop_all()
        shutil.rmtree(folder, ignore_errors=True)


main()
