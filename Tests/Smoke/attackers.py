"""Attacks on a market, and the honest client beside them: measured by Benchmarks/attacks.py, and held in the smoke test, where
each is started smaller.

Attackers work in a process of their own, so that the honest client doesn't wait for them in this one.
"""

import http.client
import json
import multiprocessing
import random
import signal
import threading
import time
from collections import namedtuple
from dataclasses import dataclass
from typing import Callable

from chapters.hostile_pictures import png
from clients import EDGE, MULTIPART, Client, connect, listing, part, source_of
from market import IDENTIFIER

processes = multiprocessing.get_context("fork")
ZEROS = bytes(64 * 1024)
MEGABYTE = 1_000_000


class Large:
    """A body that isn't in memory: bytes, and numbers of zeros."""

    def __init__(self, *pieces):
        self.pieces = pieces

    def __len__(self):
        return sum(piece if isinstance(piece, int) else len(piece) for piece in self.pieces)

    def __iter__(self):
        for piece in self.pieces:
            if isinstance(piece, int):
                while piece > 0:
                    yield ZEROS[:piece]
                    piece -= len(ZEROS)
            else:
                yield piece


class Attack:
    """An attack under way. It sends until it is ended, and counts the bytes."""

    def __init__(self, kind, honest, share=1.0):
        self.port, self.honest, self.share = honest.port, honest, share
        self.held = []
        self.sent, self.begun = processes.Value("q", 0), processes.Event()
        self.process = processes.Process(target=self.run, args=(kind,), daemon=True)
        self.process.start()
        self.begun.wait()

    def run(self, kind):
        kind.begin(self)
        self.begun.set()
        # Until it is killed.
        signal.pause()

    def end(self):
        self.process.kill()
        self.process.join()

    # What attacks are made of.

    def many(self, number):
        """Returns a number, in the size in which the attack was started."""
        return max(1, round(number * self.share))

    def send(self, connection, data):
        connection.sendall(data)
        with self.sent.get_lock():
            self.sent.value += len(data)

    def head(self, address, method, path, length, headers=None):
        fields = {"Host": "127.0.0.1", "Content-Length": length, **source_of(address)[1], **(headers or {})}
        return "".join([f"{method} {path} HTTP/1.1\r\n", *(f"{name}: {value}\r\n" for name, value in fields.items()), "\r\n"]).encode()

    def hold(self, addresses, number, method, path, length, headers=None, body=b""):
        """Sends heads, and of their bodies only the beginning, on a number of connections of each address."""
        for address in addresses:
            head = self.head(address, method, path, length, headers)
            for _ in range(self.many(number)):
                try:
                    self.held.append(connect(self.port, address))
                    self.send(self.held[-1], head + body)
                except OSError:
                    pass

    def drip(self, byte_count):
        """Sends bytes once a second on each connection that is held."""
        def run():
            while True:
                time.sleep(1)
                for connection in self.held[:]:
                    try:
                        self.send(connection, ZEROS[:byte_count])
                    except OSError:
                        self.held.remove(connection)
        self.begin(run)

    def begin(self, work, *arguments):
        threading.Thread(target=work, args=arguments, daemon=True).start()

    def repeat(self, addresses, method, path, body=b"", headers=None, threads=8):
        """Sends a request again and again from each of the addresses. What differs is a function of a number."""
        headers = headers or {}

        def value(given, number):
            return given(number) if callable(given) else given

        def run(own, start):
            connections = {}
            number = start
            while True:
                address = own[number % len(own)]
                number += 1
                data = value(body, number)
                try:
                    if address not in connections:
                        connections[address] = connect(self.port, address)
                    head = self.head(address, method, value(path, number), len(data), headers)
                    if isinstance(data, bytes):
                        self.send(connections[address], head + data)
                    else:
                        self.send(connections[address], head)
                        for piece in data:
                            self.send(connections[address], piece)
                    answer = http.client.HTTPResponse(connections[address])
                    answer.begin()
                    answer.read()
                    if answer.will_close:
                        raise ConnectionError
                except (OSError, http.client.HTTPException):
                    if connection := connections.pop(address, None):
                        connection.close()

        for number in range(threads):
            own = addresses[number::threads] or [addresses[number % len(addresses)]]
            self.begin(run, own, number * 1_000_000)


# Addresses.

def scattered(networks, hosts=1):
    """Returns addresses of IPv4 networks (/24)."""
    return [f"127.{1 + network // 250}.{network % 250}.{host + 1}" for network in range(networks) for host in range(hosts)]


def of_one_prefix(number):
    """Returns addresses of one IPv6 /48, each in a /64 of its own."""
    return [f"2001:db8:66:{network:x}::1" for network in range(number)]


# Attacks. Their sizes are those that are measured.

