"""A stop completes accepted requests."""

import http.client
import os
import signal
import sys
import threading
import time

from market import PATIENCE, ServiceManager, wait_until

# How long the server waits at most for requests in flight when it is stopped.
GRACE = 60

# Runs a program on a terminal of its own, whose output goes elsewhere. The tests themselves may run under nohup.
ON_TERMINAL = """
import fcntl, os, signal, sys, termios
signal.signal(signal.SIGHUP, signal.SIG_DFL)
os.setsid()
fcntl.ioctl(os.open(sys.argv[1], os.O_RDWR), termios.TIOCSCTTY, 0)
os.execvp(sys.argv[2], sys.argv[2:])
"""


def run(checks, place):
    server = place.market("stopping")
    answers = []
    thread = threading.Thread(
        target=lambda: answers.append(server.post(place.photos["phone"][:3], "--limit-rate", "2500k")))
    thread.start()
    wait_for_upload(server)
    code = server.stop()
    thread.join()
    checks.status(answers[0], 201, "an upload in progress is completed")
    checks.equal(code, 0, "the server then exits with 0")
    server.start()
    if answers[0].status == 201:
        checks.status(server.get(f"/api/products/{answers[0].json['id']}"), 200, "its product is there")
    idle = http.client.HTTPConnection("127.0.0.1", server.port)
    idle.request("GET", "/healthChecker")
    idle.getresponse().read()
    begun = time.monotonic()
    checks.equal(server.stop(), 0, "a server with an idle connection stops")
    checks.that(time.monotonic() - begun < GRACE, "it does not wait for the connection",
                f"{time.monotonic() - begun:.1f} s")
    idle.close()
    notices(checks, place)
    hang_ups(checks, place)


def hang_ups(checks, place):
    """A terminal that is closed stops the server that runs there. Without one, and under nohup, a hang-up does nothing."""
    server = place.market("without-terminal", prefix=("setsid",))
    server.process.send_signal(signal.SIGHUP)
    checks.status(server.get("/healthChecker"), 200, "a hang-up ends no server that has no terminal")
    checks.equal(server.stop(), 0, "which stops as usual")
    for nohup in (), ("nohup",):
        master, slave = os.openpty()
        server = place.market(
            "on-terminal", prefix=(sys.executable, "-c", ON_TERMINAL, os.ttyname(slave), *nohup))
        os.close(master)
        if nohup:
            checks.status(server.get("/healthChecker"), 200, "a closed terminal ends no server under nohup")
            checks.equal(server.stop(), 0, "which stops as usual")
        else:
            checks.equal(server.process.wait(PATIENCE), 0, "a closed terminal stops the server that runs there")
        os.close(slave)


def notices(checks, place):
    """A service manager waits for a server that it starts, and knows when it stops."""
    manager = ServiceManager(place)
    server = place.market("noticed", "--drain-seconds", "1", environment=manager.environment)
    checks.equal(manager.notice(), "READY=1", "a service manager is told when the server is ready")
    checks.status(server.get("/health/ready"), 200, "and then it is")
    checks.equal(server.stop(), 0, "it stops")
    checks.equal(manager.notice(), "STOPPING=1", "and says so")
    checks.equal(manager.notice(wait=False), None, "and nothing else")
    server.environment = {"NOTIFY_SOCKET": str(manager.path) + ".gone"}
    server.start()
    checks.equal(server.stop(), 0, "a manager that isn't there isn't missed")


def wait_for_upload(server):
    if not wait_until(lambda: any((server.data / "incoming").glob("*"))):
        raise RuntimeError("no upload has begun")
