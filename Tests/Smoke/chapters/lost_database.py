"""A database that is lost, empty or from another market never costs a picture."""

import os
import shutil
import sqlite3
import time

from market import wait_until
from photos import png

PRODUCTS = 24
A_WEEK = 7 * 86_400


def run(checks, place):
    first_start_interrupted(checks, place)
    server = place.market("lost_database")
    pictures = [png(place.new_path("own.png"), 64, 48, seed=number) for number in range(PRODUCTS)]
    listed = [server.post([picture], name=f"Own {number}").json for number, picture in enumerate(pictures)]
    server.stop()
    all_files = files(server)
    checks.equal(len(all_files), 2 * PRODUCTS, "each picture has both its files")

    database = server.data / "market.sqlite"
    copy = place.new_path("copy.sqlite")
    shutil.copy(database, copy)
    for title, harm in [("missing", database.unlink), ("empty", lambda: database.write_bytes(b"")),
                        ("without tables", lambda: without_tables(database))]:
        harm()
        age(server)
        said = refusal(server)
        checks.that("images" in said and "backup" in said and "start over" in said,
                    f"with pictures, a database that is {title} is refused, with what to do", said)
        checks.equal(files(server), all_files, f"no picture is removed when the database is {title}")
        server.kill()
        shutil.copy(copy, database)

    # Most products are missing from the database, as if it were older, or another market's.
    forget(database, f"id > {listed[3]['id']}")
    age(server)
    server.start()
    checks.that(wait_until(lambda: "too many" in server.log.read_text()), "the log says that too many pictures are unused")
    checks.equal(files(server), all_files, "none of them is removed")
    checks.status(server.get(listed[10]["images"][0]["url"]), 404, "nobody sees one that no listing shows")
    server.stop()

    # A crash may leave a few unused pictures: they go to the trash, unless they are recent.
    shutil.copy(copy, database)
    forget(database, f"id = {listed[5]['id']}")
    age(server, 0)
    before = len(server.log.read_text())
    server.start()
    checks.that(wait_until(lambda: "image cleanup finished" in server.log.read_text()[before:]),
                "the cleanup has finished")
    checks.equal(files(server), all_files, "a recent unused picture stays")
    server.stop()
    age(server)
    server.start()
    checks.that(wait_until(lambda: len(files(server)) == 2 * PRODUCTS - 2), "an old unused picture is removed",
                len(files(server)))
    checks.equal(len(list((server.data / "images" / "trash").rglob("*.jpg"))), 2,
                 "it is in the trash, with its thumbnail")
    server.stop()
    trash = server.data / "images" / "trash"
    day = next(trash.iterdir())
    day.rename(trash / "20200101")
    server.start()
    checks.that(wait_until(lambda: not list(trash.rglob("*.jpg"))), "old trash is removed")
    checks.status(server.get(listed[10]["images"][0]["url"]), 200, "all other pictures are there")


def without_tables(database):
    """Makes what is left of a database whose making was interrupted."""
    database.unlink(missing_ok=True)
    with sqlite3.connect(database) as connection:
        connection.executescript("PRAGMA journal_mode = WAL; CREATE TABLE one (id); DROP TABLE one")
    connection.close()


def first_start_interrupted(checks, place):
    data = place.new_path("interrupted")
    data.mkdir(mode=0o700)
    for harm in ((data / "market.sqlite").touch, lambda: without_tables(data / "market.sqlite")):
        harm()
        for command in (["backup", place.new_path("backup"), "--data"], ["check", "--data"], ["migrate", "--data"],
                        ["operator", "list", "--data"], ["move", "--to", "s3://bucket?endpoint=http://127.0.0.1:1", "--from"],
                        ["move", "--to", "postgres://market@127.0.0.1:1/market", "--from"]):
            result = place.command(*command, data, environment={"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "key"})
            checks.that(result.returncode == 1 and "no market in" in result.stderr,
                        f"{command[0]} says that there is no market yet", result.stderr)
    server = place.market("interrupted", data=data)
    checks.status(server.get("/api/products"), 200, "which begins at the next start")
    server.stop()
    backup = place.new_path("backup")
    place.command("backup", backup, "--data", data)
    without_tables(data / "market.sqlite")
    result = place.command("restore", backup, "--data", data)
    checks.that(result.returncode == 0, "a backup is restored there without --replace", result.stderr)


def files(server):
    """Returns every picture that is not in the trash."""
    return sorted(path.name for path in (server.data / "images").rglob("*.jpg") if "trash" not in path.parts)


def age(server, seconds=A_WEEK):
    moment = time.time() - seconds
    for path in (server.data / "images").rglob("*.jpg"):
        os.utime(path, (moment, moment))


def forget(database, condition):
    """Deletes products from the database behind the server's back."""
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"DELETE FROM product WHERE {condition}")
    connection.commit()
    connection.close()


def refusal(server):
    """Returns the server's error message if it does not start; empty if it does."""
    try:
        server.start("--log-level", "info")
    except RuntimeError as error:
        return str(error)
    return ""
