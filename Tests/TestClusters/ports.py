"""Ports for the servers of tests that must know theirs before they start, or keep it across restarts."""

import errno
import fcntl
import os
import random
import socket
import tempfile
from pathlib import Path

# Below those that systems give to connections and to servers that ask for any port, so that nothing takes one while its
# server is down.
PORTS = range(20_000, 30_000)
FOLDER = Path(tempfile.gettempdir()) / f"openmarket-test-ports-{os.getuid()}"

# Open files, whose locks end with this process.
reserved = []


def free_port():
    """Returns a port of 127.0.0.1 that is free and that no other process of tests gets before this one ends."""
    FOLDER.mkdir(mode=0o700, exist_ok=True)
    for port in random.sample(PORTS, len(PORTS)):
        file = open(FOLDER / str(port), "w")
        try:
            # Another process of tests may have it, or this one.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError as error:
            file.close()
            if error.errno in (errno.EWOULDBLOCK, errno.EADDRINUSE):
                continue
            raise
        reserved.append(file)
        return port
    raise RuntimeError(f"none of {len(PORTS)} ports is free")
