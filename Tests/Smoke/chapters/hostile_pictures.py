"""Small pictures that are expensive to decode: each is refused, with no other effect."""

import os
import signal
import struct
import subprocess
import zlib
from pathlib import Path

from market import wait_until


def run(checks, place):
    server = place.market("hostile")
    small = place.photos["small"]
    if not checks.status(server.post([small]), 201, "a photo is listed"):
        return
    checks.that(server.get("/health").json.get("sandbox") == "active", "its decoder is confined")
    workers = worker_processes(server)
    checks.that(len(workers) == 1, "it was decoded in a process of its own", workers)

    texts = place.new_path("texts.png")
    texts.write_bytes(png(8, 8, 8, 2, b"\0" * 200, [chunk(b"zTXt", b"k\0\0" + zlib.compress(b"a" * 7_900_000, 9))] * 150))
    wide = place.new_path("wide.png")
    wide.write_bytes(png(10_000_000, 5, 16, 6, b"\0" * 400_000_005))
    tall = place.new_path("tall.png")
    tall.write_bytes(png(5, 10_000_000, 1, 0, b"\0" * 20_000_000))

    checks.status(server.post([small, texts]), 201, "a PNG with 150 texts of 8 MB is accepted")
    for file, shape in ((wide, "10,000,000 × 5"), (tall, "5 × 10,000,000")):
        answer = server.post([small, file], "-H", "Accept-Language: en")
        reason = answer.json.get("reason") or answer.text
        checks.that(answer.status == 400 and "Picture 2" in answer.text and shape in answer.text,
                    f"{shape} pixels are refused, with the picture and the reason", reason)
    peak = max(memory(process, "VmHWM") for process in worker_processes(server))
    checks.that(peak < 150, "no worker has taken more than 150 MB", f"{peak:.0f} MB")
    checks.that(server.memory("VmHWM") < 250, "the server has taken less than 250 MB",
                f"{server.memory('VmHWM'):.0f} MB")

    for process in worker_processes(server):
        os.kill(process, signal.SIGKILL)
    checks.status(server.post([small]), 201, "a worker that was killed is replaced")

    checks.status(server.post(place.photos["phone"]), 201, "five photos are listed")
    workers = worker_processes(server)
    server.kill()
    checks.that(workers and wait_until(lambda: not any(Path(f"/proc/{process}/exe").exists() for process in workers)),
                "workers end with a server that is killed", workers)
    checks.that("refused" not in server.log.read_text(), "no call of a worker was refused", server.log.read_text()[-600:])
    unconfined(checks, place)


def unconfined(checks, place):
    """A system that refuses to filter system calls, as some containers do."""
    source = Path(__file__).parents[2] / "MarketImagesTests" / "Programs" / "without-seccomp.c"
    wrapper = place.new_path("without-seccomp")
    subprocess.run(["cc", "-o", wrapper, source], check=True)
    server = place.market("unconfined", prefix=[wrapper])
    checks.that("without a filter for system calls" in server.log.read_text(), "the start warns of a system without filters",
                server.log.read_text()[-600:])
    health = server.get("/health")
    checks.that(health.status == 200 and health.json["status"] == "ok" and health.json["sandbox"] == "none",
                "/health says so, and that the market works", health.text)
    checks.status(server.post([place.photos["small"]]), 201, "a photo is listed there")
    server.kill()


def worker_processes(server):
    """Returns the child processes of the server, whose memory is separate from its own."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1]) == server.process.pid:
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def memory(process, key):
    """Returns memory in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1]) / 1000
    return 0.0


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width, height, depth, colour, rows, ancillary=()):
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    return (b"\x89PNG\r\n\x1a\n" + header + b"".join(ancillary) + chunk(b"IDAT", zlib.compress(rows, 9))
            + chunk(b"IEND", b""))
