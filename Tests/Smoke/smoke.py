"""The smoke test: see smoke.sh. Each chapter is a file in chapters/ with one function, `run`."""

import importlib
import os
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "TestClusters"))

from checks import Checks
from market import Place
from photos import make_photos
from postgres_cluster import Cluster

CHAPTERS = [
    "story", "photos_from_a_phone", "lists", "edits", "deletions", "bodies", "editions", "settings", "owner", "caddy", "proxy", "guessing", "hostile", "hostile_pictures", "attacks", "faults",
    "full_disk", "lost_database", "backups", "private_files", "postgres", "s3", "nodes", "moderation", "recovery", "hanging_database", "runbooks", "moving", "two_processes", "memory", "logs", "stopping", "crash", "power_cuts", "demo",
]

# What is about the database in the folder, or about PostgreSQL anyway.
EMBEDDED_ONLY = {"backups", "lost_database", "postgres", "s3", "nodes", "moderation", "recovery", "hanging_database", "runbooks", "moving", "two_processes"}


def main():
    # However this ends, the servers must end, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    arguments = [argument for argument in sys.argv[1:] if argument != "--database"]
    uses_postgres = len(arguments) < len(sys.argv) - 1
    if not arguments:
        sys.exit("usage: smoke.sh BINARY [--database] [chapter …]")
    binary = Path(arguments[0]).resolve()
    if not os.access(binary, os.X_OK):
        sys.exit(f"There is no program at {binary}. Build it with 'make build'.")
    missing = [tool for tool in ("caddy", "cc", "curl", "haproxy", "nginx", "prlimit", "vips", "vipsheader") if not shutil.which(tool)]
    if missing:
        sys.exit(f"{', '.join(missing)} is missing: run 'Scripts/install-packages.sh test'.")
    wanted = arguments[1:] or [name for name in CHAPTERS if not (uses_postgres and name in EMBEDDED_ONLY)]
    checks = Checks()
    folder = Path(tempfile.mkdtemp(prefix="openmarket-smoke-"))
    folder.chmod(0o755)
    began = time.monotonic()
    cluster = None
    try:
        if uses_postgres:
            cluster = Cluster()
        place = Place(binary=binary, folder=folder, cluster=cluster)
        place.photos = make_photos(folder)
        for name in wanted:
            checks.chapter = name
            try:
                importlib.import_module(f"chapters.{name}").run(checks, place)
            except Exception as error:  # A chapter that raises counts as a failure, and the next one runs.
                checks.that(False, "the chapter can be finished", f"{type(error).__name__}: {error}")
                if os.environ.get("SMOKE_TRACE"):
                    raise
            finally:
                place.stop_all()
    finally:
        if cluster:
            cluster.end()
        if os.environ.get("SMOKE_KEEP"):
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"in {time.monotonic() - began:.0f} s")
    print(f"{checks.passed} passed, {checks.failed} failed")
    sys.exit(1 if checks.failed or not checks.passed else 0)


main()
