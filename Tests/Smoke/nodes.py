"""Several nodes of one market on one database, behind the proxies of Deployment/."""

import os
import re
import shlex
import signal
import subprocess
from pathlib import Path

from caddy import OLD_HOST, Caddy
from market import Server, wait_until
from ports import free_port

ROOT = Path(__file__).resolve().parents[2]
DEPLOYMENT = ROOT / "Deployment"
PROXIES = ("haproxy", "nginx", "caddy")
ADDRESSES = ["10.0.0.11:8080", "10.0.0.12:8080", "10.0.0.13:8080"]


class Nodes:
    """Three nodes whose images are in an object store or, without one, in folders that share their files."""

    def __init__(self, place, url, *arguments, store=None, as_in_readme=False):
        images = place.new_path("images")
        self.servers = []
        bucket = store.address(store.create("market")) if store else None
        if store and not as_in_readme:
            arguments += ("--images", bucket)
        for number in (1, 2, 3):
            data, environment = place.new_path(f"node{number}"), store.environment if store else None
            if as_in_readme:
                port = free_port()
                server = Server(
                    place, data, *command_of_readme(data, f"node{number}", url, bucket), "--port", port, *arguments, port=port,
                    bare=True, environment=environment)
            else:
                server = Server(
                    place, data, "--database", url, "--node", f"node{number}", "--trust-forwarded", *arguments,
                    environment=environment)
            if not store:
                self.share(server, images)
            self.servers.append(server)
            place.servers.append(server)
        for server in self.servers:
            server.start()

    @staticmethod
    def share(server, images):
        """Links to the parts of a common folder. Each process has its own unfinished files, which it removes at its start."""
        folder = server.data / "images"
        folder.mkdir(parents=True)
        server.data.chmod(0o700)
        (server.data / "market.json").write_text('{"images": "shared"}')
        for part in (f"{number:02x}" for number in range(256)):
            (images / part).mkdir(parents=True, exist_ok=True)
            (folder / part).symlink_to(images / part)

    @property
    def ports(self):
        return [server.port for server in self.servers]


def command_of_readme(data, name, database, images):
    """The arguments with which README starts each of three servers, with the addresses of a test."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    command = re.search(r"^    (openmarket serve --host 0\.0\.0\.0 (?:.*\\\n)*.*)$", text, re.MULTILINE).group(1)
    here = {"0.0.0.0": "127.0.0.1", "/var/lib/openmarket": str(data), "node1": name, "10.0.0.5": "127.0.0.1",
            "postgres://market@db.example/market": database, "s3://market?endpoint=https://objects.example": images}
    arguments = shlex.split(command.replace("\\\n", " "))[2:]
    if set(here) - set(arguments):
        raise RuntimeError(f"README starts three servers in another way: {arguments}")
    return [here.get(argument, argument) for argument in arguments]


def in_front_of(server, kind):
    """Starts a proxy, with its file in Deployment/, in front of one market. It passes on what it gets over plain HTTP on its
    `listening_port`, whatever the host."""
    if kind == "caddy":
        plain = f"http://{OLD_HOST}, https"
        return CaddyProxy(server.place, server.port, changes=[(plain, f"http://127.0.0.1, {plain}")])
    return Proxy(server.place, [server.port] * 3, kind)


class CaddyProxy(Caddy):
    """Caddy with its file in Deployment/, in front of one market."""

    def __init__(self, place, port, **options):
        super().__init__(place.new_path("caddy"), port, **options)
        self.place = place
        self.public = self.url

    @property
    def listening_port(self):
        """The port of plain HTTP."""
        return self.plain_port

    def curl(self, path, *arguments, **options):
        """Sends a request to its https port, or to a whole address."""
        return self.place.curl(path if path.startswith("http") else self.url + path, *self.curl_arguments, *arguments, **options)


class Proxy:
    """HAProxy or nginx with its file in Deployment/, or another text, and the nodes' addresses."""

    def __init__(self, place, ports, kind="haproxy", text=None, addresses=ADDRESSES, logs_requests=False):
        self.place = place
        # What links begin with.
        self.public = "http://market.example"
        self.port = self.listening_port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        # Some machines have none.
        self.has_ipv6 = Path("/proc/net/if_inet6").exists() and "0" * 31 + "1 " in Path("/proc/net/if_inet6").read_text()
        folder = place.new_path(kind)
        folder.mkdir()
        self.log = folder / "log"
        text = text or (DEPLOYMENT / {"haproxy": "haproxy.cfg", "nginx": "nginx.conf"}[kind]).read_text()
        for address, port in zip(addresses, ports):
            text = text.replace(address, f"127.0.0.1:{port}")
        if kind == "haproxy":
            text = text.replace("bind :80\n", f"bind 127.0.0.1:{self.port}\n").replace(
                "bind :::80 v6only\n", f"bind ::1:{self.port}\n" if self.has_ipv6 else "")
            if logs_requests:
                text = text.replace("local0 notice\n", "local0 info\n")
            file = folder / "haproxy.cfg"
            # As its service does: a process that can be told to read the file again, and its worker.
            command = ["haproxy", "-W", "-f", file]
        else:
            text = text.replace("listen 80;", f"listen 127.0.0.1:{self.port};").replace(
                "listen [::]:80;", f"listen [::1]:{self.port};" if self.has_ipv6 else "").replace(
                "/var/log/nginx/access.log", str(self.log) if logs_requests else "/dev/null")
            temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in (
                "client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
            access = self.log if logs_requests else "off"
            text = (f"pid {folder}/pid;\nerror_log {self.log};\ndaemon off;\nworker_processes 1;\n"
                    f"events {{ worker_connections 8192; }}\nhttp {{\naccess_log {access};\n{temporary}{text}}}\n")
            file = folder / "nginx.conf"
            command = ["nginx", "-p", folder, "-c", file]
            # As root, nginx would run its workers as a user that can't read the folder.
            if os.geteuid() == 0:
                command += ["-g", "user root;"]
        if re.search(r"10\.0\.0\.", text) or str(self.port) not in text:
            raise RuntimeError(f"the file of {kind} has other addresses than expected")
        file.write_text(text)
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen([str(part) for part in command], stdout=log, stderr=log)
        if not wait_until(lambda: self.process.poll() is not None or place.curl(self.url + "/healthChecker", timeout=5).status == 200) \
                or self.process.poll() is not None:
            raise RuntimeError(f"{kind} does not respond: {self.log.read_text()[-600:]}")

    def curl(self, path, *arguments, **options):
        return self.place.curl(self.url + path, "-H", "Host: market.example", *arguments, **options)

    def reload(self):
        """Has HAProxy read its file again, and waits until its new worker is there."""
        before = self.workers()
        self.process.send_signal(signal.SIGUSR2)
        if not wait_until(lambda: self.process.poll() is not None or self.workers() - before) or self.process.poll() is not None:
            raise RuntimeError(f"haproxy doesn't start a worker: {self.log.read_text()[-600:]}")

    def workers(self):
        return set(Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split())

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()
