#!/usr/bin/env python3
"""Compares a thread for each connection to PostgreSQL with one event loop for all of them.

    Benchmarks/waiting.py [CONNECTIONS] [REQUESTS]

The first statement reads a product with its description, the second one twenty rows, the third one hardly anything.
REQUESTS (16) are under way at any time over CONNECTIONS (8). ROUNDS (5) and SECONDS_EACH (3) are environment variables;
the two are measured in turn, and the medians printed. Needs a C compiler, libpq and PostgreSQL.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "Tests" / "Outages")]

from cluster import Node  # noqa: E402

PRODUCTS = 100_000
ROUNDS = int(os.environ.get("ROUNDS", 5))
SECONDS = os.environ.get("SECONDS_EACH", "3")
STATEMENTS = {
    "a product": "SELECT * FROM product WHERE id = $1::bigint",
    "a list of 20": "SELECT * FROM product WHERE id <= $1::bigint ORDER BY id DESC LIMIT 20",
    "nothing but the number": "SELECT $1::bigint",
}
TABLE = f"""
    CREATE TABLE product AS SELECT id, id % 50 AS vendor_id, 1 AS version, 'KRW' AS currency, id * 10 AS price, 0 AS discount,
        5 AS stock, 1700000000000 + id AS registered_at, 1700000000000 + id AS updated_at, md5(id::text) AS thumbnail,
        'Chair ' || id AS name, repeat('Sits well. ', 20) AS description FROM generate_series(1, {PRODUCTS}) AS id;
    ALTER TABLE product ADD PRIMARY KEY (id);
    VACUUM ANALYZE product;
"""


def main():
    connections, requests = ([*sys.argv[1:], "8", "16"][:2] if len(sys.argv) < 3 else sys.argv[1:3])
    with tempfile.TemporaryDirectory(prefix="openmarket-waiting-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        probe = folder / "waiting"
        include = subprocess.run(["pg_config", "--includedir"], check=True, capture_output=True, text=True).stdout.strip()
        subprocess.run(
            ["cc", "-O2", "-I", include, "-o", probe, HERE / "Waiting" / "waiting.c", "-lpq", "-lpthread"], check=True)
        node = Node(folder, "postgres")
        try:
            node.create()
            node.start("shared_buffers=256MB")
            for part in TABLE.strip().split(";")[:-1]:
                node.sql("postgres", part)
            address = f"host={node.folder} user=market dbname=postgres"
            print(f"{connections} connections, {requests} requests under way, medians of {ROUNDS} rounds of {SECONDS} s\n")
            print("| statement | | requests/s | CPU of the client for each, µs | p50, ms | p99, ms |\n|---|---|---:|---:|---:|---:|")
            for title, statement in STATEMENTS.items():
                figures = {"threads": [], "loop": []}
                for number in range(ROUNDS):
                    for kind in sorted(figures, reverse=number % 2 == 0):
                        command = [probe, kind, address, statement, str(PRODUCTS), connections, requests, SECONDS]
                        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
                        figures[kind].append([float(figure) for figure in output.split()])
                for kind, rounds in figures.items():
                    rate, cpu, middle, late = (statistics.median(values) for values in zip(*rounds))
                    print(f"| {title} | {kind} | {rate:,.0f} | {cpu:.1f} | {middle:.2f} | {late:.2f} |", flush=True)
        finally:
            node.stop()
            shutil.rmtree(node.folder, ignore_errors=True)


if __name__ == "__main__":
    main()
