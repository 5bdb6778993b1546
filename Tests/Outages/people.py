"""People who use a market that fails from time to time."""

import http.client
import json
import random
import struct
import threading
import time
import uuid
import zlib
from pathlib import Path

from market import wait_until

SECRET = "sesame"
# The seconds after which a client gives a request up. More than a node is frozen: what a client has given up may be carried out
# when the node is woken, after what the client has done meanwhile.
PATIENCE = 300
WRITERS = 6
READERS = 2
# As they are stored.
STATES = ["open", "reserved", "sold", "hidden"]
# The guesses at one password that a minute permits.
GUESSES = 10


class Load:
    """People who list, edit, delete and change states with one tap, and repeat what wasn't answered, as clients do.

    One more guesses at a password all the time if `guesses`.
    """

    def __init__(self, server, photo, guesses=False, pause=0.02):
        self.port = server.port
        self.photo = Path(photo).read_bytes()
        # The time between two tries, in seconds.
        self.pause = pause
        self.is_over = threading.Event()
        self.lock = threading.Lock()
        # By name: the answered state of each product; None for a deleted one.
        self.answered = {}
        self.answers = []
        # When requests had no answer or a failure, with what they were.
        self.failures = []
        self.longest = 0
        self.problems = []
        self.guesses_at = None
        self.guesses = []
        # Whether writes may begin, and how many are under way.
        self.may_write = threading.Event()
        self.may_write.set()
        self.writing = 0
        # How often a crash of PostgreSQL has emptied the tables of the limits.
        self.emptied = 0
        self.threads = [threading.Thread(target=self.write, args=(number,)) for number in range(WRITERS)]
        self.threads += [threading.Thread(target=self.read) for _ in range(READERS)]
        self.threads.append(threading.Thread(target=self.tap))
        if guesses:
            self.guesses_at = self.item("guessed", "guessed")
            self.threads.append(threading.Thread(target=self.guess))
        for thread in self.threads:
            # A test that fails ends without waiting for them.
            thread.daemon = True
            thread.start()

    def end(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join()

    def request(self, method, path, body=None, headers=None, port=None):
        """Returns the status and the body; 0 if there was no answer."""
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=PATIENCE)
        begin = time.monotonic()
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, b""
        finally:
            connection.close()
            with self.lock:
                self.longest = max(self.longest, time.monotonic() - begin)

    def failed(self, status, method, path):
        """Notes a request without an answer, or with one that says so."""
        if status not in (0, 500, 502, 503, 504):
            return False
        with self.lock:
            self.failures.append((time.monotonic(), status, method, path))
        return True

    @property
    def lost(self):
        """The requests without an answer. One with 503 has an answer: a store on a busy machine may be too slow for it."""
        with self.lock:
            return [failure for failure in self.failures if failure[1] != 503]

    def hold(self):
        """Lets no write begin, and waits for those under way."""
        self.may_write.clear()
        wait_until(lambda: self.writing == 0)

    def until_answered(self, method, path, body=None, headers=None):
        while True:
            with self.lock:
                self.writing += 1
            if not self.may_write.is_set():
                with self.lock:
                    self.writing -= 1
                self.may_write.wait()
                continue
            status, text = self.request(method, path, body, headers)
            with self.lock:
                self.writing -= 1
            if not self.failed(status, method, path):
                with self.lock:
                    self.answers.append(time.monotonic())
                return status, text
            time.sleep(self.pause)

    def until_listed(self, path, body, key, headers):
        """Repeats a listing with its key until it is answered."""
        while True:
            status, text = self.until_answered("POST", path, body, {"Idempotency-Key": key, **headers})
            if status != 409:
                return status, text
            # Its first try is still under way, or could not say that it was over.
            time.sleep(0.05)

    def write(self, number):
        count = 0
        while not self.is_over.is_set():
            count += 1
            name = f"w{number}n{count}x"
            # Half of the images are nobody else's.
            listed = self.list(name, str(uuid.uuid4()), number, picture() if count % 2 else self.photo)
            if listed is None:
                continue
            for stock in range(2, 2 + random.randrange(4)):
                body = json.dumps({"stock": stock, "descriptions": f"stock {stock}", "secret": SECRET})
                status, text = self.until_answered("PATCH", f"/api/products/{listed}", body, {"Content-Type": "application/json"})
                self.expect(status // 100 == 2 and json.loads(text)["stock"] == stock, f"edit of {name}", status, text)
                self.answered[name] = (listed, stock)
            if count % 3 == 0:
                self.delete(name, listed)

    def tap(self):
        count = 0
        while not self.is_over.is_set():
            count += 1
            name = f"t{count}x"
            listed = self.item(name, str(uuid.uuid4()))
            if listed is None:
                continue
            self.answered[name] = (listed, "open")
            state = "open"
            for _ in range(3):
                # What is sold or hidden has to be opened again first.
                state = "open" if state in ("sold", "hidden") else random.choice(STATES)
                body = json.dumps({"state": state, "secret": SECRET})
                status, text = self.until_answered(
                    "PUT", f"/api/products/{listed}/state", body, {"Content-Type": "application/json"})
                self.expect(status == 200 and json.loads(text).get("state", "open") == state, f"{state} of {name}", status, text)
                self.answered[name] = (listed, state)

    def guess(self):
        while not self.is_over.wait(0.3):
            began = time.monotonic()
            status, _ = self.request(
                "POST", f"/api/products/{self.guesses_at}/secret", '{"secret":"guess"}', {"Content-Type": "application/json"})
            self.guesses.append((began, time.monotonic(), status))

    def guesses_counted(self):
        """Returns how many guesses were answered, how many the time permits, and how many were refused."""
        statuses = [status for _, _, status in self.guesses]
        # A guess is counted at some moment before its answer, which may take seconds on a busy machine.
        minutes = (self.guesses[-1][1] - self.guesses[0][0]) // 60 + 1
        return statuses.count(403), GUESSES * (int(minutes) + self.emptied), statuses.count(429)

    def item(self, title, key):
        """Lists a product without an image."""
        body, headers = self.item_form(title)
        status, text = self.until_listed("/item", body, key, headers)
        self.expect(status == 200, f"listing of {title}", status, text)
        return json.loads(text)["id"] if status == 200 else None

    @staticmethod
    def item_form(title):
        fields = {"title": title, "descriptions": "", "price": 1000, "currency": "KRW", "stock": 1, "password": SECRET}
        return json.dumps(fields), {"Content-Type": "application/json"}

    def list(self, name, key, number, photo=None):
        body, headers = self.form(name, number, photo)
        status, text = self.until_listed("/api/products", body, key, headers)
        self.expect(status == 201, f"listing of {name}", status, text)
        if status != 201:
            return None
        product = json.loads(text)["id"]
        self.answered[name] = (product, 1)
        return product

    def form(self, name, number=0, photo=None):
        """Returns the body of a listing with an image, and its headers."""
        boundary = "outage"
        fields = json.dumps({"name": name, "descriptions": "stock 1", "price": 1000, "currency": "KRW", "stock": 1, "secret": SECRET})
        body = (f"--{boundary}\r\nContent-Disposition: form-data; name=\"params\"\r\n\r\n{fields}\r\n"
                f"--{boundary}\r\nContent-Disposition: form-data; name=\"images\"; filename=\"a.jpg\"\r\n"
                "Content-Type: image/jpeg\r\n\r\n").encode() + (photo or self.photo) + f"\r\n--{boundary}--\r\n".encode()
        return body, {"Content-Type": f"multipart/form-data; boundary={boundary}",
                      "identifier": f"c0ffee00-0000-4000-8000-00000000000{number}"}

    @staticmethod
    def links(text):
        """Returns the paths of the images of a product."""
        return ["/" + image[key].split("/", 3)[3] for image in json.loads(text)["images"] for key in ("url", "thumbnail_url")]

    def until_shown(self, link, port=None):
        """Reads an image, again while the store is too slow for the time that an image has."""
        answers = []
        wait_until(lambda: answers.append(self.request("GET", link, port=port)) or answers[-1][0] not in (0, 503))
        return answers[-1]

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
            path = "/api/products?page_no=1&items_per_page=20"
            self.failed(self.request("GET", path)[0], "GET", path)
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


def picture(width=96, height=64):
    """Returns a PNG that no other one equals."""
    rows = b"".join(b"\0" + random.randbytes(width * 3) for _ in range(height))

    def chunk(kind, data):
        return struct.pack("!I", len(data)) + kind + data + struct.pack("!I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack("!IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
