"""A disk that fills up. This needs a small disk, which only root can create; otherwise the chapter is skipped."""

import os
import subprocess

from market import SECRET
from photos import png


def run(checks, place):
    for size, chapter in [("8m", fill), ("64m", delete)]:
        disk = place.new_path("disk")
        disk.mkdir()
        if os.geteuid() != 0 or subprocess.run(
                ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk], capture_output=True, check=False).returncode:
            print("skip full_disk: no disk can be mounted here")
            return
        try:
            chapter(checks, place, disk)
        finally:
            place.stop_all()
            subprocess.run(["umount", disk], check=False)


def fill(checks, place, disk):
    server = place.market("full_disk")
    server.stop()
    server.arguments = ["--host", "127.0.0.1", "--port", str(server.port), "--data", str(disk / "data")]
    server.data = disk / "data"
    server.start()
    backup = place.new_path("backup")
    checks.equal(place.command("backup", backup, "--data", server.data).returncode, 0, "it is backed up")
    (disk / "ballast").write_bytes(bytes(2_000_000))
    answers = []
    for number in range(200):
        picture = png(place.new_path("large.png"), 1600, 1200, seed=number)
        answers.append(server.post([picture], name=f"Full {number}"))
        picture.unlink()
        if answers[-1].status != 201:
            break
    last = answers.pop()
    checks.that(last.status == 507 and last.json.get("reason"), "a full disk is 507 with a reason",
                f"{last.status} {last.text[:300]}")
    listed = server.get("/api/products")
    checks.that(listed.status == 200 and listed.json["total_count"] == len(answers),
                "products listed before are still there",
                listed.text[:200])
    for answer in answers:
        picture = server.get(answer.json["images"][0]["url"])
        if picture.status != 200:
            checks.status(picture, 200, "with their pictures")
    checks.equal([path.name for path in (server.data / "incoming").glob("*")], [], "no unfinished uploads are left")
    with open(disk / "more ballast", "wb", buffering=0) as ballast:
        try:
            while True:
                ballast.write(bytes(4096))
        except OSError:
            pass
    checks.status(server.get("/api/products?page_no=2"), 200, "reading works without a free byte")
    checks.that(server.stop() == 0, "the server stops", server.log.read_text()[-400:])
    result = place.command("serve", "--port", "0", "--data", disk / "new market")
    checks.that(result.returncode == 1 and "full" in result.stderr,
                "a new market on a full disk is refused with a message",
                f"{result.returncode} {result.stderr}")
    result = place.command("backup", disk / "backup", "--data", server.data)
    checks.that(result.returncode == 1 and f"The disk with {disk}/backup is full." in result.stderr,
                "a backup onto a full disk says which one is full", f"{result.returncode} {result.stderr}")
    subprocess.run(["rm", "-r", disk / "backup"], check=True)
    result = place.command("restore", backup, "--data", disk / "restored")
    checks.that(result.returncode == 1 and f"The disk with {disk}/restored is full." in result.stderr,
                "a restore onto a full disk says which one is full",
                f"{result.returncode} {result.stderr}")
    checked_on_a_read_only_disk(checks, place, disk, server)
    (disk / "ballast").unlink()
    server.start()
    checks.status(server.post([place.photos["small"]]), 201, "once there is room, listing works again")


def checked_on_a_read_only_disk(checks, place, disk, server):
    """What a file system becomes after an error can still be looked at."""
    if place.cluster:
        return
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    for arguments, code, words in (([], 0, "No problems found"), (["--repair"], 1, "Read-only file system")):
        result = place.command("check", *arguments, "--data", server.data)
        checks.that(result.returncode == code and words in result.stdout + result.stderr,
                    f"{' '.join(['check', *arguments])} on a read-only disk",
                    f"{result.returncode} {result.stdout} {result.stderr}")
    subprocess.run(["mount", "-o", "remount,rw", disk], check=True)


def start_on(place, disk, name):
    server = place.market(name)
    server.stop()
    server.arguments = ["--host", "127.0.0.1", "--port", str(server.port), "--data", str(disk / "data")]
    server.data = disk / "data"
    server.start()
    return server


def take_all(path):
    with open(path, "wb", buffering=0) as ballast:
        for size in (65536, 4096, 1):
            try:
                while True:
                    ballast.write(bytes(size))
            except OSError:
                pass


def delete(checks, place, disk):
    """Deletes on a full disk, which a reserved file makes possible."""
    server = start_on(place, disk, "full_disk_delete")
    checks.that((server.data / "reserve").exists(), "the reserve exists")
    long = "긴 설명입니다. " * 1100
    listed = [server.post([place.photos["small"]], name=f"Full {number}", descriptions=long).json for number in range(6)]
    take_all(disk / "ballast")
    refused = server.post([place.photos["small"]], name="One too many", descriptions=long)
    checks.status(refused, 507, "listing on a full disk is 507")
    checks.status(server.get("/health/ready"), 200, "load balancers don't keep people from a full disk")
    checks.status(server.get("/health"), 503, "its health says so")
    if not place.cluster:
        command = place.command("operator", "add", "Kim", "--data", server.data)
        checks.that(command.returncode == 1 and "Free up some space and run the command again." in command.stderr,
                    "the operator's commands say what to do", command.stdout + command.stderr)
    for product in listed[:4]:
        token = server.send("POST", f"/api/products/{product['id']}/archived", {"secret": SECRET})
        checks.status(token, 200, "a delete token is issued on a full disk")
        checks.status(server.send("DELETE", token.text), 200, "the product is deleted")
    checks.that(not (server.data / "reserve").exists(), "the reserve was used")
    take_all(disk / "more ballast")
    checks.status(server.get(f"/api/products/{listed[5]['id']}"), 200, "the remaining products can be read")
    refused = server.send("PATCH", f"/api/products/{listed[5]['id']}", {"price": 50000, "secret": SECRET})
    checks.status(refused, 507, "until the reserve is restored, nothing else is written")
    for path in disk.glob("*ballast"):
        path.unlink()
    checks.status(server.post([place.photos["small"]]), 201, "once there is room, listing works again")
    checks.that((server.data / "reserve").exists(), "the reserve is restored")
    checks.equal(server.stop(), 0, "the server stops")
