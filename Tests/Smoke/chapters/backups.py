"""Backups of a running server, restores, and checks of damaged data."""

import fcntl
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import threading
import time

from load import Ledger, Seller
from market import SECRET, wait_until
from photos import png

GAP = 1_000_000


def run(checks, place):
    server = place.market("backups")
    pictures = [png(place.new_path("own.png"), 320, 240, seed=number) for number in range(8)]
    listed = [server.post([picture], name=f"Kept {number}").json for number, picture in enumerate(pictures)]
    backup = place.new_path("backup")
    beside_writes(checks, place, server, backup)
    again(checks, place, server, listed, pictures, backup)
    of_another_market(checks, place, server, backup)
    restoring(checks, place, server, listed, backup)
    damaged_backups(checks, place, backup)
    interrupted(checks, place, backup)
    images_on_a_disk_of_their_own(checks, place, backup)
    checking(checks, place, server, listed, backup)


def told(checks, place, title, words, *arguments, code=0):
    result = place.command(*arguments)
    said = result.stdout + result.stderr
    checks.that(result.returncode == code and all(word in said for word in words), title,
                f"{result.returncode} {said[-500:]}")
    return said


def beside_writes(checks, place, server, backup):
    """Backs up while sellers list, change and delete."""
    stopping, ledger = threading.Event(), Ledger()
    # These pictures differ from those of the kept products.
    bytes_of = [png(place.new_path("other.png"), 300, 200, seed=1000 + number).read_bytes() for number in range(8)]
    sellers = [Seller(number, server.port, ledger, bytes_of, stopping, number) for number in range(3)]
    for seller in sellers:
        seller.start()
    wait_until(lambda: ledger.answered >= 10)
    for number in range(3):
        goal = ledger.answered + 10
        told(checks, place, f"backup {number + 1} during writes", ["Backed up"],
             "backup", backup, "--data", server.data)
        wait_until(lambda: ledger.answered >= goal)
    stopping.set()
    for seller in sellers:
        seller.join()
    restored = place.new_path("restored")
    told(checks, place, "a backup made during writes can be restored", ["Restored"], "restore", backup, "--data",
         restored)
    told(checks, place, "the restored market is intact", ["No problems found"], "check", "--data", restored)


def again(checks, place, server, listed, pictures, backup):
    server.stop()
    told(checks, place, "a stopped market can be backed up", ["Backed up"], "backup", backup, "--data", server.data)
    kept = sorted((backup / "images").rglob("*.jpg"))
    before = {path: path.stat().st_ino for path in kept}
    server.start()
    new = server.post([png(place.new_path("new.png"), 200, 100, seed=77)], name="New").json
    gone = listed.pop()
    server.send("POST", f"/api/products/{gone['id']}/archived", {"secret": SECRET})
    token = server.send("POST", f"/api/products/{gone['id']}/secret", {"secret": SECRET}).text
    checks.status(server.send("DELETE", f"/api/products/{token}"), 200, "one product is deleted, another is added")
    told(checks, place, "the next backup succeeds", ["Backed up"], "backup", backup, "--data", server.data)
    after = {path: path.stat().st_ino for path in (backup / "images").rglob("*.jpg")}
    stayed = before.keys() & after.keys()
    checks.that(stayed and all(before[path] == after[path] for path in stayed),
                "it doesn't copy existing pictures again")
    checks.that(len(after.keys() - before.keys()) == 2, "it copies the new pictures", len(after.keys() - before.keys()))
    name = gone["images"][0]["url"].rsplit("/", 1)[1]
    checks.that(not list((backup / "images").rglob(name)), "it removes the deleted picture")
    lost_pictures(checks, place, server, listed, backup)
    checks.equal(oct(backup.stat().st_mode & 0o777), "0o700", "only the owner can read a backup")
    manifest = json.loads((backup / "manifest.json").read_text())
    total = server.get("/api/products").json["total_count"]
    checks.equal(manifest["counts"]["products"], total, "the manifest has the number of products")
    other = place.new_path("other")
    other.mkdir()
    (other / "letter.txt").write_text("no backup")
    told(checks, place, "a folder with other files is refused", ["isn't a backup"],
         "backup", other, "--data", server.data, code=1)
    disk = place.new_path("disk")
    (disk / "lost+found").mkdir(parents=True)
    told(checks, place, "a disk of its own is taken", ["Backed up"], "backup", disk, "--data", server.data)
    for title, command in [("served", "serve"), ("checked", "check"), ("listed from", "vendor list")]:
        told(checks, place, f"a backup isn't {title} as a market", ["is a backup", "openmarket restore"],
             *command.split(), "--data", backup, code=1)
    told(checks, place, "a backup isn't restored onto itself", ["is a backup"], "restore", backup, "--data", backup, code=1)
    told(checks, place, "the market's own folder is refused", ["own folder"],
         "backup", server.data / "backup", "--data", server.data, code=1)
    listed.append(new)


