"""A log that can't be written, or that nobody reads, neither ends nor blocks the market."""

import os
import subprocess

from market import wait_until


def run(checks, place):
    for form in ("text", "json"):
        closed_pipe(checks, place, form)
        full_disk(checks, place, form)
        unread_pipe(checks, place, form)


def start(place, form, name, log):
    server = place.market(f"logs-{name}-{form}", "--log-format", form, "--log-level", "debug")
    server.stop()
    server.process = subprocess.Popen(
        [str(place.binary), "serve", *server.arguments], stdout=log, stderr=log, cwd=place.folder, env=server.whole_environment)
    return server


def answers(server):
    return wait_until(lambda: server.process.poll() is not None or server.get("/healthChecker", timeout=5).status == 200) \
        and server.process.poll() is None


def goes_on(checks, place, server, title):
    if not checks.that(answers(server), f"{title}: the server starts", server.process.poll()):
        return
    for number in range(3):
        checks.status(server.post([place.photos["small"]], name=f"Logged {number}"), 201,
                      f"{title}: listing works")
    checks.that(server.process.poll() is None, f"{title}: it is still running", server.process.poll())
    checks.equal(server.stop(), 0, f"{title}: it stops")


def closed_pipe(checks, place, form):
    reading, writing = os.pipe()
    os.close(reading)
    server = start(place, form, "pipe", writing)
    os.close(writing)
    goes_on(checks, place, server, f"{form} into a closed pipe")


def full_disk(checks, place, form):
    with open("/dev/full", "wb") as full:
        server = start(place, form, "full", full)
    goes_on(checks, place, server, f"{form} to a full disk")


def unread_pipe(checks, place, form):
    reading, writing = os.pipe()
    server = start(place, form, "unread", writing)
    title = f"{form} into a pipe that nobody reads"
    if answers(server):
        fill(writing)
    goes_on(checks, place, server, title)
    os.close(writing)
    os.close(reading)


def fill(writing):
    """Fills a pipe completely, through a file description of its own: the server's stays blocking."""
    own = os.open(f"/proc/self/fd/{writing}", os.O_WRONLY | os.O_NONBLOCK)
    try:
        for size in (4096, 1):
            try:
                while True:
                    os.write(own, b"x" * size)
            except BlockingIOError:
                pass
    finally:
        os.close(own)
