"""The servers under test, each on a free port of the loopback address."""

import contextlib
import http.client
import json
import os
import socket
import subprocess
import time
from pathlib import Path


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpu_nanoseconds(process):
    """Returns the CPU time of a process and its children, that of threads that have ended included."""
    total = 0
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdigit():
                parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if process in (parent, int(folder.name)):
                    # The clock of a process, see clock_getcpuclockid(3).
                    total += time.clock_gettime_ns(~int(folder.name) << 3 | 2)
    return total


class Server:
    def __init__(self, command, port, log, path="/api/products"):
        self.port = port
        self.path = path
        began = time.monotonic()
        with open(log, "ab") as output:
            self.process = subprocess.Popen([str(part) for part in command], stdout=output, stderr=output)
        self.seconds_to_answer = self.wait(began)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}{self.path}"

    def wait(self, began):
        while time.monotonic() - began < 120:
            if self.process.poll() is not None:
                raise RuntimeError(f"{self.process.args[0]} ended with {self.process.returncode}")
            try:
                if self.get(self.path)[0] == 200:
                    return time.monotonic() - began
            except OSError:
                time.sleep(0.002)
        raise RuntimeError(f"{self.process.args[0]} does not respond")

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, body

    def memory(self, key):
        """Returns `VmRSS` or `VmHWM` in MB of a million bytes."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(key + ":"):
                return int(line.split()[1]) * 1024 / 1e6
        return 0.0

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def cpu_nanoseconds(self):
        """Returns the CPU time of all threads and of the processes that it has started, which is more exact than
        ``cpu_seconds``."""
        return cpu_nanoseconds(self.process.pid)

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(90)


def market(binary, data, log, *arguments):
    port = free_port()
    return Server([binary, "serve", "--port", port, "--data", data, "--log-level", "error", *arguments], port, log)


def wait_for_the_check_of_the_data(server):
    """Waits until the check of all data, which follows a start in the background, is over. It gives way to requests, this one
    included, for some seconds."""
    while json.loads(server.get("/health")[1]).get("database_check") == "due":
        time.sleep(10)


def constant(binary, file, log):
    port = free_port()
    return Server([binary, port, file], port, log)


def nginx(folder, body):
    port = free_port()
    root = folder / "root"
    (root / "api").mkdir(parents=True)
    (root / "api" / "products").write_bytes(body)
    settings = folder / "nginx.conf"
    temporary = "\n".join(
        f"    {kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    settings.write_text(f"""
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
worker_processes 2;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    sendfile on;
    keepalive_requests 100000000;
    default_type application/json;
{temporary}
    server {{
        listen 127.0.0.1:{port};
        root {root};
    }}
}}
""")
    folder.chmod(0o755)
    return Server(["nginx", "-c", settings, "-e", folder / "nginx.log"], port, folder / "nginx.out")


class OwnerSocket(http.client.HTTPConnection):
    """The operator's socket: its commits cost no password hash."""

    def __init__(self, data):
        super().__init__("localhost")
        self.address = str(data / "admin.sock")

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.address)

    def ask(self, question):
        self.request("POST", "/admin", json.dumps(question), {"Content-Type": "application/json"})
        return json.loads(self.getresponse().read())
