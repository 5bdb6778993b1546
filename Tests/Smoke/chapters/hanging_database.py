"""PostgreSQL and name servers that hang: no node gives a server more and more to do, and each goes on by itself."""

import contextlib
import os
import shutil
import subprocess
import signal
import socket
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Outages"))

from cluster import Node
from market import SECRET, wait_until
from ports import free_port

# The connections of a node, as many that it may have given up, and one after ever longer times.
MOST_SESSIONS = 12 + 12 + 12
VIEW = "/api/products?page_no=1&items_per_page="


def run(checks, place):
    folder = place.new_path("hanging")
    folder.mkdir()
    folder.chmod(0o755)
    node = Node(folder, "server", free_port())
    try:
        node.create()
        node.start("listen_addresses=127.0.0.1", "max_connections=200")
        for database in ("market", "names"):
            node.run("createdb", "-h", node.folder, "-U", "market", "-T", "template0", database)
        sessions(checks, place, node)
        names(checks, place, node)
    finally:
        place.stop_all()
        node.end()


def sessions(checks, place, node):
    """Each process that serves the market hangs, and so does each new one."""
    server = place.market("sessions", "--database", f"postgres://market@127.0.0.1:{node.port}/market")
    product = server.post([place.photos["small"]]).json["id"]
    checks.that(0 < len(node.sessions()) <= 12, "a node has at most twelve sessions", len(node.sessions()))
    is_over, counts = threading.Event(), []

    def signal_sessions(number):
        for session in node.sessions():
            # One may have ended in the meantime.
            with contextlib.suppress(ProcessLookupError):
                os.kill(session, number)

    def stop():
        while not is_over.wait(0.005):
            signal_sessions(signal.SIGSTOP)
            counts.append(len(node.sessions()))
    stopping = threading.Thread(target=stop)
    stopping.start()
    statuses = [set() for _ in range(12)]

    def ask(number):
        for attempt in range(30):
            statuses[number].add(server.get(f"{VIEW}{number * 30 + attempt + 1}").status)
            statuses[number].add(server.send("PATCH", f"/api/products/{product}", {"stock": 9, "secret": SECRET}).status)
    asking = [threading.Thread(target=ask, args=(number,)) for number in range(12)]
    try:
        checks.that(wait_until(lambda: server.get("/health/ready").status == 503), "a node whose sessions hang isn't ready")
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
        # A new session may answer before it hangs.
        found = set().union(*statuses)
        checks.that(503 in found and found <= {200, 202, 503}, "reads and writes are refused meanwhile", found)
        checks.that(max(counts) <= MOST_SESSIONS, "ever more sessions aren't opened", max(counts))
    finally:
        is_over.set()
        stopping.join()
        signal_sessions(signal.SIGCONT)
    checks.that(wait_until(lambda: server.get("/health/ready").status == 200), "the node is ready again when they go on")
    checks.that(wait_until(lambda: server.get(VIEW + "99").status == 200), "and lists")
    checks.that(wait_until(lambda: server.send("PATCH", f"/api/products/{product}", {"stock": 8, "secret": SECRET}).status == 202),
                "and edits")
    checks.that(wait_until(lambda: len(node.sessions()) <= 12), "the sessions that were given up have ended", len(node.sessions()))
    checks.equal(server.stop(), 0, "the node stops as usual")


class SilentNameServer:
    """A name server that answers nothing, and the programs that ask it."""

    def __init__(self, folder):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.53.53.53", 53))
        self.socket.setblocking(False)
        (folder / "resolv.conf").write_text("nameserver 127.53.53.53\n")
        (folder / "nsswitch.conf").write_text("hosts: files dns\n")
        # In a mount namespace of their own.
        self.prefix = ["unshare", "-m", "sh", "-c", f"""
            for file in resolv.conf nsswitch.conf; do mount --bind {folder}/$file /etc/$file || exit 1; done
            exec "$0" "$@" """]

    def was_asked(self):
        """Whether somebody has asked since the last call."""
        asked = False
        try:
            while self.socket.recv(4096):
                asked = True
        except BlockingIOError:
            return asked

    def end(self):
        self.socket.close()


def names(checks, place, node):
    # Some containers don't let root do it either.
    if os.geteuid() != 0 or not shutil.which("unshare") or subprocess.run(["unshare", "-m", "true"]).returncode != 0:
        print("hanging_database: names: skipped, because this user can't have another name server")
        return
    folder = place.new_path("names")
    folder.mkdir()
    try:
        silent = SilentNameServer(folder)
    except OSError as error:
        print(f"hanging_database: names: skipped, because of {error}")
        return
    try:
        url = f"postgres://market@db.hangs.example:{node.port},127.0.0.1:{node.port}/names"
        server = place.market("names", "--database", url, prefix=silent.prefix)
        checks.that(silent.was_asked(), "the name server hangs when a node starts")
        checks.status(server.post([place.photos["small"]]), 201, "the node uses the host without a name")
        checks.status(server.get(VIEW + "10"), 200, "and lists")
        checks.that(wait_until(lambda: server.get("/health/ready").status == 200), "and is ready")
        node.sql("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'names'")
        checks.that(wait_until(lambda: server.post([place.photos["small"]]).status == 201), "and connects again")
        checks.equal(server.stop(), 0, "and stops as usual")
        result = place.command(
            "serve", "--port", "0", "--data", place.new_path("nameless"), "--database",
            f"postgres://market@db.hangs.example:{node.port}/names", prefix=silent.prefix)
        checks.that(result.returncode == 1 and "no name server has told the address of db.hangs.example" in result.stderr
                    and "\n" not in result.stderr.strip(), "without another host, a node says so in a sentence", result.stderr)
    finally:
        silent.end()