def heads(attack):
    attack.hold(scattered(1, 17), 256, "POST", "/api/products/1/secret", 10)


def forms(attack):
    attack.hold(scattered(1, 9), 130, "POST", "/language", 100, {"Content-Type": "application/x-www-form-urlencoded"})


def empty_listings(attack):
    attack.repeat(scattered(1, 14), "POST", "/api/products", headers={"identifier": IDENTIFIER})


def listings(addresses):
    body, headers = listing([png(8, 8, 8, 2, b"\0" * 200)])
    return lambda attack: attack.repeat(addresses, "POST", "/api/products", body, headers)


def contacts(addresses):
    return lambda attack: attack.repeat(addresses, "GET", "/api/products/1/contact")


def path_of(attack):
    return f"/api/products/{attack.honest.product}"


def guess(number):
    return json.dumps({"secret": f"guess {number}"}).encode()


def guesses(addresses):
    return lambda attack: attack.repeat(addresses, "PATCH", path_of(attack), guess)


def no_passwords(attack):
    attack.repeat([attack.honest.client.address], "PATCH", path_of(attack), json.dumps({"secret": "x" * 129}).encode())


def guesses_beside(attack):
    attack.repeat([attack.honest.client.address], "PATCH", path_of(attack), guess)


def picture_parts(byte_count):
    return [piece for _ in range(5) for piece in (part("images", "a.jpg") + b"\xff\xd8\xff\xe0", byte_count, b"\r\n")]


def filled_spool(attack):
    """Sends all but the last megabyte of 95 MB four times from each address, and the rest slowly."""
    body = Large(*picture_parts(round(attack.share * 19 * MEGABYTE)))
    head = lambda address: attack.head(address, "POST", "/api/products", len(body), {**MULTIPART, "identifier": IDENTIFIER})

    def run(address):
        connection = connect(attack.port, address)
        rest = len(body) - round(attack.share * MEGABYTE)
        try:
            attack.send(connection, head(address))
            for piece in body:
                attack.send(connection, piece[:rest])
                rest -= len(piece)
                if rest <= 0:
                    break
            attack.held.append(connection)
        except OSError:
            pass
    for address in scattered(6):
        for _ in range(attack.many(4)):
            attack.begin(run, address)
    attack.drip(13_000)


def dripping(attack):
    beginning = b"".join([*picture_parts(0)[:1], ZEROS[:16_384]])
    attack.hold(scattered(16), 8, "POST", "/api/products", 95 * MEGABYTE, {**MULTIPART, "identifier": IDENTIFIER}, beginning)
    attack.drip(400)


def large(method, path):
    body = Large(*picture_parts(19 * MEGABYTE), f"--{EDGE}--\r\n".encode())
    return lambda attack: attack.repeat(scattered(8), method, path, body, {**MULTIPART, "identifier": IDENTIFIER})


def expecting(attack):
    for method, path in (("PATCH", "/api/products/999999"), ("POST", "/nowhere"), ("POST", "/api/products")):
        attack.hold(scattered(8), 80, method, path, 95 * MEGABYTE, {**MULTIPART, "identifier": IDENTIFIER, "Expect": "100-continue"})


def noise(number):
    """A PNG of some 200 KB that becomes a JPEG of several MB: five rows of noise, again and again."""
    rows = b"".join(b"\0" + random.Random(f"{number} {row}").randbytes(3 * 2048) for row in range(5))
    return png(2048, 2048, 8, 2, (rows * 410)[:2048 * (3 * 2048 + 1)])


def small_pictures(attack):
    body, headers = listing([noise(number) for number in range(attack.many(5))])
    attack.repeat(scattered(1), "POST", "/api/products", body, headers)


def large_pictures(attack):
    side = 7000 if attack.share == 1 else 2000
    body, headers = listing([png(side, side, 8, 2, (b"\0" + random.Random(side).randbytes(3 * side)) * side)])
    attack.repeat(scattered(1), "POST", "/api/products", body, headers)


def feeds(attack):
    attack.repeat(scattered(20), "GET", lambda number: f"/feed.atom?q=word{number}")


def sitemaps(attack):
    attack.repeat(scattered(20), "GET", lambda number: f"/sitemaps/1.xml?of={number}")


SUBJECTS = {1: "heads", 2: "forms", 3: "listings and contacts", 4: "guesses", 5: "uploads", 6: "pictures", 7: "feeds and maps"}


@dataclass
class Kind:
    """A kind of attack: which of the subjects it is about, what it is called, and the part of its size that the smoke test starts."""

    subject: int
    title: str
    begin: Callable
    share: float = 1
    # Settings of the market.
    arguments: tuple = ()
    # What the honest client does besides.
    more: tuple = ()
    # Whether its clients tell their addresses themselves, as only a trusted proxy may.
    is_forwarded: bool = False
    # Whether it needs a market with many products.
    is_full: bool = False


