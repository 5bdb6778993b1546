#!/usr/bin/env python3
"""How long a first build takes: `make run` until the market answers, or another command, for several commits in turns.

    Benchmarks/building.py [--rounds 3] [--command run|test] COMMIT …

Each commit is checked out into a folder of its own, where its packages are fetched before the clock starts and everything
else of the build is removed before each round. The CPU time of compilers is sampled from /proc, so that the table can say
which modules it went to; what a compiler uses between its last sample and its end is missing from it, and nothing else is.
"""

import argparse
import collections
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
KEPT = {"repositories", "checkouts", "workspace-state.json", "artifacts", "browser-venv", "schema-venv", "app-venv"}


class Sampler(threading.Thread):
    """Adds up the CPU seconds of compilers and linkers below a folder, by the module they work on."""

    def __init__(self, folder):
        super().__init__(daemon=True)
        self.folder = str(folder)
        self.processes = {}
        self.is_over = threading.Event()

    def run(self):
        while not self.is_over.wait(0.1):
            for entry in os.listdir("/proc"):
                if entry.isdigit():
                    self.sample(entry)

    def sample(self, process):
        try:
            stat = Path(f"/proc/{process}/stat").read_text()
            fields = stat.rsplit(")", 1)[1].split()
            key = (process, fields[19])
            if key not in self.processes:
                words = Path(f"/proc/{process}/cmdline").read_text().split("\0")
                module = self.module(words, os.readlink(f"/proc/{process}/cwd"))
                if not module:
                    return
                self.processes[key] = [module, 0.0]
            self.processes[key][1] = (int(fields[11]) + int(fields[12])) / TICKS
        except (OSError, IndexError):
            pass

    def module(self, words, cwd):
        program = Path(words[0]).name
        if program not in ("swift-frontend", "swiftc", "clang", "clang-17", "clang++", "ld.gold", "ld.lld", "lld") or not (
                cwd.startswith(self.folder) or any(self.folder in word for word in words)):
            return None
        if "-module-name" in words:
            return words[words.index("-module-name") + 1]
        build = next((found for word in words if (found := re.search(r"/([^/]+)\.build/", word))), None)
        return build.group(1) if build else program

    def modules(self):
        seconds = collections.Counter()
        for module, used in self.processes.values():
            seconds[module] += used
        return seconds


def prepare(commit, folder):
    place = folder / re.sub(r"\W", "-", commit)
    source = Path(__file__).resolve().parent.parent
    subprocess.run(["git", "clone", "-q", source, place], check=True)
    subprocess.run(["git", "checkout", "-q", commit], cwd=place, check=True)
    subprocess.run(["swift", "package", "--scratch-path", ".build", "resolve"], cwd=place, check=True, capture_output=True)
    return place


def forget(place):
    for made in (place / ".build").iterdir():
        if made.name not in KEPT:
            shutil.rmtree(made) if made.is_dir() and not made.is_symlink() else made.unlink()
    shutil.rmtree(place / "market-data", ignore_errors=True)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def answers(port):
    try:
        return urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).status == 200
    except (OSError, urllib.error.URLError):
        return False


def build(place, command):
    """Returns the seconds until the market answers or the tests have ended, and the CPU seconds of each module."""
    forget(place)
    sampler = Sampler(place)
    port = free_port()
    arguments = ["make", "run", f"PORT={port}"] if command == "run" else ["make", "test"]
    with open(place / f"{command}.log", "w") as log:
        sampler.start()
        began = time.monotonic()
        made = subprocess.Popen(arguments, cwd=place, stdout=log, stderr=log, start_new_session=True)
        try:
            while made.poll() is None and not (command == "run" and answers(port)):
                time.sleep(0.2)
            seconds = time.monotonic() - began
            is_done = made.poll() is None if command == "run" else made.returncode == 0
        finally:
            sampler.is_over.set()
            if made.poll() is None:
                os.killpg(made.pid, signal.SIGTERM)
                made.wait()
    if not is_done:
        sys.exit(f"{' '.join(arguments)} failed: see {place / (command + '.log')}")
    return seconds, sampler.modules()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--command", choices=["run", "test"], default="run")
    parser.add_argument("--keep", help="the folder for the checkouts, which stays")
    parser.add_argument("--modules", type=int, default=25, help="how many modules the table has")
    parser.add_argument("commits", nargs="+", metavar="COMMIT")
    options = parser.parse_args()
    folder = Path(options.keep or tempfile.mkdtemp(prefix="building-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        places = {commit: prepare(commit, folder) for commit in options.commits}
        times, modules = collections.defaultdict(list), {}
        for turn in range(options.rounds):
            for commit, place in places.items():
                seconds, modules[commit] = build(place, options.command)
                times[commit].append(seconds)
                print(f"round {turn + 1}, {commit}: {seconds:.0f} s, CPU {sum(modules[commit].values()):.0f} s", flush=True)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    first = statistics.median(times[options.commits[0]])
    print(f"\n| commit | `make {options.command}`, s, median | of the first | all |\n|---|---|---|---|")
    for commit in options.commits:
        median = statistics.median(times[commit])
        print(f"| {commit} | {median:.0f} | {median / first:.2f} | {', '.join(f'{t:.0f}' for t in times[commit])} |")
    print("\nCPU seconds by module, of the last round:\n")
    print(f"| module | {' | '.join(options.commits)} |\n|---|{'---|' * len(options.commits)}")
    names = {name for counted in modules.values() for name in counted}
    ranked = sorted(names, key=lambda name: -max(counted[name] for counted in modules.values()))
    for name in ranked[:options.modules]:
        print(f"| {name} | {' | '.join(f'{modules[commit][name]:.0f}' for commit in options.commits)} |")


main()
