"""The smoke test: see smoke.sh. Each chapter is a file in chapters/ with one function, `run`."""

import importlib
import os
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from checks import Checks
from market import Place
from photos import make_photos

CHAPTERS = [
    "story", "photos_from_a_phone", "lists", "edits", "deletions", "bodies", "editions", "settings", "owner", "tls", "proxy", "guessing", "hostile", "hostile_pictures", "faults",
    "full_disk", "lost_database", "backups", "private_files", "postgres", "s3", "nodes", "moving", "memory", "logs", "stopping", "crash", "power_cuts", "demo",
]


def main():
    # However this ends, the servers must end, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if len(sys.argv) < 2:
        sys.exit("usage: smoke.sh BINARY [chapter …]")
    binary = Path(sys.argv[1]).resolve()
    if not os.access(binary, os.X_OK):
        sys.exit(f"There is no program at {binary}. Build it with 'make build'.")
    missing = [tool for tool in ("cc", "curl", "haproxy", "nginx", "openssl", "prlimit", "vips", "vipsheader") if not shutil.which(tool)]
    if missing:
        sys.exit(f"{', '.join(missing)} is missing: run 'Scripts/install-packages.sh test'.")
    wanted = sys.argv[2:] or CHAPTERS
    checks = Checks()
    folder = Path(tempfile.mkdtemp(prefix="openmarket-smoke-"))
    folder.chmod(0o755)
    began = time.monotonic()
    try:
        place = Place(binary=binary, folder=folder)
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
        if os.environ.get("SMOKE_KEEP"):
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"in {time.monotonic() - began:.0f} s")
    print(f"{checks.passed} passed, {checks.failed} failed")
    sys.exit(1 if checks.failed or not checks.passed else 0)


main()
