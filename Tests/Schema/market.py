"""The products on the server, and those that the hooks add."""

import itertools
import json
import os
import random
import urllib.error
import urllib.request
import uuid

from pictures import png

SECRET = "open-market"  # the secret of all sample products
IDENTIFIER = "c0ffee00-0000-4000-8000-00000000cafe"
# The server trusts this test as its proxy. The hooks know every secret, so that no limit on wrong ones may hold for them.
SELLER_ADDRESS = "192.0.2.1"


class Market:
    """The market at one address."""

    def __init__(self, url=None):
        self.url = url or os.environ["MARKET_URL"]
        self.turn = itertools.count()
        self.visitors = itertools.count()
        # Not one shared counter: it would run in step with the requests, so that something done every second time would
        # happen always or never.
        self.chance = random.Random(1)
        goods = self.json("GET", "/api/products?items_per_page=800")["pages"]
        self.ids = [product["id"] for product in goods]
        self.files = [product["thumbnail"].rsplit("/", 1)[1] for product in goods[:8]] + ["placeholder.png"]
        self.cursor = self.json("GET", "/api/products?items_per_page=5").get("next_cursor")
        # One for all: how many reports come from everybody together is limited. Ports of old editions take none.
        report = self.json("POST", f"/api/products/{self.ids[0]}/reports", {"reason": "scam"})
        self.receipt = report["receipt"] if report else "0" * 32
        # What operators' programs present.
        self.key = os.environ.get("MARKET_KEY", "")

    def next(self, things):
        return things[next(self.turn) % len(things)]

    def one_in(self, count):
        return self.chance.random() * count < 1

    def ask(self, method, path, body=None, content_type="application/json", headers=None):
        """Returns the response body, or None for an error."""
        request = urllib.request.Request(
            self.url + path, data=body, method=method,
            headers={"Content-Type": content_type, "X-Forwarded-For": SELLER_ADDRESS, **(headers or {})})
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return answer.read()
        except urllib.error.HTTPError:
            return None

    def visitor_address(self):
        """Returns the address of another visitor, one of 65,536."""
        number = next(self.visitors) % 65_536
        return f"198.18.{number // 256}.{number % 256}"

    def json(self, method, path, body=None):
        answer = self.ask(method, path, None if body is None else json.dumps(body).encode())
        return None if answer is None else json.loads(answer)

    def pictures_of(self, product):
        """Returns the ids of a product's pictures, or None if nobody but its seller is shown it."""
        found = self.json("GET", f"/api/products/{product}")
        return found and [image["id"] for image in found.get("images", [])]

    def new_product(self, identifier=IDENTIFIER):
        """Lists a product that may be deleted, with the secret of the sample products."""
        fields = {"name": "Not for long", "price": 1, "currency": "KRW", "secret": SECRET}
        edge = "edge-of-parts"
        body = (f'--{edge}\r\nContent-Disposition: form-data; name="params"\r\n\r\n{json.dumps(fields)}\r\n'
                f'--{edge}\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\n\r\n').encode()
        body += png(4, 3, (90, 160, 120)) + f"\r\n--{edge}--\r\n".encode()
        answer = self.ask("POST", "/api/products", body, f"multipart/form-data; boundary={edge}",
                          {"identifier": identifier})
        return json.loads(answer)["id"]

    def right(self, product):
        """Returns a right for a product, or None if there is no such product."""
        found = self.json("POST", f"/api/products/{product}/rights", {"secret": SECRET})
        return found and found["right"]

    def operate(self, method, path, body=None):
        """Sends a request of an operator's program."""
        return self.ask(method, "/api/operator" + path, body and json.dumps(body).encode(), headers={"Authorization": f"Bearer {self.key}"})

    def hide(self, product):
        self.operate("PUT", f"/products/{product}/hold", {"kind": "hidden", "reason": "Why"})

    def lock(self, product):
        self.operate("PUT", f"/products/{product}/lock", {"reason": "Why"})

    def seller(self):
        """Returns the number of a seller, with a listing, whom nobody needs."""
        return self.json("GET", f"/api/products/{self.new_product(str(uuid.uuid4()))}")["vendor_id"]

    def report_listing(self, product):
        self.ask("POST", f"/api/products/{product}/reports", b'{"reason": "scam"}', headers={
            "X-Forwarded-For": self.visitor_address()})

    def report(self):
        """Returns the number of a report that isn't decided."""
        self.report_listing(self.new_product())
        return json.loads(self.operate("GET", "/reports?open=1"))["reports"][-1]["id"]

    def token(self, product):
        token = self.ask("POST", f"/api/products/{product}/secret", json.dumps(SECRET).encode())
        if token is None:
            raise RuntimeError(f"The server gave no delete token for product {product} and its own secret.")
        return token.decode()