# So few that all together have used them up after some seconds.
FEW_LISTINGS = ("--total-listing-budget", "60:120")

ATTACKS = {
    "heads": Kind(1, "4352 heads without bodies, from 17 addresses", heads, 0.2),
    "forms": Kind(2, "1170 forms without bytes, from 9 addresses", forms, 0.2),
    "empty": Kind(3, "empty listings without a pause, from 14 addresses", empty_listings),
    "contacts": Kind(3, "contacts without a pause, from 40 networks", contacts(scattered(40))),
    "contacts-1000": Kind(3, "contacts without a pause, from 1000 networks", contacts(scattered(1000))),
    "contacts-48": Kind(3, "contacts without a pause, from 2000 /64 of one IPv6 /48", contacts(of_one_prefix(2000)), is_forwarded=True),
    "listings-1000": Kind(3, "listings without a pause, from 1000 networks; 60 a minute for all", listings(scattered(1000)), arguments=FEW_LISTINGS),
    "listings-48": Kind(3, "listings without a pause, from 2000 /64 of one IPv6 /48; 60 a minute for all", listings(of_one_prefix(2000)),
                        arguments=FEW_LISTINGS, is_forwarded=True),
    "guesses": Kind(4, "guesses at the honest client's product, from 1000 networks", guesses(scattered(1000)), more=("mistype",)),
    "guesses-48": Kind(4, "guesses at the honest client's product, from 2000 /64 of one IPv6 /48", guesses(of_one_prefix(2000)),
                       more=("mistype",), is_forwarded=True),
    "neighbours": Kind(4, "guesses at the honest client's product, from its own address", guesses_beside),
    "texts": Kind(4, "texts that can't be passwords, from the honest client's own address", no_passwords, more=("mistype",)),
    "spool": Kind(5, "24 uploads of 95 MB, all but a megabyte at once and the rest at 13 kB/s, from 6 networks", filled_spool, 0.1),
    "drip": Kind(5, "128 uploads of 95 MB at 400 bytes a second, from 16 networks", dripping, 0.25),
    "language": Kind(5, "95 MB to `POST /language`, again and again, from 8 networks", large("POST", "/language")),
    "missing": Kind(5, "95 MB for a product that doesn't exist, again and again, from 8 networks", large("PATCH", "/api/products/999999")),
    "unknown": Kind(5, "95 MB to an unknown path, again and again, from 8 networks", large("POST", "/nowhere")),
    "expect": Kind(5, "1920 heads with `Expect: 100-continue`, from 8 networks", expecting, 0.1),
    "pngs": Kind(6, "listings with five small PNGs that become large, 8 at once, from one address", small_pictures, 0.2),
    "pictures": Kind(6, "listings with a picture of 49 megapixels, 8 at once, from one address", large_pictures, 0.5),
    "feeds": Kind(7, "feeds of searches, from 20 networks", feeds, more=("feed",), is_full=True),
    "sitemaps": Kind(7, "maps for search engines, from 20 networks", sitemaps, more=("feed",), is_full=True),
}

Answered = namedtuple("Answered", "name status expected wait")


class Honest:
    """Somebody who reads a list, lists a product, asks for a contact, and changes the own product with its password."""

    def __init__(self, port, address, picture):
        self.port, self.picture, self.number = port, picture, 0
        self.client = Client(port, address)
        first = self.client.list([picture], contact="010-1234-5678")
        if first.status != 201:
            raise RuntimeError(f"the market doesn't take a listing: {first}")
        self.product = first.json["id"]

    def ask(self, more=()):
        """Returns what was answered to each call."""
        self.number += 1
        # Another address, and a browser that nobody knows.
        stranger = Client(self.port, f"127.{201 + self.number // 250}.{self.number % 250}.7")
        calls = {
            "list": (200, lambda: self.client.get(f"/api/products?page_no=1&items_per_page={9 + self.number % 50}")),
            "listing": (201, lambda: self.client.list([self.picture])),
            "contact": (200, lambda: self.client.get(f"/api/products/{self.product}/contact")),
            "change": (202, lambda: self.client.change(self.product, stock=self.number)),
            "mistype": (403, lambda: stranger.change(self.product, "mistyped")),
            "change after it": (202, lambda: stranger.change(self.product, stock=self.number)),
            "feed": (200, lambda: self.client.get("/feed.atom?q=chair")),
        }
        chosen = ["list", "listing", "change", *more] + (["change after it"] if "mistype" in more else [])
        # As often as somebody may who shares the total with everybody.
        if self.number % 3 == 1:
            chosen.append("contact")
        return [self.answered(name, *calls[name]) for name in chosen]

    def answered(self, name, expected, call):
        begun = time.monotonic()
        status = call().status
        return Answered(name, status, expected, time.monotonic() - begun)
