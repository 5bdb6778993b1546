"""What people see on every node, compared with the database."""

import json
import random
import threading
import time
import uuid

from market import wait_until
from people import SECRET, STATES

# The number of products that each node is asked for one by one.
SAMPLE = 100
# No answer is older, in seconds.
AGE_LIMIT = 1
JSON = {"Content-Type": "application/json"}


def ask_nodes(check, name, load, database, servers):
    """Asks each node for its health, all pages of the list, and some products and their pages.

    It begins when nothing may be answered from before any more.
    """
    time.sleep(AGE_LIMIT)
    # What is sold is shown with a stock of 0.
    rows = [row.split("|") for row in database.sql("market", """
        SELECT id, CASE WHEN state = 2 THEN 0 ELSE stock END, state, is_listed, name FROM product ORDER BY id DESC
        """).splitlines()]
    listed = [(int(product), int(stock)) for product, stock, _, is_listed, _ in rows if is_listed == "t"]
    sample = random.sample(rows, min(SAMPLE, len(rows)))
    for number, server in enumerate(servers, 1):
        def get(path):
            # A store on a busy machine may be too slow for an answer.
            while (answer := load.request("GET", path, port=server.port))[0] in (0, 503):
                time.sleep(0.05)
            return answer
        title = f"{name}: node {number}"
        status, text = get("/health")
        check(status == 200 and json.loads(text)["status"] == "ok", f"{title} is well", f"{status} {text[:200]}")
        found = []
        while len(found) < len(listed) + 1:
            page = json.loads(get(f"/api/products?items_per_page=100&page_no={len(found) // 100 + 1}")[1])
            found += [(item["id"], item["stock"]) for item in page["pages"]]
            if not page["has_next"]:
                break
        check(found == listed, f"{title} lists what is stored", f"({len(set(found) ^ set(listed))} of {len(listed)} differ)")
        wrong = []
        for product, stock, state, _, product_name in sample:
            status, text = get(f"/api/products/{product}")
            shown, page = get(f"/products/{product}")
            if STATES[int(state)] == "hidden":
                is_right = status // 100 == 4 and shown // 100 == 4
            else:
                is_right = (status, shown) == (200, 200) and json.loads(text)["stock"] == int(stock) \
                    and product_name.encode() in page
            if not is_right:
                wrong.append(product)
        check(not wrong, f"{title} shows the products as they are stored", wrong[:5])


class Freshness:
    """Somebody who edits a product all the time, and reads it on each node a second later."""

    def __init__(self, load, servers):
        self.load = load
        self.servers = servers
        self.name = f"fresh{uuid.uuid4().hex[:12]}"
        self.product = load.item(self.name, str(uuid.uuid4()))
        self.count = 0
        self.skipped = 0
        self.rounds = 0
        self.old = []
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        paths = (f"/api/products/{self.product}", f"/api/products?page_no=1&items_per_page=1&search_value={self.name}")
        stock = 1
        while not self.is_over.is_set():
            stock += 1
            body = json.dumps({"stock": stock, "secret": SECRET})
            status, text = self.load.until_answered("PATCH", f"/api/products/{self.product}", body, JSON)
            self.load.expect(status // 100 == 2, "edit of what is read everywhere", status, text)
            time.sleep(AGE_LIMIT)
            for number, server in enumerate(self.servers, 1):
                for path in paths:
                    status, text = self.load.request("GET", path, port=server.port)
                    self.count += 1
                    if status != 200:
                        # Without the database, nothing is answered.
                        self.skipped += 1
                        continue
                    found = json.loads(text)
                    found = found["stock"] if "stock" in found else [item["stock"] for item in found["pages"]]
                    if found not in (stock, [stock]):
                        self.old.append((number, path, found, stock))
            self.rounds += 1

    def wait_for_round(self):
        """Waits for an edit that isn't under way yet, and for what each node shows then."""
        last = self.rounds + 2
        wait_until(lambda: self.rounds >= last)

    def verify(self, check, name):
        self.wait_for_round()
        self.is_over.set()
        self.thread.join()
        print(f"  {self.count - self.skipped} answers of nodes a second after an edit, {self.skipped} refused for the moment",
              flush=True)
        check(self.count > self.skipped and not self.old, f"{name}: nothing older than a second is shown",
              f"({len(self.old)}, {self.old[:5]})")
