"""Sellers that list, change and delete continuously, and record the responses."""

import http.client
import json
import random
import threading
from dataclasses import dataclass, field

from clients import listing
from market import SECRET
from photos import is_whole_jpeg

GONE = "gone"


@dataclass
class Known:
    """The expected state of a product: one of these prices, or gone. There are several if a response is missing."""

    prices: set
    picture: str = ""


@dataclass
class Ledger:
    """The responses that all sellers received."""

    products: dict = field(default_factory=dict)
    answered: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self):
        with self.lock:
            self.answered += 1


class Seller(threading.Thread):
    """Works until it is stopped or no server responds."""

    def __init__(self, number, port, ledger, pictures, stopping, seed):
        super().__init__(daemon=True)
        self.identifier = f"c0ffee00-0000-4000-8000-{number:012d}"
        self.port = port
        self.ledger = ledger
        self.pictures = pictures
        self.stopping = stopping
        self.chance = random.Random(seed)
        self.own = []

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        try:
            while not self.stopping.is_set():
                roll = self.chance.random()
                if not self.own or roll < 0.4:
                    self.list(connection)
                elif roll < 0.8:
                    self.change(connection)
                else:
                    self.delete(connection)
        except (OSError, http.client.HTTPException):
            pass  # The server is dead. Requests in flight may have been carried out or not.
        finally:
            connection.close()

    def ask(self, connection, method, path, body, content_type="application/json"):
        connection.request(method, path, body, {"Content-Type": content_type, "identifier": self.identifier})
        answer = connection.getresponse()
        return answer.status, answer.read()

    def list(self, connection):
        price = self.chance.randint(1, 10**6)
        body, headers = listing([self.chance.choice(self.pictures)], name=f"Chair {price}", price=price)
        status, answer = self.ask(connection, "POST", "/api/products", body, headers["Content-Type"])
        if status == 201:
            product = json.loads(answer)
            self.ledger.products[product["id"]] = Known({price}, product["images"][0]["url"])
            self.own.append(product["id"])
            self.ledger.count()

    def change(self, connection):
        product = self.chance.choice(self.own)
        known = self.ledger.products[product]
        price = self.chance.randint(1, 10**6)
        # Until the response arrives it may be either.
        known.prices = known.prices | {price}
        status, _ = self.ask(
            connection, "PATCH", f"/api/products/{product}", json.dumps({"price": price, "secret": SECRET}).encode())
        if status == 202:
            known.prices = {price}
            self.ledger.count()

    def delete(self, connection):
        product = self.chance.choice(self.own)
        known = self.ledger.products[product]
        before = known.prices
        known.prices = before | {GONE}
        status, token = self.ask(
            connection, "POST", f"/api/products/{product}/archived", json.dumps({"secret": SECRET}).encode())
        if status != 200:
            known.prices = before
            return
        status, _ = self.ask(connection, "DELETE", token.decode(), None)
        if status == 200:
            known.prices = {GONE}
            self.own.remove(product)
            self.ledger.count()


def faults(port, products):
    """Returns how the products differ from the responses."""
    found = []
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)

    def get(path):
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()

    for product, known in products.items():
        status, body = get(f"/api/products/{product}")
        is_now = GONE if status == 404 else json.loads(body)["price"] if status == 200 else status
        if is_now not in known.prices:
            found.append(f"product {product} is {is_now}, not {known.prices}")
        # The state seen now is final.
        known.prices = {is_now}
        if is_now == GONE or not known.picture:
            continue
        path = "/" + known.picture.split("/", 3)[3]
        for link in (path, path.replace(".jpg", "-thumb.jpg")):
            status, body = get(link)
            if status != 200 or not is_whole_jpeg(body):
                found.append(f"product {product}: {link} {status}")
    connection.close()
    return found
