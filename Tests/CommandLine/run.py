"""The test of the command line: see run.sh. Each test_*.py is a part of it."""

import os
import shutil
import signal
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "TestClusters"))

from world import world

HERE = Path(__file__).parent
# Most of the time is spent waiting for programs.
JOBS = 4


class Printed(unittest.TestResult):
    """Prints a line for each test, with its name as a sentence."""

    passed = 0

    def getDescription(self, test):
        if not hasattr(test, "_testMethodName"):
            return str(test)  # A class whose setup failed.
        name = test._testMethodName.removeprefix("test_").replace("_", " ")
        return f"{type(test).__name__}: {name}"

    def startTest(self, test):
        unittest.TestResult.startTest(self, test)
        self.began = time.monotonic()

    def addSuccess(self, test):
        self.passed += 1
        print(f"ok   {self.getDescription(test)} ({time.monotonic() - self.began:.1f} s)", flush=True)

    def addFailure(self, test, error):
        unittest.TestResult.addFailure(self, test, error)
        print(f"FAIL {self.getDescription(test)}", flush=True)

    def addError(self, test, error):
        unittest.TestResult.addError(self, test, error)
        print(f"FAIL {self.getDescription(test)}", flush=True)

    def addSkip(self, test, reason):
        print(f"skip {self.getDescription(test)}: {reason}", flush=True)


def by_class(tests):
    """Returns a suite for each class: a class shares one market among its tests, which run one after another."""
    classes = {}
    for test in flattened(tests):
        classes.setdefault(type(test), unittest.TestSuite()).addTest(test)
    return classes.values()


def flattened(tests):
    for test in tests:
        if isinstance(test, unittest.TestSuite):
            yield from flattened(test)
        else:
            yield test


def run_class(suite):
    result = Printed()
    suite.run(result)
    for test, details in result.failures + result.errors:
        print(f"\n{result.getDescription(test)}\n{details}", flush=True)
    return result


def main():
    # However this ends, the markets must end, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if len(sys.argv) < 2:
        sys.exit("usage: run.sh BINARY [SERVER_BINARY [TEST …]]")
    binary = Path(sys.argv[1]).resolve()
    server = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else binary
    for program in (binary, server):
        if not os.access(program, os.X_OK):
            sys.exit(f"There is no program at {program}. Build it with 'make build'.")
    folder = Path(tempfile.mkdtemp(prefix="openmarket-command-line-"))
    began = time.monotonic()
    loader = unittest.TestLoader()
    tests = loader.loadTestsFromNames(sys.argv[3:]) if sys.argv[3:] else loader.discover(str(HERE))
    try:
        world.begin(binary, server, folder)
        with ThreadPoolExecutor(JOBS) as pool:
            results = list(pool.map(run_class, by_class(tests)))
    finally:
        world.end()
        shutil.rmtree(folder, ignore_errors=True)
    failed = sum(len(result.failures) + len(result.errors) for result in results)
    passed = sum(result.passed for result in results)
    print(f"in {time.monotonic() - began:.0f} s")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
