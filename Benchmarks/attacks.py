#!/usr/bin/env python3
"""Attacks a market from loopback addresses and measures what somebody else notices.

    Benchmarks/attacks.py BINARY [--through direct|haproxy|nginx|caddy] [--subject N] [ATTACK …]
    Benchmarks/attacks.py BINARY [--through …] --honest [USE …]

Each attack (Tests/Smoke/attackers.py) has a fresh market, directly and behind each of the proxies with their files in
Deployment/, over plain HTTP. Its clients are in networks other than that of the honest client, who reads a list, lists a
product, asks for a contact and changes a product with its password, before the attack and while it goes on (SECONDS, 5,
is an environment variable). Prints the bytes that the attackers have sent, and the longest wait and the failures of the
honest client, as a table for SECURITY.md. A status of 0 is no answer within 60 s.

With --honest, it is many honest people at once (honest_use.py) instead, and the answers are counted.

Feeds and maps have a market with 50,000 products if openmarket-bench-fill is beside the program.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Tests" / "Smoke"), str(HERE.parent / "Tests" / "TestClusters")]

from honest_use import USES  # noqa: E402
from attackers import ATTACKS, Attack, Honest, Kind  # noqa: E402
from market import Place  # noqa: E402
from nodes import PROXIES, in_front_of  # noqa: E402
from photos import make_photos  # noqa: E402

SECONDS = float(os.environ.get("SECONDS", 5))
HONEST = "127.200.0.7"
PRODUCTS = 50_000


class Measurement:
    """A market, what is in front of it, and the honest client."""

    def __init__(self, place, through, kind, filled):
        data = place.new_path("data")
        if kind.is_full and filled:
            shutil.copytree(filled, data)
        self.server = place.market("attacked", "--trusted-proxy", "127.0.0.1", *kind.arguments, data=data)
        self.proxy = None if through == "direct" else in_front_of(self.server, through)
        self.port = self.proxy.listening_port if self.proxy else self.server.port
        self.kind = kind

    def run(self, picture):
        honest = Honest(self.port, HONEST, picture)
        quiet = honest.ask(self.kind.more)
        attack = Attack(self.kind, honest)
        calls, end = [], time.monotonic() + SECONDS
        while time.monotonic() < end:
            calls += honest.ask(self.kind.more)
            # No more contacts and listings than one address may have.
            time.sleep(0.3)
        attack.end()
        return quiet, calls, attack.sent.value

    def end(self):
        if self.proxy:
            self.proxy.end()
        self.server.kill()
        shutil.rmtree(self.server.data, ignore_errors=True)


def measure(place, picture, filled, name, through):
    kind = ATTACKS[name]
    measurement = Measurement(place, through, kind, filled)
    try:
        quiet, calls, sent = measurement.run(picture)
    finally:
        measurement.end()
    before, longest = (max(part, key=lambda call: call.wait) for part in (quiet, calls))
    failed = [f"{call.name} {call.status}" for call in quiet + calls if call.status != call.expected]
    said = ", ".join(f"{failed.count(text)} × {text}" for text in dict.fromkeys(failed)) or "nothing"
    print(f"| {kind.title} | {through} | {sent // 1000} kB | {before.wait:.2f} s | {longest.wait:.2f} s ({longest.name}) "
          f"| {said} of {len(quiet + calls)} calls |", flush=True)


def use(place, pictures, name, through):
    title, run, _ = USES[name]
    measurement = Measurement(place, through, Kind(0, title, None), None)
    try:
        counts, said = run(place, measurement.port, pictures)
    finally:
        measurement.end()
    print(f"| {title} | {through} | {', '.join(f'{count} × {what}' for what, count in sorted(counts.items()))} | {said} |", flush=True)


def fill(binary, folder):
    """Makes a market with many products, if there is a program for it."""
    program = binary.parent / "openmarket-bench-fill"
    if not program.exists():
        return None
    subprocess.run([program, folder / "filled", str(PRODUCTS)], check=True)
    return folder / "filled"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=Path)
    parser.add_argument("--through", choices=["direct", *PROXIES], action="append")
    parser.add_argument("--subject", type=int)
    parser.add_argument("--honest", action="store_true")
    parser.add_argument("name", nargs="*")
    given = parser.parse_intermixed_args()
    known = USES if given.honest else {name: kind for name, kind in ATTACKS.items() if given.subject in (None, kind.subject)}
    if unknown := set(given.name) - set(known):
        parser.error(f"nothing is called {', '.join(unknown)}; there are {', '.join(known)}")
    folder = Path(tempfile.mkdtemp(prefix="openmarket-attacks-"))
    place = Place(binary=given.binary.resolve(), folder=folder, cluster=None)
    chosen = [(name, through) for name in given.name or known for through in given.through or ["direct", *PROXIES]]
    try:
        photos = make_photos(folder)
        pictures = {"phone": [file.read_bytes() for file in photos["phone"]], "small": photos["small"].read_bytes()}
        if given.honest:
            for name, through in chosen:
                if through == "direct" or not USES[name][2]:
                    use(place, pictures, name, through)
            return
        filled = fill(place.binary, folder) if any(ATTACKS[name].is_full for name, _ in chosen) else None
        print("| attack | through | sent | longest wait before | during | failed |\n|---|---|---|---|---|---|", flush=True)
        for name, through in chosen:
            if through == "direct" or not ATTACKS[name].is_forwarded:
                measure(place, pictures["small"], filled, name, through)
    finally:
        place.stop_all()
        shutil.rmtree(folder, ignore_errors=True)


main()
