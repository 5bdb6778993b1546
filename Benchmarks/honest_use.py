"""What honest people do at once, for attacks.py: none of it may be refused."""

import json
import random
import threading
import time
from collections import Counter
from pathlib import Path

from clients import Client

SAMPLES = Path(__file__).resolve().parent.parent / "Sources" / "DemoProducts"
MINUTE = 60
ADDRESS = "127.200.0.7"


def at_once(count, work):
    """Runs a function of a number in threads. Returns what it has returned, and the seconds that all took."""
    results, lock = [], threading.Lock()

    def run(number):
        result = work(number)
        with lock:
            results.append(result)
    begun = time.monotonic()
    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results, time.monotonic() - begun


def office(address):
    """200 people behind one address: in a minute each reads a list with its pictures and a page, looks at a contact, and every
    eighth lists a product."""
    def use(place, port, pictures):
        first = Client(port, "127.210.0.1")
        products = [first.list([pictures["small"]], contact="010-1234-5678").json["id"] for _ in range(20)]
        statuses, longest, lock = Counter(), [0.0], threading.Lock()

        def person(number):
            client = Client(port, address(number))
            product = random.choice(products)

            def ask(name, call):
                begun = time.monotonic()
                reply = call()
                with lock:
                    statuses[f"{name} {reply.status}"] += 1
                    longest[0] = max(longest[0], time.monotonic() - begun)
                return reply

            def pause():
                time.sleep(random.uniform(0, MINUTE / 4))
            pause()
            listed = ask("list", lambda: client.get(f"/api/products?page_no=1&items_per_page={10 + number % 20}"))
            for entry in listed.json["pages"][:6] if listed.status == 200 else []:
                ask("picture", lambda: client.get("/" + entry["thumbnail"].split("/", 3)[3]))
            pause()
            ask("page", lambda: client.get(f"/products/{product}"))
            pause()
            ask("contact", lambda: client.get(f"/api/products/{product}/contact"))
            pause()
            if number % 8 == 0:
                ask("listing", lambda: client.list([pictures["small"]], name=f"Chair {number}"))
        at_once(200, person)
        return statuses, f"longest wait {longest[0]:.2f} s"
    return use


def uploads(address):
    """32 listings at once, each with five photos of 12 megapixels."""
    def use(place, port, pictures):
        replies, seconds = at_once(32, lambda number: Client(port, address(number), 300).list(pictures["phone"]).status)
        return Counter(f"listing {status}" for status in replies), f"in {seconds:.0f} s"
    return use


def sample_import(place, port, pictures):
    """An import of the sample products with the command line."""
    products = json.loads((SAMPLES / "catalogue.json").read_text(encoding="utf-8"))["products"]
    keys = ("name", "description", "price", "currency", "discount", "stock")
    file = place.new_path("catalogue.json")
    file.write_text(json.dumps([
        {**{key: product[key] for key in keys if product.get(key) is not None},
         "pictures": [str(SAMPLES / "pictures" / picture["file"]) for picture in product["pictures"]]} for product in products]))
    ended = place.command("import", file, "--password", "a long password", "--seller", "Workshop", "--server", f"http://127.0.0.1:{port}",
                          "--identity", place.new_path("identity"), "--language", "en")
    listed = Client(port, ADDRESS).get("/api/products").json["total_count"]
    return Counter({f"listed of {len(products)}": listed}), (ended.stdout + ended.stderr).strip().splitlines()[-1]


USES = {
    "office": ("200 people behind one address, in a minute", office(lambda number: ADDRESS), False),
    "office-64": ("200 people of one IPv6 /64, in a minute", office(lambda number: f"2001:db8:1:2::{number:x}"), True),
    "uploads": ("32 listings of five photos of 12 megapixels at once", uploads(lambda number: f"127.200.{number}.7"), False),
    "uploads-one": ("32 such listings at once from one address", uploads(lambda number: ADDRESS), False),
    "import": ("an import of the 64 sample products", sample_import, False),
}
