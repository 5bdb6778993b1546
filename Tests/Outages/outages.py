"""Outages of PostgreSQL, of nodes and of an object store under load: what was answered is there, once and whole, and the
market goes on by itself."""

import shutil
import signal
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Smoke"))

from databases import crashes, cuts, failovers, promotions, recoveries, restarts
from evening import evening, reloads
from killing import freezes, kills, kills_behind_nginx, replacements, second_signals
from machines import clocks, full_caches, half_open, poolers
from stores import store_faults, store_hiccups
from verifying import Outages

SCENARIOS = {scenario.__name__: scenario for scenario in (
    cuts, crashes, restarts, failovers, recoveries, promotions, kills, kills_behind_nginx, freezes, replacements, second_signals, store_faults,
    store_hiccups, clocks, full_caches, half_open, poolers, reloads, evening)}


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(SCENARIOS):
        sys.exit("usage: run.sh BINARY [" + "|".join(SCENARIOS) + " …]")
    folder = Path(tempfile.mkdtemp(prefix="openmarket-outages-"))
    folder.chmod(0o755)
    outages = Outages(Path(sys.argv[1]).resolve(), folder)
    try:
        for name in sys.argv[2:] or SCENARIOS:
            outages.run(name, SCENARIOS[name])
    finally:
        outages.place.stop_all()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{outages.passed} passed, {outages.failed} failed")
    sys.exit(1 if outages.failed else 0)


if __name__ == "__main__":
    main()
