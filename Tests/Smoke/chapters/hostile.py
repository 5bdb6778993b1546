"""One hostile address: whatever it does with its connections, other addresses are still served.

Each client has its own loopback address, so the server treats them as different machines.
"""

import os
import select
import socket
import subprocess
import time
from pathlib import Path

from market import IDENTIFIER, wait_until

HOSTILE, HONEST = "127.0.0.66", "127.0.0.7"
# How long the server waits at most for requests in flight when it is stopped.
GRACE = 60


def connect(server, source):
    connection = socket.socket()
    connection.bind((source, 0))
    connection.settimeout(120)
    connection.connect(("127.0.0.1", server.port))
    return connection


def honest(server, path="/api/products", *arguments):
    return server.get(path, "--interface", HONEST, *arguments)


def is_closed(connection):
    """Returns whether the server has closed a connection from which nothing more is expected."""
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    if not poll.poll(0):
        return False
    try:
        return connection.recv(65536) == b""
    except OSError:
        return True


def run(checks, place):
    idle_connections(checks, place)
    few_descriptors(checks, place)
    silent(checks, place)
    heads(checks, place)
    unread_pictures(checks, place)
    uploads(checks, place)


def idle_connections(checks, place):
    server = place.market("idle")
    held = [connect(server, HOSTILE) for _ in range(800)]
    checks.status(honest(server), 200, "800 idle connections from one address don't block another")
    open_ones = lambda: sum(not is_closed(connection) for connection in held)
    checks.that(wait_until(lambda: open_ones() <= 256), "at most 256 of them stay open", open_ones())
    for connection in held:
        connection.close()
    checks.equal(server.stop(), 0, "the server stops")


def few_descriptors(checks, place):
    """Sets the limit of file descriptors, soft and hard, so that the server can't raise it."""
    server = place.market("few", prefix=["prlimit", "--nofile=160:160"])
    # Each address stays within its own limit; together they want twice the available number.
    held = [connect(server, f"127.0.1.{number % 100 + 1}") for number in range(400)]
    checks.status(honest(server), 200, "with too few descriptors for all, the next client is served")
    posted = server.post([place.photos["phone"][2]], "--interface", HONEST)
    checks.status(posted, 201, "there are descriptors for a listing with a photo")
    for connection in held:
        try:
            connection.sendall(b"GET /healthChecker HTTP/1.1\r\nHost: a\r\n\r\n")
        except OSError:
            pass
    checks.status(honest(server), 200, "also when all of them send requests at once")
    for connection in held:
        connection.close()
    checks.equal(server.stop(), 0, "the server stops")

    # accept() itself fails: the database and the libraries need more than the limit leaves.
    tight = place.market("tight", prefix=["prlimit", "--nofile=160:160"])
    pid = tight.process.pid
    place.run(["prlimit", "--nofile=24:160", "--pid", str(pid)])
    held = [connect(tight, HOSTILE) for _ in range(40)]
    said = lambda: tight.log.read_text().count("out of file descriptors")
    checks.that(wait_until(lambda: said() == 1), "running out of descriptors is logged", tight.log.read_text()[-300:])
    for connection in held:
        connection.close()
    place.run(["prlimit", "--nofile=160:160", "--pid", str(pid)])
    checks.status(honest(tight), 200, "once descriptors are free again, it responds")
    checks.equal(said(), 1, "it was logged once")
    checks.equal(tight.stop(), 0, "the server stops")


