"""A market for tests: `openmarket serve` with a folder of its own, and products listed through the API."""

import json
import os
import re
import sqlite3
import subprocess
import threading
import time
import urllib.parse
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor

from pictures import color, jpeg

SECRET = "열려라 참깨 42"


class Market:
    # Up to the last line of a start.
    OPEN = re.compile(r"^Open Market is open: (http\S+)\n(?:.*\n)*Everything is kept", re.MULTILINE)

    def __init__(self, binary, folder, *flags, cluster=None, on_terminal=False):
        """Opens a market in its folder, or in a database of a PostgreSQL cluster. What it writes is in its log, whether that
        is a file or a terminal for the server."""
        self.binary, self.folder, self.cluster = binary, folder, cluster
        self.log = folder / "server.log"
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("OPENMARKET_")}
        if cluster:
            self.database = f"market_{folder.name}"
            self.environment["OPENMARKET_DATABASE"] = cluster.create(self.database)
        with open(self.log, "wb") as log:
            master, output = os.openpty() if on_terminal else (None, log.fileno())
            self.process = subprocess.Popen(
                [binary, "serve", "--port", "0", "--data", str(folder / "data"), *flags],
                stdout=output, stderr=subprocess.STDOUT, env=self.environment)
            if on_terminal:
                os.close(output)
                threading.Thread(target=self._copy, args=(master,), daemon=True).start()
        self.url = self._address()
        self.seller = str(uuid.uuid4())

    def _address(self, seconds=300):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.process.poll() is None:
            if found := self.OPEN.search(self.log.read_text(errors="replace")):
                return found.group(1).rstrip("/")
            time.sleep(0.02)
        raise RuntimeError(f"The server did not open:\n{self.log.read_text(errors='replace')[-2000:]}")

    def _copy(self, terminal):
        with open(self.log, "ab", buffering=0) as log:
            try:
                while output := os.read(terminal, 65536):
                    log.write(output.replace(b"\r\n", b"\n"))
            except OSError:
                pass  # The server has ended.
            os.close(terminal)

    def run(self, *arguments):
        """Runs a command of the operator for this market, and returns what it prints."""
        return subprocess.run(
            [self.binary, *arguments, "--data", str(self.folder / "data")], check=True, capture_output=True, text=True,
            env=self.environment).stdout

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(300)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def ask(self, method, path, body=None, headers={}):
        request = urllib.request.Request(self.url + path, body, headers, method=method)
        with urllib.request.urlopen(request, timeout=300) as answer:
            return json.loads(answer.read())

    def get(self, path):
        return self.ask("GET", path)

    def requests(self, route, status):
        """Returns how many GET requests of a route had a status, as of the last second."""
        with urllib.request.urlopen(self.url + "/metrics", timeout=300) as answer:
            line = f'openmarket_http_requests_total{{route="{route}",method="GET",status="{status}"}} '
            return sum(int(one.removeprefix(line)) for one in answer.read().decode().splitlines() if one.startswith(line))

    def list(self, name, pictures=None, seller=None, vendor_name=None, **fields):
        """Lists a product and returns it as in the API's response."""
        words = {
            "descriptions": "", "price": 12000, "currency": "KRW", "stock": 10, "secret": SECRET, **fields, "name": name}
        boundary = uuid.uuid4().hex
        parts = [("params", None, json.dumps(words).encode())]
        parts += [("images", f"{index}.jpg", data) for index, data in enumerate(pictures or [jpeg(64, 64)])]
        body = b""
        for part, file, data in parts:
            named = f'; filename="{file}"' if file else ""
            kind = "image/jpeg" if file else "application/json"
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="{part}"{named}\r\nContent-Type: {kind}\r\n\r\n'
            body += head.encode() + data + b"\r\n"
        body += f"--{boundary}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "identifier": seller or self.seller}
        if vendor_name:
            headers["vendor-name"] = urllib.parse.quote(vendor_name)
        return self.ask("POST", "/api/products", body, headers)

    def delete(self, product):
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(
            f"{self.url}/api/products/{product['id']}/secret", json.dumps({"secret": SECRET}).encode(), headers)
        with urllib.request.urlopen(request, timeout=300) as answer:
            token = answer.read().decode()
        return self.ask("DELETE", f"/api/products/{product['id']}/{token}")

    def rename(self, product, name):
        body = json.dumps({"secret": SECRET, "name": name}).encode()
        return self.ask("PATCH", f"/api/products/{product['id']}", body, {"Content-Type": "application/json"})

    def reduce(self, product, price, days=10):
        """Lowers the price of a product that was listed so many days ago, as far as the database knows."""
        self._execute(
            f"UPDATE product SET registered_at = registered_at - {days * 86_400_000}, "
            f"updated_at = updated_at - {days * 86_400_000} WHERE id = {int(product['id'])}")
        body = json.dumps({"secret": SECRET, "price": price}).encode()
        return self.ask("PATCH", f"/api/products/{product['id']}", body, {"Content-Type": "application/json"})

    def _execute(self, sql):
        """Changes the database behind the server's back."""
        if self.cluster:
            self.cluster.sql(self.database, sql)
            return
        database = sqlite3.connect(self.folder / "data" / "market.sqlite", timeout=300)
        try:
            with database:
                database.execute(sql)
        finally:
            database.close()

    def fill(self, count):
        """Lists “Thing 1”, “Thing 2” and so on, each with a picture of one color derived from its number."""
        def one(number):
            return self.list(f"Thing {number}", [jpeg(64, 64, color(number))], price=1000 * number)
        with ThreadPoolExecutor(4) as pool:
            return list(pool.map(one, range(1, count + 1)))
