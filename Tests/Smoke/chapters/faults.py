"""Errors at startup, each with a helpful message."""

import os
import shutil
import subprocess
from pathlib import Path

from market import wait_until


def run(checks, place):
    server = place.market("faults")

    def fails(title, words, *arguments, prefix=(), binary=None):
        result = place.command("serve", *arguments, prefix=prefix, binary=binary)
        lines = result.stderr.strip().splitlines()
        checks.that(
            result.returncode == 1 and words in result.stderr and len(lines) <= 3 and "Fatal" not in result.stderr,
            f"{title}: exit code 1 and a short message", f"{result.returncode} {result.stderr}")

    fails("port in use", f"Port {server.port} is in use", "--port", server.port, "--data", place.new_path("other"))
    fails("folder locked", f"in use by process {server.process.pid}", "--port", "0", "--data", server.data)
    fails("address of another machine", "doesn't have the address", "--host", "192.0.2.1", "--port", "0",
          "--data", place.new_path("other"))
    fails("an address in brackets", "[::1] is no address", "--host", "[::1]", "--port", "0", "--data", place.new_path("other"))
    checks.status(server.get("/api/products"), 200, "the first server still responds")

    library = place.new_path("unsyncable.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, Path(__file__).parents[1] / "unsyncable.c", "-ldl"], check=True)
    market = place.new_path("unsyncable")
    (market / "images").mkdir(parents=True)
    preload = {"LD_PRELOAD": str(library)}
    for folder in (market, market / "images"):
        begin = ("serve", "--port", "0", "--data", market)
        result = place.command(*begin, environment={**preload, "UNSYNCABLE": str(folder)})
        checks.that(
            result.returncode == 1 and f"The file system of {folder} (" in result.stderr
            and "Invalid argument" in result.stderr and not (market / "market.sqlite").exists(),
            f"folders of {folder.name} that can't be synced are refused before anything is stored",
            f"{result.returncode} {result.stderr}")
    backup = place.new_path("backup")
    place.command("backup", backup, "--data", server.data)
    others = [("restore", backup, "--data", market), ("backup", market / "backup", "--data", server.data)]
    for words in [] if place.cluster else others:
        result = place.command(*words, environment={**preload, "UNSYNCABLE": str(market)})
        checks.that(result.returncode == 1 and "can't sync folders" in result.stderr, f"{words[0]} is refused, too",
                    f"{result.returncode} {result.stdout} {result.stderr}")

    locked = place.new_path("read-only")
    locked.mkdir(mode=0o555)
    prefix, binary = (), place.binary
    if os.geteuid() == 0:
        # Root can write everywhere, so another user runs a copy of the program that it can read.
        prefix = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
        binary = place.new_path("openmarket")
        shutil.copy(place.binary, binary)
        binary.chmod(0o755)
        fails("privileged port", "above 1023", "--port", "81", "--data", make_folder(place), prefix=prefix, binary=binary) \
            if privileged_ports_are_kept() else None
    fails("folder not writable", f"folder {locked / 'data'}: Permission denied. Run the command as a user who may",
          "--port", "0", "--data", locked / "data", prefix=prefix, binary=binary)
    fails("folder itself not writable", "Can't write to the data folder", "--port", "0", "--data", locked, prefix=prefix,
          binary=binary)
    file = place.new_path("a file")
    file.write_text("no folder")
    fails("a file instead of the folder", "Can't write to the data folder", "--port", "0", "--data", file)
    broken = place.new_path("broken")
    broken.mkdir()
    (broken / "market.sqlite").write_bytes(b"this is no database at all, " * 400)
    fails("an invalid database", "usable database", "--port", "0", "--data", broken)

    server.stop()
    (server.data / "admin.sock").mkdir()
    server.start()
    checks.status(server.get("/api/products"), 200, "a market whose folder takes no socket opens nevertheless")
    wait_until(lambda: "no admin socket" in server.log.read_text(errors="replace"))
    told = place.command("vendor", "list", "--data", server.data)
    checks.that(told.returncode == 1 and "no admin socket, stop it first" in told.stderr, "commands say what to do then",
                told.stdout + told.stderr)
    checks.equal(server.stop(), 0, "it stops as any other")
    (server.data / "admin.sock").rmdir()


def privileged_ports_are_kept():
    with open("/proc/sys/net/ipv4/ip_unprivileged_port_start", encoding="ascii") as file:
        return int(file.read()) > 81


def make_folder(place):
    folder = place.new_path("nobody")
    folder.mkdir()
    os.chown(folder, 65534, 65534)
    return folder