def silent(checks, place):
    server = place.market("silent")
    # Each address stays within its own limit.
    held = [connect(server, f"127.0.2.{number % 4 + 1}") for number in range(400)]
    for number, connection in enumerate(held[200:]):
        # The beginning of a request, of its headers, of a body, and what isn't HTTP/1.1.
        beginnings = [b"GET /api/pro", b"GET / HTTP/1.1\r\nHost: a\r\nAcc", b"POST /api/products HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
                      b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"]
        try:
            connection.sendall(beginnings[number % len(beginnings)])
        except OSError:
            pass
    checks.status(honest(server), 200, "400 sockets that send nothing, or half of something, don't block others")
    checks.that(
        wait_until(lambda: all(is_closed(connection) for connection in held)), "they are closed after a while")
    late = [connect(server, HOSTILE) for _ in range(20)]
    begun = time.monotonic()
    checks.equal(server.stop(), 0, "the server stops despite silent sockets")
    checks.that(time.monotonic() - begun < GRACE, "in time", f"{time.monotonic() - begun:.1f} s")
    for connection in [*held, *late]:
        connection.close()


def send_heads(connections, forwarded=""):
    """Sends heads whose bodies don't follow, and ignores what is closed already."""
    for connection in connections:
        try:
            connection.sendall(f"POST /api/products/1/secret HTTP/1.1\r\nHost: a\r\n{forwarded}Content-Length: 10\r\n\r\n".encode())
        except OSError:
            pass


def heads(checks, place):
    """Heads without bodies, on all connections that there are."""
    server = place.market("heads")
    for attempt in ("first", "second"):
        held = []
        for address in range(1, 18):
            own = [connect(server, f"127.0.3.{address}") for _ in range(256)]
            send_heads(own)
            held += own
        begun = time.monotonic()
        # Without room for others, one would wait until the market closes idle connections, after 75 s.
        checks.status(honest(server, "/api/products", "--max-time", "50"), 200, f"4352 heads without bodies from 17 addresses don't block another ({attempt} time)")
        print(f"      answered after {time.monotonic() - begun:.2f} s")
        checks.status(server.post([place.photos["small"]], "--interface", HONEST), 201, f"another address can list meanwhile ({attempt} time)")
        checks.that(wait_until(lambda: all(is_closed(connection) for connection in held)), "they are closed after a while")
        for connection in held:
            connection.close()
    checks.equal(server.stop(), 0, "the server stops")


def unread_pictures(checks, place):
    """Requests pictures on one connection, and reads only the beginning."""
    server = place.market("pictures")
    # Noise can't be compressed.
    noise = place.new_path("noise.jpg")
    place.run(["vips", "gaussnoise", noise, "2048", "1536", "--mean", "128", "--sigma", "60"])
    posted = server.post([noise])
    checks.status(posted, 201, "a product with a large picture is listed")
    path = "/" + posted.json["images"][0]["url"].split("/", 3)[3]
    size = len(server.get(path).body)
    checks.that(size > 300_000, "its picture is sent in pieces", size)
    client = connect(server, HOSTILE)
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 90)
    checks.that(client.recv(12) == b"HTTP/1.1 200", "responses have begun")
    folder = str(server.data / "images")
    def open_pictures():
        count = 0
        for link in Path(f"/proc/{server.process.pid}/fd").iterdir():
            try:
                count += os.readlink(link).startswith(folder)
            except OSError:
                pass
        return count
    checks.status(honest(server, path), 200, "another client gets the picture")
    checks.that(wait_until(lambda: open_pictures() == 0), "responses that nobody reads keep no file open",
                open_pictures())
    client.close()
    checks.equal(server.stop(), 0, "the server stops")


def uploads(checks, place):
    server = place.market("uploads")
    photo = place.photos["phone"][2]
    slow = [
        subprocess.Popen(
            ["curl", "-sS", "-o", "/dev/null", "--interface", HOSTILE, "--limit-rate", "20k", "-H", f"identifier: {IDENTIFIER}",
             "-F", 'params={"name":"a","descriptions":"","price":1,"currency":"KRW","secret":"s"};type=application/json',
             *[part for photo in place.photos["phone"][:3] for part in ("-F", f"images=@{photo};type=image/jpeg")],
             server.url + "/api/products"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(80)]
    try:
        gauge = lambda name: int(next(
            (line.split()[1] for line in server.get("/metrics").text.splitlines() if line.startswith(name + " ")), "-1"))
        checks.that(
            wait_until(lambda: gauge("openmarket_uploads_in_progress") > 0 and gauge("openmarket_uploads_waiting") > 0),
            "80 slow uploads from one address have begun")
        checks.that(gauge("openmarket_uploads_in_progress") <= 8, "they hold at most 8 slots",
                    gauge("openmarket_uploads_in_progress"))
        checks.status(server.post([photo], "--interface", HONEST), 201, "another address can list meanwhile")
    finally:
        for process in slow:
            process.kill()
            process.wait()
    checks.that(wait_until(lambda: not any((server.data / "incoming").iterdir())), "nothing of them is left")
    checks.equal(server.stop(), 0, "the server stops")
