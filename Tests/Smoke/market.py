"""Starts the program under test and sends it requests with curl."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "TestClusters"))

from ports import free_port

IDENTIFIER = "c0ffee00-0000-4000-8000-000000000001"
SECRET = "열려라 참깨 42"
# Timeout in seconds. Generous, because a busy machine is slow, not broken.
PATIENCE = 300


@dataclass
class Answer:
    """The output of curl; the status is 0 if there was no response."""

    status: int
    headers: dict
    body: bytes
    version: str
    exit_code: int
    errors: str

    @property
    def text(self):
        return self.body.decode("utf-8", "replace") or self.errors

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def media_type(self):
        return self.headers.get("content-type", "").split(";")[0]


@dataclass
class Place:
    """The working folder of a test, and the servers that it has started."""

    binary: Path
    folder: Path
    photos: dict = field(default_factory=dict)
    servers: list = field(default_factory=list)
    counter: int = 0
    # The PostgreSQL cluster that has the databases of all servers; None if they have theirs in their folders.
    cluster: object = None
    # The addresses of the databases, by data folder.
    databases: dict = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def new_path(self, name):
        with self.lock:
            self.counter += 1
            return self.folder / f"{self.counter}-{name}"

    def killed_at(self, pattern):
        """Returns what kills a command before it renames something to a path that matches a pattern."""
        library = self.folder / "killed_at_rename.so"
        with self.lock:
            if not library.exists():
                source = Path(__file__).parent / "killed_at_rename.c"
                subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        return {"LD_PRELOAD": str(library), "KILLED_AT": pattern}

    def market(self, name, *arguments, data=None, **options):
        """Starts a server with a data folder of its own, and waits until it responds."""
        server = Server(self, data or self.new_path(name), *arguments, **options)
        self.servers.append(server)
        server.start()
        return server

    @property
    def market_file(self):
        """The file that the data folder of every market has."""
        return "market.json" if self.cluster else "market.sqlite"

    def environment(self, data, more=None, is_new=False):
        """Returns the environment of a program that uses a data folder.

        A folder gets its database when a server is started with it, `is_new`. A command for a folder without one gets none.
        """
        with self.lock:
            if self.cluster and is_new and data not in self.databases:
                self.databases[data] = self.cluster.create(f"market{len(self.databases) + 1}")
            url = self.databases.get(data)
        return clean_environment({**({"OPENMARKET_DATABASE": url} if url else {}), **(more or {})})

    def command(self, *arguments, stdin=None, prefix=(), binary=None, timeout=PATIENCE, environment=None):
        """Runs the program and waits for its exit."""
        given = dict(zip(arguments, arguments[1:]))
        return subprocess.run(
            [*prefix, str(binary or self.binary), *map(str, arguments)], input=stdin, capture_output=True, text=True,
            timeout=timeout, cwd=self.folder, env=self.environment(given.get("--data"), environment))

    def run(self, command):
        """Runs another program, which must succeed."""
        subprocess.run([str(part) for part in command], check=True, capture_output=True, timeout=PATIENCE)

    def stop_all(self):
        for server in self.servers:
            server.kill()
        self.servers = []

    def curl(self, url, *arguments, timeout=PATIENCE):
        body, head = self.new_path("body"), self.new_path("head")
        arguments = [str(argument) for argument in arguments]
        result = subprocess.run(
            ["curl", "-sS", "--max-time", str(timeout), "-o", body, "-D", head, "-w",
             "%{http_code} %{http_version}", *arguments, url],
            capture_output=True, text=True)
        status, version = (result.stdout.split() + ["0", "0"])[:2]
        answer = Answer(
            status=int(status), headers=read_head(head), body=body.read_bytes() if body.exists() else b"",
            version=version, exit_code=result.returncode, errors=result.stderr.strip())
        body.unlink(missing_ok=True)
        head.unlink(missing_ok=True)
        return answer


def wait_until(condition):
    """Waits for a condition, and returns whether it came true."""
    deadline = time.monotonic() + PATIENCE
    while not (met := condition()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return bool(met)


def clean_environment(more=None):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("OPENMARKET_")}
    return {**environment, **(more or {})}


def read_head(path):
    """Reads the last header block; a `100 Continue` may precede it."""
    if not path.exists():
        return {}
    blocks = [block for block in path.read_text("latin-1").replace("\r\n", "\n").split("\n\n") if block.strip()]
    if not blocks:
        return {}
    lines = blocks[-1].split("\n")[1:]
    return {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


class ServiceManager:
    """A service manager such as systemd, which a server tells that it is ready or stopping."""

    def __init__(self, place):
        self.path = place.new_path("notices")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(self.path))

    @property
    def environment(self):
        return {"NOTIFY_SOCKET": str(self.path)}

    def notice(self, wait=True):
        """Returns what was told next; None if nothing was."""
        self.socket.settimeout(PATIENCE if wait else 0)
        try:
            return self.socket.recv(4096).decode()
        except (BlockingIOError, TimeoutError):
            return None


class Server:
    """One `openmarket serve`."""

    def __init__(self, place, data, *arguments, scheme="http", port=None, environment=None, bare=False, prefix=()):
        self.place = place
        self.prefix = [str(part) for part in prefix]
        self.data = data
        self.scheme = scheme
        self.port = port or free_port()
        self.environment = environment
        own = [] if bare else ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(data)]
        self.arguments = own + [str(argument) for argument in arguments]
        self.process = None
        # Another build than that of the test.
        self.binary = None
        self.log = place.new_path("log")

    @property
    def url(self):
        return f"{self.scheme}://127.0.0.1:{self.port}"

    @property
    def whole_environment(self):
        # Some chapters have databases of their own.
        has_database = "--database" in self.arguments
        return clean_environment(self.environment) if has_database else \
            self.place.environment(self.data, self.environment, is_new=True)

    def start(self, *more, wait=PATIENCE):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*self.prefix, str(self.binary or self.place.binary), "serve", *self.arguments, *more], stdout=log, stderr=log,
                cwd=self.place.folder, env=self.whole_environment)
        deadline = time.monotonic() + wait
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}: {self.log.read_text()[-600:]}")
            if self.get("/healthChecker", "-k", timeout=5).status == 200:
                return
            time.sleep(0.05)
        raise RuntimeError(f"the server does not respond: {self.log.read_text()[-600:]}")

    def stop(self, wait=PATIENCE):
        """Stops the server, and returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(wait)

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def memory(self, key):
        """Returns `VmRSS` or `VmHWM`, in MB."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(key + ":"):
                return int(line.split()[1]) / 1000
        return 0.0

    # User actions.

    def get(self, path, *arguments, **options):
        url = path if path.startswith("http") else self.url + path
        return self.place.curl(url, *arguments, **options)

    def send(self, method, path, body=None, *arguments):
        """Sends JSON; a string is sent as it is."""
        if body is not None:
            text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)
            arguments = (*arguments, "-H", "Content-Type: application/json", "--data-binary", text)
        return self.place.curl(self.url + path, "-X", method, *arguments)

    def post(self, photos, *arguments, identifier=IDENTIFIER, timeout=PATIENCE, **fields):
        """Lists a product as an app does."""
        parameters = {"name": "나무 의자", "descriptions": "앉기 좋습니다.", "price": 12000, "currency": "KRW",
                      "discounted_price": 2000, "stock": 3, "secret": SECRET, **fields}
        parameters = {key: value for key, value in parameters.items() if value is not None}
        file = self.place.new_path("params")
        file.write_text(json.dumps(parameters, ensure_ascii=False), encoding="utf-8")
        form = ["-F", f"params=<{file};type=application/json"]
        for photo in photos:
            form += ["-F", f"images=@{photo};type=image/jpeg"]
        if identifier:
            form += ["-H", f"identifier: {identifier}"]
        try:
            return self.place.curl(self.url + "/api/products", *form, *arguments, timeout=timeout)
        finally:
            file.unlink()
