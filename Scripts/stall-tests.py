#!/usr/bin/env python3
"""Runs the built Swift tests while their process is stopped now and then, for as long as a busy machine may stall it.

    Scripts/swift-tests.sh --release --build-only
    Scripts/stall-tests.py [--seed N] [--longest SECONDS] [FILTER]

A test that fails only here depends on being quick: it expects something to happen before a limit of the product has
passed, or between two of them. Servers that the tests start aren't stopped. It takes three to four times as long as
without stalls. The same seed gives the same stalls, but what they hit depends on the machine. With more than 4 seconds,
Hummingbird's test client gives up connections, which take it up to 5.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
TESTS = Path(os.environ.get("BUILD", ROOT / ".build")) / "release" / "open-marketPackageTests.xctest"
# Most stalls are short; all of them are in seconds.
RUNNING = (0.05, 0.8)
STALLED = (0.1, 0.2, 0.4, 0.8)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=3)
    parser.add_argument("filter", nargs="?", default=".")
    options = parser.parse_args()
    if not TESTS.exists():
        sys.exit(f"There are no tests at {TESTS}. Build them with 'Scripts/swift-tests.sh --release --build-only'.")
    random.seed(options.seed)
    tests = subprocess.Popen(
        [str(TESTS.resolve()), "--testing-library", "swift-testing", "--disable-xctest",
         "--experimental-maximum-parallelization-width", "8", "--filter", options.filter], cwd=ROOT)
    try:
        while not ended(tests, random.uniform(*RUNNING)):
            tests.send_signal(signal.SIGSTOP)
            time.sleep(random.choice([*STALLED, options.longest]))
            tests.send_signal(signal.SIGCONT)
    finally:
        if tests.poll() is None:
            tests.kill()
    sys.exit(1 if tests.returncode else 0)


def ended(process, seconds):
    """Whether a process ends within a time."""
    try:
        process.wait(seconds)
        return True
    except subprocess.TimeoutExpired:
        return False


main()
