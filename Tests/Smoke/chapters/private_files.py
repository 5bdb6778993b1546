"""Only its owner can read the data folder, whatever the umask, and whatever its previous permissions."""

import os
import subprocess

from market import clean_environment


def run(checks, place):
    server = place.market("private")
    server.stop()
    for path in [server.data, *server.data.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)
    before = os.umask(0)
    try:
        server.start()
    finally:
        os.umask(before)
    checks.status(server.post([place.photos["small"]]), 201, "the server starts and lists")
    database = [] if place.cluster else ["market.sqlite", "market.sqlite-wal", "market.sqlite-shm"]
    for name in ["", *database, "admin.sock"]:
        mode = (server.data / name).stat().st_mode & 0o077
        checks.equal(oct(mode), "0o0", f"others can't access {name or 'the folder'}")
    checks.that("other users could read" in server.log.read_text(), "the log says that others could read it",
                server.log.read_text()[-300:])
    if os.geteuid() == 0 and subprocess.run(["which", "setpriv"], capture_output=True, check=False).returncode == 0:
        spy = subprocess.run(
            ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "cat", server.data / place.market_file],
            capture_output=True, env=clean_environment(), check=False)
        checks.that(spy.returncode != 0, "another user can't read the database")