def lost_pictures(checks, place, server, listed, backup):
    """The market loses a picture that the backup has; so does somebody who deletes the listing."""
    name = listed[0]["images"][0]["url"].rsplit("/", 1)[1]
    file = next((server.data / "images").rglob(name))
    whole = file.read_bytes()

    def backed_up(title, code, *arguments):
        words = ["Backed up"] + (["1 pictures", "in the market itself", "in the backup only"] if code else [])
        said = told(checks, place, title, words, "backup", backup, *arguments, "--data", server.data, code=code)
        checks.that(code or "in the market itself" not in said, "and nothing else", said)
        checks.equal(next((backup / "images").rglob(name)).read_bytes(), whole, "the backup has the picture")

    file.unlink()
    backed_up("a picture that the market has lost is told although the backup has it", 2)
    file.write_bytes(whole)
    flip(file)
    backed_up("what has the same size isn't read again", 0)
    backed_up("with --verify, one that is damaged in the market is told, too", 2, "--verify")
    file.write_bytes(whole)
    backed_up("nothing is told of a picture that was put back", 0, "--verify")


def of_another_market(checks, place, server, backup):
    """A wrong --data, or a disk that isn't there in whose place an empty market begins, doesn't cost the backup."""
    before = {path: path.read_bytes() for path in backup.rglob("*") if path.is_file() and path.name != "lock"}
    other = place.market("other")
    for title in ("an empty market", "another market"):
        told(checks, place, f"{title} doesn't replace the backup",
             ["the backup of another market", "Nothing was changed", "--data"], "backup", backup, "--data", other.data, code=1)
        other.post([place.photos["small"]])
    checks.that(all(path.exists() and path.read_bytes() == content for path, content in before.items()), "which is as it was")
    own = place.new_path("own")
    told(checks, place, "an empty market is backed up", ["Backed up 0 products"],
         "backup", own, "--data", place.market("empty").data)
    copy = place.new_path("copy")
    told(checks, place, "the market is restored into another folder", ["Restored"], "restore", backup, "--data", copy)
    again = place.new_path("again")
    shutil.copytree(backup, again)
    told(checks, place, "where it is the same market", ["Backed up"], "backup", again, "--data", copy)
    again = place.new_path("again")
    shutil.copytree(backup, again)
    flip(next(again.glob("market-*.sqlite")))
    (again / "manifest.json").write_text("{")
    told(checks, place, "a damaged backup is replaced", ["Backed up"], "backup", again, "--data", server.data)


