"""People who use a market that fails from time to time."""

import http.client
import json
import random
import threading
import time
import uuid
from pathlib import Path

from market import wait_until

SECRET = "sesame"
WRITERS = 6
READERS = 2


class Load:
    """People who list, edit and delete, and repeat what wasn't answered, as clients do."""

    def __init__(self, server, photo):
        self.port = server.port
        self.photo = Path(photo).read_bytes()
        self.is_over = threading.Event()
        self.lock = threading.Lock()
        # By name: the answered state of each product; None for a deleted one.
        self.answered = {}
        self.answers = []
        self.unanswered = 0
        self.problems = []
        self.threads = [threading.Thread(target=self.write, args=(number,)) for number in range(WRITERS)]
        self.threads += [threading.Thread(target=self.read) for _ in range(READERS)]
        for thread in self.threads:
            thread.start()

    def end(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join()

    def request(self, method, path, body=None, headers=None):
        """Returns the status and the body; 0 if there was no answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""
        finally:
            connection.close()

    def until_answered(self, method, path, body=None, headers=None):
        while True:
            status, text = self.request(method, path, body, headers)
            if status not in (0, 500, 502, 503, 504):
                with self.lock:
                    self.answers.append(time.monotonic())
                return status, text
            with self.lock:
                self.unanswered += 1
            time.sleep(0.02)

    def write(self, number):
        count = 0
        while not self.is_over.is_set():
            count += 1
            name = f"w{number}n{count}x"
            key = str(uuid.uuid4())
            listed = self.list(name, key, number)
            if listed is None:
                continue
            for stock in range(2, 2 + random.randrange(4)):
                body = json.dumps({"stock": stock, "descriptions": f"stock {stock}", "secret": SECRET})
                status, text = self.until_answered("PATCH", f"/api/products/{listed}", body, {"Content-Type": "application/json"})
                self.expect(status // 100 == 2 and json.loads(text)["stock"] == stock, f"edit of {name}", status, text)
                self.answered[name] = (listed, stock)
            if count % 3 == 0:
                self.delete(name, listed)

    def list(self, name, key, number):
        boundary = "outage"
        fields = json.dumps({"name": name, "descriptions": "stock 1", "price": 1000, "currency": "KRW", "stock": 1, "secret": SECRET})
        body = (f"--{boundary}\r\nContent-Disposition: form-data; name=\"params\"\r\n\r\n{fields}\r\n"
                f"--{boundary}\r\nContent-Disposition: form-data; name=\"images\"; filename=\"a.jpg\"\r\n"
                "Content-Type: image/jpeg\r\n\r\n").encode() + self.photo + f"\r\n--{boundary}--\r\n".encode()
        status = 409
        while status == 409:
            status, text = self.until_answered("POST", "/api/products", body, {
                "Content-Type": f"multipart/form-data; boundary={boundary}", "Idempotency-Key": key,
                "identifier": f"c0ffee00-0000-4000-8000-00000000000{number}"})
            if status == 409:
                # Its first try is still under way, or could not say that it was over.
                time.sleep(0.05)
        self.expect(status == 201, f"listing of {name}", status, text)
        if status != 201:
            return None
        product = json.loads(text)["id"]
        self.answered[name] = (product, 1)
        return product

    def delete(self, name, product):
        status, token = self.until_answered(
            "POST", f"/api/products/{product}/secret", json.dumps({"secret": SECRET}), {"Content-Type": "application/json"})
        self.expect(status // 100 == 2, f"token of {name}", status, token)
        if status // 100 != 2:
            return
        status, text = self.until_answered("DELETE", f"/api/products/{product}/{token.decode()}")
        # A try whose answer was lost may have deleted it.
        # Its token is used then; whether the product is gone is looked up at the end.
        self.expect(status // 100 == 2 or status in (400, 404, 410), f"deletion of {name}", status, text)
        self.answered[name] = None

    def read(self):
        while not self.is_over.is_set():
            self.request("GET", "/api/products?page_no=1&items_per_page=20")
            time.sleep(0.01)

    def expect(self, is_right, what, status, text):
        if not is_right:
            with self.lock:
                self.problems.append(f"{what}: {status} {text[:200]!r}")

    def is_answering(self, since):
        with self.lock:
            return bool(self.answers) and self.answers[-1] > since

    def next_answer(self, since):
        """Returns how long after a moment the next write was answered, in seconds."""
        wait_until(lambda: self.is_answering(since))
        with self.lock:
            return next(moment for moment in self.answers if moment > since) - since

    def wait_for_writes(self, count):
        with self.lock:
            start = len(self.answers)
        wait_until(lambda: len(self.answers) >= start + count)
