"""The nginx block of Documentation/Operating.md in front of the market."""

import os
import re
import subprocess
import time
from pathlib import Path

from ports import free_port

OPERATING = Path(__file__).resolve().parents[3] / "Documentation" / "Operating.md"


def nginx_block():
    """Returns the indented lines of the document from `upstream` to the end of `server`."""
    text = OPERATING.read_text(encoding="utf-8")
    found = re.search(r"^    upstream openmarket \{\n(?:    .*\n|\n)+", text, re.MULTILINE)
    if not found:
        raise RuntimeError("Documentation/Operating.md has no nginx block")
    return found.group(0)


class Nginx:
    def __init__(self, place, upstream_port):
        self.port = free_port()
        folder = place.new_path("nginx")
        folder.mkdir()
        block = nginx_block().replace("127.0.0.1:8080", f"127.0.0.1:{upstream_port}").replace(
            "listen 80;", f"listen 127.0.0.1:{self.port};")
        temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in (
            "client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (folder / "nginx.conf").write_text(
            f"pid {folder}/pid;\nerror_log {folder}/error.log;\ndaemon off;\nworker_processes 1;\n"
            f"events {{}}\nhttp {{\naccess_log off;\n{temporary}{block}}}\n")
        command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]
        # As root, nginx would run its workers as a user that can't read the folder.
        if os.geteuid() == 0:
            command += ["-g", "user root;"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.log = folder / "error.log"

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


def connections_to(port):
    """Returns the number of recent TCP connections to a port: open ones, and those in TIME_WAIT."""
    remote = f"0100007F:{port:04X}"
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return sum(1 for line in lines if line.split()[2] == remote and line.split()[3] in ("01", "06"))


def run(checks, place):
    server = place.market("proxied", "--trust-forwarded")
    nginx = Nginx(place, server.port)
    try:
        url = f"http://127.0.0.1:{nginx.port}"
        deadline = time.monotonic() + 60
        while place.curl(url + "/healthChecker").status != 200:
            if time.monotonic() > deadline or nginx.process.poll() is not None:
                raise RuntimeError(f"nginx does not respond: {nginx.log.read_text() if nginx.log.exists() else ''}")
            time.sleep(0.1)
        before = connections_to(server.port)
        answers = [place.curl(url + "/api/products", "-H", "Host: market.example") for _ in range(40)]
        checks.that(all(answer.status == 200 for answer in answers), "requests get through")
        made = connections_to(server.port) - before
        checks.that(made <= 4, "nginx reuses its connections to the market", f"{made} connections for 40 requests")
        posted = place.curl(
            url + "/api/products", "-H", "Host: market.example", "-H", "identifier: c0ffee00-0000-4000-8000-000000000002",
            "-F", 'params={"name":"의자","descriptions":"","price":1,"currency":"KRW","secret":"s"};type=application/json',
            "-F", f"images=@{place.photos['phone'][0]};type=image/jpeg")
        checks.status(posted, 201, "a phone's photo gets through")
        if posted.status == 201:
            link = posted.json["images"][0]["url"]
            checks.that(link.startswith("http://market.example/"), "links use the public host name", link)
    finally:
        nginx.stop()