def restoring(checks, place, server, listed, backup):
    last = server.post([place.photos["small"]], name="After the backup").json
    told(checks, place, "a folder in use is refused", ["in use"], "restore", backup, "--data", server.data, "--replace", code=1)
    server.stop()
    told(checks, place, "a market is never overwritten without --replace", ["--replace"],
         "restore", backup, "--data", server.data, code=1)
    before = database_bytes(server.data)
    unfinished = place.new_path("unfinished")
    shutil.copytree(backup, unfinished)
    (unfinished / "manifest.json").unlink()
    told(checks, place, "an incomplete backup is refused", ["complete"],
         "restore", unfinished, "--data", server.data, "--replace", code=1)
    damaged = place.new_path("damaged")
    shutil.copytree(backup, damaged)
    flip(next(damaged.rglob("*-thumb.jpg")))
    told(checks, place, "a damaged picture is found before anything changes", ["damaged", "Nothing was changed"],
         "restore", damaged, "--data", server.data, "--replace", code=1)
    with open(backup / "lock", "rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        told(checks, place, "a folder into which a backup is being made is refused", ["is being made"],
             "restore", backup, "--data", server.data, "--replace", code=1)
        fcntl.flock(lock, fcntl.LOCK_SH)
        told(checks, place, "no backup is made into a folder that is being restored", ["it is being restored"],
             "backup", backup, "--data", server.data, code=1)
        told(checks, place, "which others may restore meanwhile", ["Restored"], "restore", backup, "--data", place.new_path("beside"))
    told(checks, place, "so is one that isn't there", ["There's no folder"],
         "restore", place.new_path("missing"), "--data", server.data, "--replace", code=1)
    # What a restore leaves that is killed while it copies.
    (server.data / "restore-preparing" / "images").mkdir(parents=True)
    checks.that(database_bytes(server.data) == before, "nothing has changed")
    server.start()
    checks.status(server.get(f"/api/products/{last['id']}"), 200, "the market starts as before")
    server.stop()
    checks.that(not list(server.data.glob("restore-*")), "nothing is left of a restore that changed nothing",
                list(server.data.glob("restore-*")))
    (server.data / "demo-unfinished").touch()
    told(checks, place, "--replace restores over a market", ["Restored", "ids from", "replaced-"],
         "restore", backup, "--data", server.data, "--replace")
    checks.that(not (server.data / "demo-unfinished").exists(), "no samples are added to it because they were to the one before")
    server.start()
    checks.status(server.get(f"/api/products/{last['id']}"), 404, "products listed after the backup are gone")
    for product in listed:
        detail = server.get(f"/api/products/{product['id']}")
        picture = server.get(product["images"][0]["url"].replace("http://", "http://", 1))
        if not (detail.status == 200 and picture.status == 200):
            checks.that(False, "all products of the backup are back",
                        f"{product['id']}: {detail.status} {picture.status}")
    new = server.post([place.photos["small"]], name="After the restore").json
    checks.that(new["id"] > last["id"] + GAP // 2, "no product id is reused", (new["id"], last["id"]))
    checks.that(new["images"][0]["id"] > last["images"][0]["id"] + GAP, "no picture id is reused")
    checks.status(server.get(f"/api/products?search_value=restore"), 200, "searching still works")
    checks.equal(server.get("/api/products?page_no=2&items_per_page=3").json["pages"][0]["id"], listed_ids(server)[3],
                 "page numbers are right after the gap in the ids")
    server.stop()
    told(checks, place, "a check finds no problems", ["No problems found"], "check", "--data", server.data)
    # An interrupted restore.
    (server.data / "restore-unfinished").mkdir()
    refused = place.command("serve", "--port", "0", "--data", server.data)
    checks.that(refused.returncode == 1 and "interrupted" in refused.stderr, "a partly restored folder is not opened",
                refused.stderr)
    # What other restores have put aside in the same second, whichever of the next ones it is.
    for second in range(120):
        aside = server.data / time.strftime("replaced-%Y%m%dT%H%M%SZ", time.gmtime(time.time() + second)) / "images"
        aside.mkdir(parents=True, exist_ok=True)
        (aside / "of another restore").touch()
    told(checks, place, "the restore can be repeated, also in the same second", ["Restored"],
         "restore", backup, "--data", server.data)
    checks.equal(len(list(server.data.glob("replaced-*/images/of another restore"))), 120,
                 "and puts the files aside in a folder of its own")
    server.start()
    last = server.post([place.photos["small"]], name="After the second restore").json
    checks.that(last["id"] > new["id"] and last["images"][0]["id"] > new["images"][0]["id"],
                "no id of what was listed after the first restore is reused", (last["id"], new["id"]))
    server.stop()


def interrupted(checks, place, backup):
    """A restore that is killed while it moves files, and repeated, keeps the market of before whole, and says where."""
    def kill(data, path, *arguments):
        killed = place.command("restore", backup, "--data", data, *arguments, environment=place.killed_at(f"{data}/{path}"))
        checks.equal(killed.returncode, -signal.SIGKILL, f"a restore is killed before {path} is in place")

    for path in ("images", "market.sqlite", "replaced-*/market.sqlite", "replaced-*/market.sqlite-wal", "restore-*/restore-unfinished"):
        server = place.market("interrupted")
        server.post([place.photos["small"]], name="Before")
        # Killed, too, so that it's in the log only.
        server.kill()
        kill(server.data, path, "--replace")
        said = told(checks, place, "repeated, it says where the market of before is", ["What was there before is in"],
                    "restore", backup, "--data", server.data)
        before = re.search(r"What was there before is in (.*)\. Delete", said)
        checks.equal(len(list(server.data.glob("replaced-*"))), 1, "in one folder")
        told(checks, place, "which has all of it", ["Backed up 1 product, 1 vendor and 1 picture"],
             "backup", place.new_path("before"), "--data", before[1] if before else "nowhere")
        told(checks, place, "and the restored one is whole", ["No problems found"], "check", "--data", server.data)
    data = place.new_path("empty")
    kill(data, "market.sqlite")
    said = told(checks, place, "repeated in a folder that was empty", ["Restored"], "restore", backup, "--data", data)
    checks.that("before is in" not in said and not list(data.glob("replaced-*")), "nothing was there before", said)


def images_on_a_disk_of_their_own(checks, place, backup):
    """The folder of images can't be renamed, so nothing is, and the market goes on."""
    images_are_mounted(checks, place, backup, ["-t", "tmpfs", "tmpfs"], " is a disk of its own")
    part = place.new_path("part")
    part.mkdir(mode=0o700)
    images_are_mounted(checks, place, backup, ["--bind", part], ": Device or resource busy")


def images_are_mounted(checks, place, backup, mounted, words):
    data = place.new_path("disk")
    disk = data / "images"
    disk.mkdir(parents=True, mode=0o700)
    if os.geteuid() != 0 or subprocess.run(["mount", *mounted, disk], capture_output=True, check=False).returncode:
        print("skip backups: no disk can be mounted here")
        return
    server = place.market("disk", data=data)
    try:
        product = server.post([place.photos["small"]]).json
        server.stop()
        told(checks, place, "a restore doesn't replace images that are mounted", [f"{disk}{words}"],
             "restore", backup, "--data", data, "--replace", code=1)
        server.start()
        checks.status(server.get(product["images"][0]["url"]), 200, "the market starts as before, with its pictures")
        server.stop()
    finally:
        server.kill()
        subprocess.run(["umount", disk], check=False)
    told(checks, place, "without the disk, it restores", [f"into {data}"], "restore", backup, "--data", data, "--replace")


def listed_ids(server):
    return [row["id"] for row in server.get("/api/products?items_per_page=100").json["pages"]]


def database_bytes(folder):
    return (folder / "market.sqlite").read_bytes()


def damaged_backups(checks, place, backup):
    for title, harm in [
        ("a damaged database", lambda folder: flip(next(folder.glob("market-*.sqlite")))),
        ("a damaged picture",
         lambda folder: flip(next(path for path in folder.rglob("*.jpg") if "-thumb" not in path.name))),
        ("a damaged thumbnail", lambda folder: flip(next(folder.rglob("*-thumb.jpg")))),
        ("a missing picture", lambda folder: next(folder.rglob("*-thumb.jpg")).unlink()),
    ]:
        copy = place.new_path("damaged")
        shutil.copytree(backup, copy)
        harm(copy)
        told(checks, place, f"a backup with {title} is refused", ["damaged"],
             "restore", copy, "--data", place.new_path("nowhere"), code=1)


def flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


def checking(checks, place, server, listed, backup):
    data = place.new_path("checked")
    told(checks, place, "a copy is restored, to be damaged", ["Restored"], "restore", backup, "--data", data)
    database = data / "market.sqlite"
    thumb = next((data / "images").rglob("*-thumb.jpg"))
    full = next(path for path in (data / "images").rglob("*.jpg")
                if "-thumb" not in path.name and path.stem != thumb.name[:40])
    whole = full.read_bytes()

    connection = sqlite3.connect(database)
    connection.executescript("""
        UPDATE listing_rank SET listed = listed + 1 WHERE level = 3;
        UPDATE vendor SET product_count = product_count + 2 WHERE id = 1;
        UPDATE market_state SET product_count = product_count + 5;
        INSERT INTO product_search (product_search) VALUES ('delete-all');
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, 'stock > 0', 'stock > 0 AND id > 2') WHERE name = 'product_in_stock';
        """)
    connection.close()
    connection = sqlite3.connect(database)
    connection.executescript("""
        REINDEX product_in_stock;
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, ' AND id > 2', '') WHERE name = 'product_in_stock';
        """)
    connection.close()
    flip(thumb)
    told(checks, place, "check reports what is wrong",
         ["ranks", "vendor", "search index", "product_in_stock", thumb.name[:40]],
         "check", "--data", data, code=2)
    told(checks, place, "check --repair repairs it", ["No problems found"], "check", "--repair", "--data", data)
    told(checks, place, "the next check finds no problems", ["No problems found"], "check", "--data", data)
    flip(full)
    full_name = full.stem
    told(checks, place, "a damaged picture is reported as not repairable", [full_name, "damaged", "restore"],
         "check", "--repair", "--data", data, code=2)
    full.write_bytes(whole)
    zero_a_page(database)
    told(checks, place, "so is a damaged page", ["restore"], "check", "--repair", "--data", data, code=2)
    told(checks, place, "a damaged database is not backed up", ["damaged"],
         "backup", place.new_path("useless"), "--data", data, code=1)
    zero_a_page(database, "operator")
    told(checks, place, "operators who list what is damaged are told what to do", ["damaged", "openmarket check"],
         "operator", "list", "--data", data, code=1)
    opened_with_a_zeroed_page(checks, server, data)


def zero_a_page(database, table="product_detail"):
    """Overwrites the first page of a table with zeros."""
    connection = sqlite3.connect(database)
    page = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()[0]
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    with open(database, "r+b") as file:
        file.seek((page - 1) * size)
        file.write(bytes(size))


def opened_with_a_zeroed_page(checks, server, data):
    server.data = data
    server.arguments = ["--host", "127.0.0.1", "--port", str(server.port), "--data", str(data)]
    server.start()
    health = server.get("/health")
    checks.that(health.status == 503 and health.json["status"] == health.json["database"] == "damaged",
                "/health reports the damaged database", health.text)
    checks.status(server.get("/api/products"), 200, "intact data is served")
    checks.status(server.get(f"/api/products/{listed_ids(server)[0]}"), 500, "damaged data is refused")
    refused = server.post([server.place.photos["small"]])
    checks.that(refused.status == 503 and "repaired" in refused.text, "new products are refused", refused.text)
    told(checks, server.place, "and what operators do, with what to do", ["damaged", "openmarket check"],
         "vendor", "add", "Kim", "--data", data, code=1)
    log = server.log.read_text()
    checks.that(log.count("THE DATABASE IS DAMAGED") == 1 and "openmarket check" in log,
                "the log reports it once and says what to do")
    checks.that(not os.path.exists(data / "backups"), "nothing was migrated")
