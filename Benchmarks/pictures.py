#!/usr/bin/env python3
"""The cost of decoding in child processes: uploads to two programs in turn, with the CPU time of each server and its
children.

    Benchmarks/pictures.py OPENMARKET OTHER [rounds]

OTHER is the program to compare with, for example a build from before a change. Each round uploads, to both, five
photos of 12 megapixels and five of 800 × 600 as one product each; medians are printed. Needs vips.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Tests" / "Smoke"))

from photos import make_photos, photo  # noqa: E402
from servers import market  # noqa: E402


def cpu_seconds(server):
    """Returns the CPU time of the server, of its running children, and of those that it has reaped."""
    total = 0
    for folder in Path("/proc").iterdir():
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split() if folder.name.isdigit() else []
        except OSError:
            continue
        if fields and folder.name == str(server.process.pid):
            total += sum(int(fields[index]) for index in (11, 12, 13, 14))
        elif fields and int(fields[1]) == server.process.pid:
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def post(server, photos):
    form = ["-F", 'params={"name":"x","description":"","price":1,"currency":"KRW","secret":"s"};type=application/json']
    for path in photos:
        form += ["-F", f"images=@{path};type=image/jpeg"]
    result = subprocess.run(
        ["curl", "-sS", "-o", "/dev/null", "-w", "%{http_code}", "-H", "identifier: c0ffee00-0000-4000-8000-000000000001",
         *form, f"http://127.0.0.1:{server.port}/api/products"], capture_output=True, text=True)
    if result.stdout != "201":
        raise RuntimeError(f"an upload failed: {result.stdout} {result.stderr}")


def main():
    programs = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 9
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kinds = {
            "five of 12 megapixels": make_photos(folder)["phone"],
            "five of 800 × 600": [photo(folder / f"small {n}.jpg", 800, 600, 1, seed=n) for n in range(5)],
            "one of 800 × 600": [photo(folder / "single.jpg", 800, 600, 1, seed=77)],
        }
        servers = [market(program, folder / f"market {n}", folder / "log") for n, program in enumerate(programs)]
        try:
            cpu = {(kind, n): [] for kind in kinds for n in range(2)}
            wall = {(kind, n): [] for kind in kinds for n in range(2)}
            for turn in range(rounds + 1):
                for kind, photos in kinds.items():
                    for n in (0, 1) if turn % 2 else (1, 0):
                        before, began = cpu_seconds(servers[n]), time.monotonic()
                        # CPU time is counted in ticks of 10 ms, which is coarse for small images.
                        for _ in range(1 if "megapixels" in kind else 10):
                            post(servers[n], photos)
                        if turn > 0:  # the first one warms up
                            cpu[kind, n].append(cpu_seconds(servers[n]) - before)
                            wall[kind, n].append(time.monotonic() - began)
            print("| upload | CPU, ms | of the other | wall, ms | of the other |")
            print("|---|---:|---:|---:|---:|")
            for kind in kinds:
                count = 1 if "megapixels" in kind else 10
                row = [f"| {kind} "]
                for values in (cpu, wall):
                    own, other = (statistics.median(values[kind, n]) / count for n in (0, 1))
                    row.append(f"| {own * 1000:.1f} ({other * 1000:.1f}) | {own / other:.2f} ")
                print("".join(row) + "|")
        finally:
            for server in servers:
                server.stop()


main()
