"""One hostile address: whatever it does with its connections, other addresses are still served.

Each client has its own loopback address, so the server treats them as different machines.
"""

import os
import select
import socket
import ssl
import struct
import subprocess
import time
from pathlib import Path

from chapters.tls import make_certificate
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
    return server.get(path, "-k", "--interface", HONEST, *arguments)


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
    silent_tls(checks, place)
    frame_floods(checks, place)
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


def silent_tls(checks, place):
    certificate, key = make_certificate(place, "hostile")
    server = place.market("silent", "--tls-cert", certificate, "--tls-key", key, scheme="https")
    held = [connect(server, HOSTILE) for _ in range(400)]
    for connection in held[200:]:
        try:
            # The beginning of a ClientHello.
            connection.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        except OSError:
            pass
    checks.status(honest(server), 200, "400 sockets without a handshake don't block others")
    checks.that(
        wait_until(lambda: all(is_closed(connection) for connection in held)), "they are closed after a while")
    late = [connect(server, HOSTILE) for _ in range(20)]
    client = http2(server, HOSTILE)
    frames = read_frames(client, lambda seen: 4 in [kind for kind, _, _ in seen])
    checks.that(any(kind == 4 for kind, _, _ in frames), "an HTTP/2 connection is open")
    begun = time.monotonic()
    checks.equal(server.stop(), 0, "the server stops despite silent sockets and HTTP/2")
    checks.that(time.monotonic() - begun < GRACE, "in time", f"{time.monotonic() - begun:.1f} s")
    for connection in [*held, *late, client]:
        connection.close()


PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def frame(kind, flags=0, stream=0, payload=b""):
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def http2(server, source):
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    client = context.wrap_socket(connect(server, source))
    client.sendall(PREFACE + frame(4))
    return client


def read_frames(client, is_enough):
    """Reads frames as (kind, flags, payload), until there are enough or the connection ends."""
    seen, data = [], b""
    try:
        while not is_enough(seen):
            more = client.recv(65536)
            if not more:
                break
            data += more
            while len(data) >= 9 and len(data) >= 9 + int.from_bytes(data[:3], "big"):
                size = int.from_bytes(data[:3], "big")
                seen.append((data[3], data[4], data[9:9 + size]))
                data = data[9 + size:]
    except OSError:
        pass
    return seen


def frame_floods(checks, place):
    certificate, key = make_certificate(place, "floods")
    server = place.market("floods", "--tls-cert", certificate, "--tls-key", key, scheme="https")
    # A window of one byte more, 2^16 times, stays within what the protocol allows.
    for name, flood in [("WINDOW_UPDATE", frame(8, payload=b"\0\0\0\1")), ("SETTINGS", frame(4)), ("PRIORITY", frame(
            2, stream=1, payload=b"\0\0\0\0\x10"))]:
        client = http2(server, HOSTILE)
        cut = False
        try:
            for _ in range(65):
                client.sendall(flood * 1000)
            client.settimeout(120)
            while client.recv(65536):
                pass
            cut = True
        except (OSError, ssl.SSLError) as error:
            cut = not isinstance(error, TimeoutError)
        checks.that(cut, f"a flood of {name} is cut off")
        client.close()
    # A client that reads a long response with window updates isn't a flood.
    listed = [honest(server, "/api/products", "--http2").status for _ in range(20)]
    checks.that(set(listed) == {200}, "other clients are still served", listed)
    checks.equal(server.stop(), 0, "the server stops")


def get(stream, path):
    """Returns the HEADERS of a GET: fields of the static table, and the path and host as literals."""
    literal = lambda index, text: bytes([index, len(text)]) + text.encode()
    return frame(1, flags=5, stream=stream, payload=b"\x82\x87" + literal(4, path) + literal(1, "localhost"))


def unread_pictures(checks, place):
    """Requests pictures with a window of 64 KiB for the whole connection, which is never updated."""
    certificate, key = make_certificate(place, "pictures")
    server = place.market("pictures", "--tls-cert", certificate, "--tls-key", key, scheme="https")
    # Noise can't be compressed.
    noise = place.new_path("noise.jpg")
    place.run(["vips", "gaussnoise", noise, "2048", "1536", "--mean", "128", "--sigma", "60"])
    posted = server.post([noise], "-k")
    checks.status(posted, 201, "a product with a large picture is listed")
    path = "/" + posted.json["images"][0]["url"].split("/", 3)[3]
    size = len(server.get(path, "-k").body)
    checks.that(size > 300_000, "its picture is sent in pieces", size)
    client = http2(server, HOSTILE)
    client.sendall(b"".join(get(1 + 2 * number, path) for number in range(90)))
    taken = read_frames(
        client, lambda seen: sum(len(payload) for kind, _, payload in seen if kind == 0) >= 65_000)
    heads = sum(kind == 1 for kind, _, _ in taken)
    checks.that(heads >= 1, "responses have begun", heads)
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
